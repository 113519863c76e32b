import type { Db } from "../db/db.ts";
import type { Passwords } from "../platform/passwords.ts";
import type { DemoLogin, DemoRole } from "./demo-logins.ts";
import { demoLogins } from "./demo-logins.ts";
import { demoClients, demoPartner } from "./organisation.ts";

/** What the users are made from. */
export interface UserSeed {
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
