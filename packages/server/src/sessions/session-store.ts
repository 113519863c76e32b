import type { Db } from "../db/db.ts";

/** A token with its session, as one query finds it. Instants in ms since 1970. */
export interface TokenState {
  readonly sessionId: number;
  readonly userId: number;
  readonly seq: number;
  readonly keySealed: string;
  readonly expiresAt: number;
  readonly currentSeq: number;
  readonly currentSealed: string;
  readonly currentIssuedAt: number;
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
export interface NewSession {
  readonly userId: number;
  /** The hash that the password was checked against. */
  readonly passwordHash: string;
  readonly ip: string;
  readonly userAgent: string;
}

interface StateRow {
  session_id: number;
  user_id: number;
  seq: number;
  key_sealed: string;
  expires_at: string;
  current_seq: number;
  current_sealed: string;
  current_issued_at: string;
  revoked: boolean;
}

const findSql = `
  select t.session_id, s.user_id, t.seq, t.key_sealed, t.expires_at, s.current_seq,
    s.current_sealed, s.current_issued_at,
    (s.revoked_at is not null or u.disabled_at is not null) as revoked
  from session_tokens t
  join sessions s on s.id = t.session_id
  join users u on u.id = s.user_id
  where t.hash = $1`;

/**
 * Inserts only while the password that was checked is current. The lock makes it wait for a reset under way, and a
 * reset that comes later finds the session and ends it.
 */
const startSql = `
  with checked as (
    select id from users where id = $1 and password_hash = $9 and disabled_at is null for share
  ), session as (
    insert into sessions
      (user_id, current_seq, current_sealed, current_issued_at, created_at, ip, user_agent)
    select id, 1, $2, $3::timestamptz, $3::timestamptz, $4, $5 from checked
    returning id
  )
  insert into session_tokens (hash, session_id, seq, key_sealed, issued_at, expires_at)
  select $6, id, 1, $7, $3::timestamptz, $8::timestamptz from session
  returning session_id`;

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
  ), swept as (
    delete from session_tokens t using won
    where t.session_id = won.id and t.expires_at <= $4::timestamptz and t.seq <> $2
  )
  insert into session_tokens (hash, session_id, seq, key_sealed, issued_at, expires_at)
  select $6, id, current_seq, $7, $4::timestamptz, $5::timestamptz from won
  returning session_id`;

/** The SQL of sessions; decides nothing. */
export class SessionStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async find(hash: string): Promise<TokenState | null> {
    const [row] = await this.#db.query<StateRow>(findSql, [hash]);
    if (row === undefined) return null;
    return {
      sessionId: row.session_id,
      userId: row.user_id,
      seq: row.seq,
      keySealed: row.key_sealed,
      expiresAt: Date.parse(row.expires_at),
      currentSeq: row.current_seq,
      currentSealed: row.current_sealed,
      currentIssuedAt: Date.parse(row.current_issued_at),
      revoked: row.revoked,
    };
  }

  /** The id of the new session; null when the user was disabled or has another password by now. */
  async start(token: NewToken & NewSession): Promise<number | null> {
    const { userId, passwordHash, currentSealed, now, ip, userAgent, hash, keySealed, expiresAt } = token;
    await this.#sweep(userId, now);
    const [row] = await this.#db.query<{ session_id: number }>(startSql, [
      userId,
      currentSealed,
      now,
      ip,
      userAgent,
      hash,
      keySealed,
      expiresAt,
      passwordHash,
    ]);
    return row?.session_id ?? null;
  }

  /** False when the session was rotated or ended by another request. */
  async rotate(token: NewToken & { sessionId: number; fromSeq: number }): Promise<boolean> {
    const { sessionId, fromSeq, currentSealed, now, expiresAt, hash, keySealed } = token;
    const rows = await this.#db.query(rotateSql, [sessionId, fromSeq, currentSealed, now, expiresAt, hash, keySealed]);
    return rows.length === 1;
  }

  async revoke(sessionId: number, now: Date, db: Db = this.#db): Promise<boolean> {
    const rows = await db.query(
      "update sessions set revoked_at = $2 where id = $1 and revoked_at is null returning id",
      [sessionId, now],
    );
    return rows.length === 1;
  }

  async revokeAll(userId: number, now: Date, db: Db = this.#db): Promise<number> {
    const rows = await db.query(
      "update sessions set revoked_at = $2 where user_id = $1 and revoked_at is null returning id",
      [userId, now],
    );
    return rows.length;
  }

  /** Removes the user's sessions that have no live token left; their tokens go with them. */
  async #sweep(userId: number, now: Date): Promise<void> {
    await this.#db.query(
      `delete from sessions s where s.user_id = $1 and not exists (
        select 1 from session_tokens t where t.session_id = s.id and t.expires_at > $2)`,
      [userId, now],
    );
  }
}
