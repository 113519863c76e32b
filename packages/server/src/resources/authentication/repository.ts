import type { Settings } from "@fleet-api/contract/types/authentication";
import type { Query } from "../../db/index.ts";
import { firstRow, rows } from "../../db/index.ts";
import { foldCase } from "../../platform/fold-case.ts";
import type { CheckedUser, RegistrationInvitation } from "../../sessions/index.ts";
import { sessionIsLive } from "../../sessions/index.ts";

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
interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly password_hash: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly timezone: string;
  readonly language: string;
  readonly invitation: RegistrationInvitation;
}

/** By username (case-insensitive); null when there is none or it is disabled. */
export function findCredentials(username: string): Query<CheckedUser | null> {
  // Folded here, as for the login throttle: a name that only the database takes for the same would count as another.
  return firstRow<CheckedUser>(
    "select id, password_hash from users where fold_case(username) = $1 and disabled_at is null",
    [foldCase(username)],
  );
}

/** The addresses that a user's latest sessions of one program came from. */
export function findLoginAddresses(username: string, userAgent: string): Query<{ ip: string }[]> {
  return rows(
    `select s.ip from sessions s join users u on u.id = s.user_id
     where fold_case(u.username) = $1 and s.user_agent = $2 order by s.id desc limit 100`,
    [foldCase(username), userAgent],
  );
}

/** By e-mail address (case-insensitive); null when there is none or it is disabled. */
export function findByEmail(email: string): Query<{ id: number; email: string } | null> {
  return firstRow<{ id: number; email: string }>(
    "select id, email from users where fold_case(email) = $1 and disabled_at is null",
    [foldCase(email)],
  );
}

/** The record of one user; null when there is none. Its clients are those in the scope of the unit of work. */
export function findRecord(id: number): Query<UserRow | null> {
  return firstRow<UserRow>(recordSql, [id]);
}

const stillLoggedIn = (now: string): string =>
  `exists (select 1 from sessions s where s.user_id = $1 and ${sessionIsLive(now)})`;

/** Notes a login, which may have been ended already. */
export function noteLogin(id: number, seen: { ip: string; route: string; now: Date }): Query<unknown> {
  return rows(
    `update users set ip = $2, accessed_route = $3, accessed_at = $4, logged_in = ${stillLoggedIn("$4")} where id = $1`,
    [id, seen.ip, seen.route, seen.now],
  );
}

/** Notes whether any live session is left. */
export function noteLogout(id: number, now: Date): Query<unknown> {
  return rows(`update users set logged_in = ${stillLoggedIn("$2")} where id = $1`, [id, now]);
}

/** Sets another password. */
export function setPassword(id: number, hash: string, now: Date): Query<unknown> {
  return rows("update users set password_hash = $2, updated_at = $3 where id = $1", [id, hash, now]);
}

/** Replaces the hash of the same password by a better one, unless the password was changed meanwhile. */
export function replacePasswordHash({ id, password_hash }: CheckedUser, hash: string): Query<unknown> {
  return rows("update users set password_hash = $3 where id = $1 and password_hash = $2", [id, password_hash, hash]);
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

/** Creates a user; null when the username or the e-mail address is taken. */
export function createUser(user: NewUser, now: Date): Query<{ id: number } | null> {
  const { invitation } = user;
  return firstRow<{ id: number }>(
    `with created as (
       insert into users (account_type_id, role_id, scope_level, partner_id, agency_id, username, email,
         password_hash, first_name, last_name, timezone, language, accessed_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $13)
       on conflict do nothing returning id
     ), reach as (
       insert into user_clients (user_id, client_id) select id, unnest($14::bigint[]) from created
     )
     select id from created`,
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
      invitation.client_ids,
    ],
  );
}

/** Names of a partner and an agency; null where there is none. */
export function findNames(ids: {
  readonly partner_id: string | null;
  readonly agency_id: string | null;
}): Query<{ partner: string | null; agency: string | null } | null> {
  return firstRow<{ partner: string | null; agency: string | null }>(
    "select (select name from partners where id = $1) as partner, (select name from agencies where id = $2) as agency",
    [ids.partner_id, ids.agency_id],
  );
}
