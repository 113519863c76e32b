import type { Db } from "../db/db.ts";
import { ProblemError } from "../kernel/problem.ts";
import { toBase64url } from "../platform/bytes.ts";
import type { Clock } from "../platform/clock.ts";
import type { Crypto } from "../platform/crypto.ts";
import type { Random } from "../platform/random.ts";

/** What a one-time token is good for. */
export type OneTimePurpose = "password_reset" | "registration";

/** A live one-time token, without the token itself. */
export interface OneTimeToken {
  readonly user_id: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly expires_at: string;
}

/** A new token; the only time that it exists in the clear. */
export interface IssuedToken {
  /** 43 characters of base64url: 256 random bits. */
  readonly token: string;
  readonly expires_at: string;
}

/** Tokens for links in messages: hashed at rest, single-use, expiring. */
export interface OneTimeTokens {
  /**
   * Makes a token. An earlier unused one for the same purpose and subject ends with it.
   * `subject` is whom it is for: the user, or for somebody who is no user yet the e-mail address.
   */
  issue(
    purpose: OneTimePurpose,
    subject: { user_id: number } | { email: string },
    payload?: Readonly<Record<string, unknown>>,
    tx?: Db,
  ): Promise<IssuedToken>;
  /**
   * Reads a live token without using it.
   * @throws ProblemError `not_found` (unknown), `gone` (used, replaced or expired)
   */
  peek(purpose: OneTimePurpose, token: string): Promise<OneTimeToken>;
  /**
   * Uses a token: of all callers exactly one succeeds. Pass `tx` so that a failure of what follows
   * gives the token back.
   * @throws as `peek`
   */
  consume(purpose: OneTimePurpose, token: string, tx?: Db): Promise<OneTimeToken>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long a token of each purpose lives, in ms. */
export const oneTimeTokenTtlMs: Readonly<Record<OneTimePurpose, number>> = {
  password_reset: 30 * MINUTE_MS,
  registration: 7 * DAY_MS,
};

/** How long used and expired tokens still answer `gone` instead of `not_found`, in ms. */
const REMEMBER_MS = 30 * DAY_MS;

const columns = "user_id, payload, created_at, expires_at";

/** What one-time tokens are made of. */
export interface OneTimeTokensOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly crypto: Crypto;
}

/** Makes the one-time tokens of a database. */
export function createOneTimeTokens(options: OneTimeTokensOptions): OneTimeTokens {
  const { db, clock, random, crypto } = options;

  const issue: OneTimeTokens["issue"] = async (purpose, subject, payload = {}, tx = db) => {
    const token = toBase64url(random.bytes(32));
    const now = clock.now();
    const expires = new Date(now.getTime() + oneTimeTokenTtlMs[purpose]);
    const userId = "user_id" in subject ? subject.user_id : null;
    const key = "user_id" in subject ? `user:${userId}` : `email:${subject.email.toLowerCase()}`;
    await tx.transaction(async (inner) => {
      // Parallel issues for one subject take turns; the last one stays live.
      await inner.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`${purpose} ${key}`]);
      await inner.query(
        `update one_time_tokens set used_at = $3
         where purpose = $1 and subject = $2 and used_at is null`,
        [purpose, key, now],
      );
      await inner.query("delete from one_time_tokens where expires_at < $1", [new Date(now.getTime() - REMEMBER_MS)]);
      await inner.query(
        `insert into one_time_tokens
           (hash, purpose, subject, user_id, payload, created_at, expires_at)
         values ($1, $2, $3, $4, $5::jsonb, $6, $7)`,
        [crypto.sha256Hex(token), purpose, key, userId, JSON.stringify(payload), now, expires],
      );
    });
    return { token, expires_at: expires.toISOString() };
  };

  const peek: OneTimeTokens["peek"] = async (purpose, token) => {
    const [row] = await db.query<OneTimeToken>(
      `select ${columns} from one_time_tokens
       where hash = $1 and purpose = $2 and used_at is null and expires_at > $3`,
      [crypto.sha256Hex(token), purpose, clock.now()],
    );
    return row ?? refuse(db, purpose, token);
  };

  const consume: OneTimeTokens["consume"] = async (purpose, token, tx = db) => {
    const [row] = await tx.query<OneTimeToken>(
      `update one_time_tokens set used_at = $3
       where hash = $1 and purpose = $2 and used_at is null and expires_at > $3
       returning ${columns}`,
      [crypto.sha256Hex(token), purpose, clock.now()],
    );
    return row ?? refuse(tx, purpose, token);
  };

  const refuse = async (on: Db, purpose: OneTimePurpose, token: string): Promise<never> => {
    const known = await on.query("select 1 as known from one_time_tokens where hash = $1 and purpose = $2", [
      crypto.sha256Hex(token),
      purpose,
    ]);
    if (known.length === 0) throw new ProblemError("not_found", "There is no such token.");
    throw new ProblemError("gone", "The token was used, was replaced or has expired. Request a new one.");
  };

  return { issue, peek, consume };
}
