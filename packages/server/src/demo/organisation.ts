/** The demo hierarchy: one partner, two agencies, six clients. Labels, not invented companies. */

export const demoPartner = { id: "demo-partner", name: "Demo Partner" } as const;

export const demoAgencies = [
  { id: "demo-agency-1", name: "Demo Agency One" },
  { id: "demo-agency-2", name: "Demo Agency Two" },
] as const;

/** A demo client; `units` is how many it gets. */
export interface DemoClient {
  readonly key: string;
  readonly name: string;
  readonly code: string;
  readonly agency_id: string;
  readonly status: "active" | "suspended";
  readonly timezone: string;
  readonly currency: string;
  readonly country: string;
  readonly units: number;
}

const [one, two] = demoAgencies;

/** In the order of their ids; 126 units together. */
export const demoClients: readonly DemoClient[] = [
  client("north", one.id, "active", "Africa/Nairobi", "KES", "KE", 40),
  client("south", one.id, "active", "Africa/Kampala", "UGX", "UG", 34),
  client("east", two.id, "active", "Europe/Berlin", "EUR", "DE", 26),
  client("west", two.id, "active", "Asia/Kuwait", "KWD", "KW", 16),
  client("suspended", one.id, "suspended", "Africa/Nairobi", "KES", "KE", 10),
  client("empty", two.id, "active", "Europe/Berlin", "EUR", "DE", 0),
];

function client(
  key: string,
  agency_id: string,
  status: DemoClient["status"],
  timezone: string,
  currency: string,
  country: string,
  units: number,
): DemoClient {
  const label = key.charAt(0).toUpperCase() + key.slice(1);
  const code = `DEMO-${key.toUpperCase()}`;
  const name = `Demo Client ${label}`;
  return { key, name, code, agency_id, status, timezone, currency, country, units };
}
