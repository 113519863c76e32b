import type { Settings } from "@fleet-api/contract/types/authentication";
import type { Db } from "../../db/db.ts";
import type { CheckedUser, RegistrationInvitation } from "../../sessions/index.ts";

/** A user as the User record needs it, before it is put into the form of the contract. */
export interface UserRow {
  id: number;
  account_type: {
    id: number;
    name: string;
    description: string;
    access_level: number;
    access_level_name: string;
    product_code: string | null;
  };
  account_type_created_at: string;
  account_type_updated_at: string;
  username: string;
  email: string;
  title: string;
  first_name: string;
  last_name: string;
  position: string;
  employee_no: number;
  cellphone: number;
  national_id: number;
  timezone: string;
  country: string;
  language: string;
  logged_in: boolean;
  ip: string;
  created_at: string;
  updated_at: string;
  accessed_at: string;
  accessed_route: string;
  pubsub_uuid: string;
  photo_urls: { photo: string; profile_large: string; profile_medium: string; profile_small: string };
  partner: { id: string | null; name: string | null };
  agency: { id: string | null; name: string | null };
  clients: { id: number; name: string }[];
  /** The column starts complete by its default and is written through the contract only, so it has that shape. */
  settings: Settings;
}

/** A user who is about to be created. */
export interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly password_hash: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly timezone: string;
  readonly language: string;
  readonly invitation: RegistrationInvitation;
}

/**
 * The SQL of users. It takes no scope: who logs in or resets a password has none yet, and the
 * other reads are of the caller's own record.
 */
export interface Users {
  /**
   * By username, letter case aside; null when there is none or it is disabled. Lowered here, as for the login throttle:
   * a name that only the database takes for the same would be counted as another.
   */
  credentials(username: string): Promise<CheckedUser | null>;
  /** By e-mail address, letter case aside; null when there is none or it is disabled. */
  byEmail(email: string): Promise<{ id: number; email: string } | null>;
  /** The record of one user; null when there is none. */
  record(id: number): Promise<UserRow | null>;
  /** Notes a login, which may have been ended already. */
  loggedIn(id: number, seen: { ip: string; route: string; now: Date }): Promise<void>;
  /** Notes whether any session is left. */
  loggedOut(id: number): Promise<void>;
  setPassword(id: number, hash: string, now: Date): Promise<void>;
  /** Replaces the hash of the same password by a stronger one, unless the password was changed meanwhile. */
  rehash(user: CheckedUser, hash: string): Promise<void>;
  /** Creates a user; null when the username or the e-mail address is taken. */
  create(user: NewUser, now: Date): Promise<number | null>;
  /** Name of a partner and an agency; null members where there is none. */
  organisation(ids: { partner_id: string | null; agency_id: string | null }): Promise<{
    partner: { id: string | null; name: string | null };
    agency: { id: string | null; name: string | null };
  }>;
}

/** Users on a database or inside a transaction. */
export function createUsers(db: Db): Users {
  return {
    async credentials(username) {
      const [row] = await db.query<CheckedUser>(
        "select id, password_hash from users where lower(username) = $1 and disabled_at is null",
        [username.toLowerCase()],
      );
      return row ?? null;
    },
    async byEmail(email) {
      const [row] = await db.query<{ id: number; email: string }>(
        "select id, email from users where lower(email) = $1 and disabled_at is null",
        [email.toLowerCase()],
      );
      return row ?? null;
    },
    async record(id) {
      const [row] = await db.query<UserRow>(recordSql, [id]);
      return row ?? null;
    },
    async loggedIn(id, { ip, route, now }) {
      await db.query(
        `update users set ip = $2, accessed_route = $3, accessed_at = $4, logged_in = exists
           (select 1 from sessions where user_id = $1 and revoked_at is null) where id = $1`,
        [id, ip, route, now],
      );
    },
    async loggedOut(id) {
      await db.query(
        `update users set logged_in = exists
           (select 1 from sessions where user_id = $1 and revoked_at is null) where id = $1`,
        [id],
      );
    },
    async setPassword(id, hash, now) {
      await db.query("update users set password_hash = $2, updated_at = $3 where id = $1", [id, hash, now]);
    },
    async rehash({ id, password_hash }, hash) {
      await db.query("update users set password_hash = $3 where id = $1 and password_hash = $2", [
        id,
        password_hash,
        hash,
      ]);
    },
    create: (user, now) => createUser(db, user, now),
    organisation: (ids) => organisation(db, ids),
  };
}

const recordSql = `
  select u.id, json_build_object('id', t.id, 'name', t.name, 'description', t.description,
      'access_level', t.access_level, 'access_level_name', t.access_level_name,
      'product_code', t.product_code) as account_type,
    t.created_at as account_type_created_at, t.updated_at as account_type_updated_at,
    u.username, u.email, u.title, u.first_name, u.last_name, u.position, u.employee_no, u.cellphone,
    u.national_id, u.timezone, u.country, u.language, u.logged_in, u.ip, u.created_at, u.updated_at,
    u.accessed_at, u.accessed_route, u.pubsub_uuid, u.photo_urls, u.settings,
    json_build_object('id', p.id, 'name', p.name) as partner,
    json_build_object('id', a.id, 'name', a.name) as agency,
    coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.id)
      from user_clients uc join clients c on c.id = uc.client_id
      where uc.user_id = u.id and c.deleted_at is null), '[]') as clients
  from users u
    join account_types t on t.id = u.account_type_id
    left join partners p on p.id = u.partner_id
    left join agencies a on a.id = u.agency_id
  where u.id = $1`;

async function createUser(db: Db, user: NewUser, now: Date): Promise<number | null> {
  const { invitation } = user;
  const [row] = await db.query<{ id: number }>(
    `insert into users (account_type_id, role_id, scope_level, partner_id, agency_id, username, email,
       password_hash, first_name, last_name, timezone, language, accessed_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $13)
     on conflict do nothing returning id`,
    [
      invitation.account_type_id,
      invitation.role_id,
      invitation.scope_level,
      invitation.partner_id,
      invitation.agency_id,
      user.username,
      user.email,
      user.password_hash,
      user.first_name,
      user.last_name,
      user.timezone,
      user.language,
      now,
    ],
  );
  if (row === undefined) return null;
  await db.query("insert into user_clients (user_id, client_id) select $1, unnest($2::bigint[])", [
    row.id,
    invitation.client_ids,
  ]);
  return row.id;
}

async function organisation(
  db: Db,
  ids: { partner_id: string | null; agency_id: string | null },
): ReturnType<Users["organisation"]> {
  const [row] = await db.query<{ partner: string | null; agency: string | null }>(
    "select (select name from partners where id = $1) as partner, (select name from agencies where id = $2) as agency",
    [ids.partner_id, ids.agency_id],
  );
  return {
    partner: { id: ids.partner_id, name: row?.partner ?? null },
    agency: { id: ids.agency_id, name: row?.agency ?? null },
  };
}
