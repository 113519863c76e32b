import type { Db, UnitOfWork } from "../../src/db/index.ts";
import type { Sessions, StartedSession } from "../../src/sessions/index.ts";

const at = new Date("2026-01-01T00:00:00.000Z");

/** Inserts a partner with one agency, one client and a role, and a user of the whole partner; returns its id. */
export async function insertUser(db: Db, username = "user"): Promise<number> {
  await db.query("insert into partners values ('p1', 'Partner', $1, $1) on conflict do nothing", [at]);
  await db.query("insert into agencies values ('a1', 'p1', 'Agency', $1, $1) on conflict do nothing", [at]);
  const [user] = await db.query<{ id: number }>(
    `with role as (insert into roles (name) values ('role ' || $1) returning id),
     account as (insert into account_types (name, access_level, access_level_name, created_at,
       updated_at) values ('account ' || $1, 1, 'one', $2, $2) returning id)
     insert into users (account_type_id, role_id, scope_level, partner_id, username, email,
       password_hash, accessed_at, created_at, updated_at)
     select account.id, role.id, 'partner', 'p1', $1, $1 || '@example.com', '', $2, $2, $2
     from role, account returning id`,
    [username, at],
  );
  if (user === undefined) throw new Error("The user was not written.");
  return user.id;
}

/** Starts a session of a user that `insertUser` made. */
export async function startSession(sessions: Sessions, work: UnitOfWork, id: number, ip = ""): Promise<StartedSession> {
  const started = await sessions.login(work, { id, password_hash: "" }, { ip });
  if (started === null) throw new Error("The session was not started.");
  return started;
}

/** Inserts a client of agency `a1`; returns its id. */
export async function insertClient(db: Db, name = "client"): Promise<number> {
  const [client] = await db.query<{ id: number }>(
    `insert into clients (agency_id, name, timezone, currency, created_at, updated_at)
     values ('a1', $1, 'UTC', 'EUR', $2, $2) returning id`,
    [name, at],
  );
  if (client === undefined) throw new Error("The client was not written.");
  return client.id;
}
