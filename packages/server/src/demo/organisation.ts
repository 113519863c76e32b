/** The demo hierarchy: one partner, two agencies, six clients. Labels, not invented companies. */

export const demoPartner = { id: "demo-partner", name: "Demo Partner" } as const;

export const demoAgencies = [
  { id: "demo-agency-1", name: "Demo Agency One" },
  { id: "demo-agency-2", name: "Demo Agency Two" },
] as const;

/** A demo client; `units` is how many it gets, `max_units` and `max_users` how many it may have. */
export interface DemoClient {
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
  client("north", one.id, { ...nairobi, status: "active", units: 40, max_units: null, max_users: null }),
  client("south", one.id, { ...kampala, status: "active", units: 34, max_units: 50, max_users: 10 }),
  client("east", two.id, { ...berlin, status: "active", units: 26, max_units: 100, max_users: null }),
  client("west", two.id, { ...kuwait, status: "active", units: 16, max_units: 16, max_users: 1 }),
  client("suspended", one.id, { ...nairobi, status: "suspended", units: 10, max_units: 20, max_users: 5 }),
  client("empty", two.id, { ...berlin, status: "active", units: 0, max_units: null, max_users: 1 }),
];

function client(
  key: string,
  agency_id: string,
  facts: Omit<DemoClient, "key" | "name" | "code" | "agency_id">,
): DemoClient {
  const label = key.charAt(0).toUpperCase() + key.slice(1);
  return { key, name: `Demo Client ${label}`, code: `DEMO-${key.toUpperCase()}`, agency_id, ...facts };
}
