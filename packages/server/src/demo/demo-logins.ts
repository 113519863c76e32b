/** The roles of the demo. */
export type DemoRole = "partner_admin" | "agency_admin" | "client_user" | "read_only";

/** A demo user: how to log in, and what it may reach. */
export interface DemoLogin {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly role: DemoRole;
  readonly scope_level: "partner" | "agency" | "client";
  readonly agency_id: string | null;
  /** Keys of the demo clients that a user of the level `client` may reach. */
  readonly clients: readonly string[];
  readonly first_name: string;
  readonly last_name: string;
}

/** All users of the demo fleet. The passwords are public: never load the demo into a real service. */
export const demoLogins: readonly DemoLogin[] = [
  login("partner-admin", "partner_admin", "partner", null, []),
  login("agency-admin-1", "agency_admin", "agency", "demo-agency-1", []),
  login("agency-admin-2", "agency_admin", "agency", "demo-agency-2", []),
  login("client-north", "client_user", "client", "demo-agency-1", ["north"]),
  login("client-south", "client_user", "client", "demo-agency-1", ["south"]),
  login("client-east", "client_user", "client", "demo-agency-2", ["east"]),
  login("client-west", "client_user", "client", "demo-agency-2", ["west"]),
  login("client-suspended", "client_user", "client", "demo-agency-1", ["suspended"]),
  login("read-only", "read_only", "client", "demo-agency-1", ["north", "south"]),
];

function login(
  key: string,
  role: DemoRole,
  scope_level: DemoLogin["scope_level"],
  agency_id: string | null,
  clients: readonly string[],
): DemoLogin {
  const words = key.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    username: `demo-${key}`,
    password: `fleet-demo-${key}`,
    email: `demo-${key}@example.com`,
    role,
    scope_level,
    agency_id,
    clients,
    first_name: "Demo",
    last_name: words.join(" "),
  };
}
