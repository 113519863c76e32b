import type { PermissionCatalogue } from "../access/permissions.ts";
import type { Db } from "../db/db.ts";
import type { Passwords } from "../platform/passwords.ts";
import { demoClients, demoPartner } from "./organisation.ts";

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
  demoLogin("partner-admin", "partner_admin", "partner", null, []),
  demoLogin("agency-admin-1", "agency_admin", "agency", "demo-agency-1", []),
  demoLogin("agency-admin-2", "agency_admin", "agency", "demo-agency-2", []),
  demoLogin("client-north", "client_user", "client", "demo-agency-1", ["north"]),
  demoLogin("client-south", "client_user", "client", "demo-agency-1", ["south"]),
  demoLogin("client-east", "client_user", "client", "demo-agency-2", ["east"]),
  demoLogin("client-west", "client_user", "client", "demo-agency-2", ["west"]),
  demoLogin("client-suspended", "client_user", "client", "demo-agency-1", ["suspended"]),
  demoLogin("read-only", "read_only", "client", "demo-agency-1", ["north", "south"]),
];

function demoLogin(
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

/** What the demo roles may do, as a choice from the catalogue: a new permission falls into its place. */
interface RoleRule {
  readonly description: string;
  readonly allows: (resource: string, action: string) => boolean;
}

const isView = (action: string): boolean => action === "view" || action.startsWith("view_");

const clientActions: Readonly<Record<string, readonly string[]>> = {
  clients: ["view"],
  user_profile: ["view", "edit"],
  units: ["view", "units_basic_edit"],
  unit_groups: ["view", "create", "edit", "delete"],
  unit_commands: ["view", "send_commands", "view_command_logs"],
  vehicles: ["view", "create", "vehicles_basic_edit", "assign_units"],
  vehicle_groups: ["view", "create", "edit", "delete"],
  vehicle_expenses: ["view", "create", "edit", "delete"],
  vehicle_expense_types: ["view"],
  drivers: ["view", "create", "edit", "assign_vehicles"],
  monitoring: ["view", "view_history", "view_events", "acknowledge_events"],
  maps: ["map_safe_zones", "map_location_finding", "map_directions", "map_markers"],
};

const adminOfPartnerOnly = new Set([
  "partners.create",
  "partners.edit",
  "partners.delete",
  "agencies.create",
  "agencies.delete",
]);

/** The rules of the demo roles. */
export const demoRoles: Readonly<Record<DemoRole, RoleRule>> = {
  partner_admin: {
    description: "Everything within the partner.",
    allows: () => true,
  },
  agency_admin: {
    description: "Everything within one agency.",
    allows: (resource, action) => !adminOfPartnerOnly.has(`${resource}.${action}`),
  },
  client_user: {
    description: "Daily work within one client.",
    allows: (resource, action) => clientActions[resource]?.includes(action) ?? false,
  },
  read_only: {
    description: "Looking only.",
    allows: (resource, action) => isView(action) && !["users", "partners", "agencies"].includes(resource),
  },
};

/** The permissions of a demo role, in the order of the catalogue. */
export function permissionsOf(role: DemoRole, catalogue: PermissionCatalogue): { resource: string; action: string }[] {
  return Object.entries(catalogue).flatMap(([resource, { actions }]) =>
    Object.keys(actions)
      .filter((action) => demoRoles[role].allows(resource, action))
      .map((action) => ({ resource, action })),
  );
}

/** What the users are made from. */
interface UserSeed {
  readonly now: Date;
  readonly founded: Date;
  readonly clientIds: ReadonlyMap<string, number>;
  readonly roleIds: ReadonlyMap<DemoRole, number>;
  /** Ids of the account types by scope level. */
  readonly accountTypes: ReadonlyMap<string, number>;
  /** Password hashes by username. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Hashes one after the other, so that the order of the salts is always the same. */
export async function hashDemoPasswords(passwords: Passwords): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const { username, password } of demoLogins) {
    hashes.set(username, await passwords.hash(password));
  }
  return hashes;
}

/** Inserts the demo users with their clients. */
export async function seedUsers(tx: Db, seed: UserSeed): Promise<void> {
  for (const [index, login] of demoLogins.entries()) {
    const userId = await seedUser(tx, login, index, seed);
    for (const key of login.clients) {
      await tx.query("insert into user_clients (user_id, client_id) values ($1, $2)", [
        userId,
        seed.clientIds.get(key) ?? 0,
      ]);
    }
  }
}

async function seedUser(tx: Db, login: DemoLogin, index: number, seed: UserSeed): Promise<number> {
  const home = demoClients.find((client) => client.key === login.clients[0]);
  const timezone = home?.timezone ?? "Africa/Nairobi";
  const settings = {
    general_timezone: timezone,
    general_currency: home?.currency ?? "KES",
    fleet_track_client_id: (home && seed.clientIds.get(home.key)) ?? 0,
    fleet_track_client_name: home?.name ?? "",
  };
  const [row] = await tx.query<{ id: number }>(
    `insert into users (account_type_id, role_id, scope_level, partner_id, agency_id, username,
       email, password_hash, title, first_name, last_name, position, employee_no, cellphone,
       national_id, timezone, country, pubsub_uuid, accessed_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, '', $9, $10, $11, $12, $13, $14, $15, $16, $17::uuid,
       $18, $19, $19)
     returning id`,
    [
      seed.accountTypes.get(login.scope_level) ?? 0,
      seed.roleIds.get(login.role) ?? 0,
      login.scope_level,
      demoPartner.id,
      login.agency_id,
      login.username,
      login.email,
      seed.hashes.get(login.username) ?? "",
      login.first_name,
      login.last_name,
      `Demo ${login.role.replace("_", " ")}`,
      1001 + index,
      12_025_550_101 + index,
      900_000_001 + index,
      timezone,
      home?.country ?? "KE",
      `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
      seed.now,
      seed.founded,
    ],
  );
  if (row === undefined) throw new Error(`The demo user ${login.username} was not written.`);
  await tx.query("update users set settings = settings || $2::jsonb where id = $1", [row.id, JSON.stringify(settings)]);
  return row.id;
}
