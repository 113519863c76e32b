import type { Db } from "../db/db.ts";

/** The demo hierarchy: one partner, two agencies, six clients. Labels, not invented companies. */

export const demoPartner = { id: "demo-partner", name: "Demo Partner" } as const;

export const demoAgencies = [
  { id: "demo-agency-1", name: "Demo Agency One" },
  { id: "demo-agency-2", name: "Demo Agency Two" },
] as const;

/** A demo client; `units` is how many it gets, `max_units` and `max_users` how many it may have. */
interface DemoClient {
  readonly key: string;
  readonly name: string;
  readonly code: string;
  readonly agency_id: string;
  readonly status: "active" | "suspended";
  readonly timezone: string;
  readonly currency: string;
  readonly language: string;
  readonly city: string;
  readonly country: string;
  readonly units: number;
  readonly max_units: number | null;
  readonly max_users: number | null;
}

const [one, two] = demoAgencies;
const nairobi = { timezone: "Africa/Nairobi", currency: "KES", language: "en", city: "Nairobi", country: "KE" };
const kampala = { timezone: "Africa/Kampala", currency: "UGX", language: "en", city: "Kampala", country: "UG" };
const berlin = { timezone: "Europe/Berlin", currency: "EUR", language: "de", city: "Berlin", country: "DE" };
const kuwait = { timezone: "Asia/Kuwait", currency: "KWD", language: "ar", city: "Kuwait City", country: "KW" };

/** In the order of their ids; 126 units together. */
export const demoClients: readonly DemoClient[] = [
  demoClient("north", one.id, { ...nairobi, status: "active", units: 40, max_units: null, max_users: null }),
  demoClient("south", one.id, { ...kampala, status: "active", units: 34, max_units: 50, max_users: 10 }),
  demoClient("east", two.id, { ...berlin, status: "active", units: 26, max_units: 100, max_users: null }),
  demoClient("west", two.id, { ...kuwait, status: "active", units: 16, max_units: 16, max_users: 1 }),
  demoClient("suspended", one.id, { ...nairobi, status: "suspended", units: 10, max_units: 20, max_users: 5 }),
  demoClient("empty", two.id, { ...berlin, status: "active", units: 0, max_units: null, max_users: 1 }),
];

function demoClient(
  key: string,
  agency_id: string,
  facts: Omit<DemoClient, "key" | "name" | "code" | "agency_id">,
): DemoClient {
  const label = key.charAt(0).toUpperCase() + key.slice(1);
  return { key, name: `Demo Client ${label}`, code: `DEMO-${key.toUpperCase()}`, agency_id, ...facts };
}

/** Adds the demo clients; returns their ids by their keys. */
export async function seedClients(tx: Db, at: Date): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [index, client] of demoClients.entries()) {
    const row = { ...rowOf(client, index + 1), created_at: at, updated_at: at };
    const names = Object.keys(row).join(", ");
    const [made] = await tx.query<{ id: number }>(
      `insert into clients (${names}) select ${names} from json_populate_record(null::clients, $1::json) returning id`,
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
