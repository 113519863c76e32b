import type { Query } from "../db/index.ts";
import { firstRow, rows } from "../db/index.ts";

/** A session and what its user may reach, as one query finds it. */
export interface SessionAccess {
  readonly session_id: number;
  readonly user_id: number;
  readonly session_created_at: string;
  readonly role_id: number;
  readonly role_version: number;
  readonly scope_level: "partner" | "agency" | "client";
  readonly partner_id: string | null;
  readonly agency_id: string | null;
  /** Clients of a user of the level `client`. */
  readonly client_ids: readonly number[];
}

/** A token with its session. */
export interface TokenState extends SessionAccess {
  readonly seq: number;
  readonly key_sealed: string;
  readonly expires_at: string;
  readonly current_seq: number;
  readonly current_sealed: string;
  readonly current_issued_at: string;
  /** The session was ended, or its user disabled. */
  readonly revoked: boolean;
}

/** What a new token brings into the store. */
export interface NewToken {
  readonly hash: string;
  readonly keySealed: string;
  readonly currentSealed: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Whose session begins, and where. */
interface NewSession {
  readonly userId: number;
  /** The hash that the password was checked against. */
  readonly passwordHash: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** What the user of a session `s`, `u` with the role `r`, may reach. */
const accessColumns = `u.role_id, r.version as role_version, u.scope_level, u.partner_id, u.agency_id,
    case when u.scope_level = 'client'
      then array(select client_id from user_clients where user_id = u.id and live order by client_id)
      else '{}'::bigint[] end as client_ids`;

const findSql = `
  select t.session_id, s.user_id, t.seq, t.key_sealed, t.expires_at, s.current_seq, s.current_sealed,
    s.current_issued_at, s.created_at as session_created_at,
    (s.revoked_at is not null or u.disabled_at is not null) as revoked, ${accessColumns}
  from session_tokens t
  join sessions s on s.id = t.session_id
  join users u on u.id = s.user_id
  join roles r on r.id = u.role_id
  where t.hash = $1`;

/** The token with this hash; null when there is none. */
export function findToken(hash: string): Query<TokenState | null> {
  return firstRow<TokenState>(findSql, [hash]);
}

/** Sessions that are live, with what their users may reach now. */
export function findSessions(ids: readonly number[], now: Date): Query<SessionAccess[]> {
  return rows(
    `select s.id as session_id, s.user_id, s.created_at as session_created_at, ${accessColumns}
     from sessions s join users u on u.id = s.user_id join roles r on r.id = u.role_id
     where s.id = any($1::bigint[]) and u.disabled_at is null and ${sessionIsLive("$2::timestamptz")}`,
    [ids, now],
  );
}

/** The permissions of a role. */
export function roleGrants(roleId: number): Query<{ resource: string; action: string }[]> {
  return rows("select resource, action from role_permissions where role_id = $1", [roleId]);
}

/**
 * Live sessions of one user, and as many that have ended, the latest. A login above that ends an expired one that is still
 * stored, or else the oldest.
 */
const MAX_SESSIONS = 100;

/** SQL of whether a session `s` is live: not ended, and its current token has not expired at `now`, a parameter. */
export function sessionIsLive(now: string): string {
  return `s.revoked_at is null and (
    select t.expires_at > ${now} from session_tokens t where t.session_id = s.id and t.seq = s.current_seq)`;
}

/**
 * Inserts only while the password that was checked is current. The user is written and not only locked, so that a reset
 * whose snapshot is older than the session runs again, finds the session and ends it. For the same reason logins at the same
 * time count each other's sessions.
 */
const startSql = `
  with checked as (
    update users set logged_in = true where id = $1 and password_hash = $9 and disabled_at is null returning id
  ), session as (
    insert into sessions
      (user_id, current_seq, current_sealed, current_issued_at, created_at, ip, user_agent)
    select id, 1, $2, $3::timestamptz, $3::timestamptz, $4, $5 from checked
    returning id
  ), oldest as (
    update sessions set revoked_at = $3::timestamptz where id in (
      select s.id from sessions s where s.user_id = (select id from checked) and s.revoked_at is null
      order by (${sessionIsLive("$3::timestamptz")}) desc, s.id desc offset ${MAX_SESSIONS - 1}
    )
  )
  insert into session_tokens (hash, session_id, seq, key_sealed, issued_at, expires_at)
  select $6, id, 1, $7, $3::timestamptz, $8::timestamptz from session
  returning session_id`;

/** Starts a session; null when the user was disabled or has another password by now. */
export function startSession(token: NewToken & NewSession): Query<{ session_id: number } | null> {
  const { userId, passwordHash, currentSealed, now, ip, userAgent, hash, keySealed, expiresAt } = token;
  const params = [userId, currentSealed, now, ip, userAgent, hash, keySealed, expiresAt, passwordHash];
  return firstRow<{ session_id: number }>(startSql, params);
}

/** Compare-and-swap on the ordinal; the tombstone is checked in the same UPDATE. */
const rotateSql = `
  with won as (
    update sessions
    set current_seq = current_seq + 1, current_sealed = $3, current_issued_at = $4::timestamptz
    where id = $1 and current_seq = $2 and revoked_at is null
    returning id, current_seq
  ), superseded as (
    update session_tokens t set superseded_at = $4::timestamptz, expires_at = $5::timestamptz
    from won where t.session_id = won.id and t.seq = $2
  )
  insert into session_tokens (hash, session_id, seq, key_sealed, issued_at, expires_at)
  select $6, id, current_seq, $7, $4::timestamptz, $5::timestamptz from won
  returning session_id`;

/** Replaces the current token; no row when the session was rotated or ended by another request. */
export function rotateToken(token: NewToken & { sessionId: number; fromSeq: number }): Query<object[]> {
  const { sessionId, fromSeq, currentSealed, now, expiresAt, hash, keySealed } = token;
  return rows(rotateSql, [sessionId, fromSeq, currentSealed, now, expiresAt, hash, keySealed]);
}

/** Ends a session; a row when it was live. */
export function revokeSession(sessionId: number, now: Date): Query<object[]> {
  return rows("update sessions set revoked_at = $2 where id = $1 and revoked_at is null returning id", [
    sessionId,
    now,
  ]);
}

/** Ends all sessions of a user; a row for each that was live. */
export function revokeSessions(userId: number, now: Date): Query<object[]> {
  return rows("update sessions set revoked_at = $2 where user_id = $1 and revoked_at is null returning id", [
    userId,
    now,
  ]);
}

/**
 * Removes the user's ended sessions but the latest. A job removes the others that are over, but a program that logs in every
 * second would leave a row for each login until then.
 */
export function limitEndedSessions(userId: number): Query<object[]> {
  return rows(
    `delete from sessions where id in (
       select id from sessions where user_id = $1 and revoked_at is not null order by id desc offset ${MAX_SESSIONS})`,
    [userId],
  );
}
