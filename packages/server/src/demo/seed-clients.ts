import type { Db } from "../db/db.ts";
import type { DemoClient } from "./organisation.ts";
import { demoClients } from "./organisation.ts";

/** Adds the demo clients; returns their ids by their keys. */
export async function seedClients(tx: Db, at: Date): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [index, client] of demoClients.entries()) {
    const row = { ...rowOf(client, index + 1), created_at: at, updated_at: at };
    const names = Object.keys(row).join(", ");
    const [made] = await tx.query<{ id: number }>(
      `insert into clients (${names}) select ${names} from jsonb_populate_record(null::clients, $1::jsonb) returning id`,
      [JSON.stringify(row)],
    );
    if (made !== undefined) ids.set(client.key, made.id);
  }
  return ids;
}

/** Columns of `clients`; the contact data cannot reach anybody. */
function rowOf(client: DemoClient, serial: number) {
  const { key, name, code, agency_id, status, timezone, currency, language, max_units, max_users } = client;
  return {
    agency_id,
    external_id: `demo-customer-${serial}`,
    name,
    legal_name: `${name} Ltd`,
    tax_number: `DEMO-TAX-${serial}`,
    registration_number: `DEMO-REG-${serial}`,
    code,
    status,
    contact_name: "Demo Contact",
    email: `demo-${key}@example.com`,
    phone: `+1202555010${serial}`,
    address: {
      line1: `${serial} Demo Street`,
      line2: null,
      city: client.city,
      region: null,
      postal_code: `0000${serial}`,
      country_code: client.country,
    },
    timezone,
    currency,
    language,
    limits: { max_units, max_vehicles: null, max_users, history_retention_days: 365 },
    logo_url: `https://example.com/demo-${key}.svg`,
    attributes: { demo: true },
    notes: null,
  };
}
