import type { Query, Transaction, UnitOfWork } from "../db/index.ts";
import { firstRow, rows } from "../db/index.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { Clock } from "../platform/clock.ts";
import type { Crypto } from "../platform/crypto.ts";
import { toBase64url } from "../platform/crypto.ts";
import { foldCase } from "../platform/fold-case.ts";
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
   * Makes a token. Earlier ones stay good until one of them is used or they expire: whoever asks twice may use either.
   * `subject` is whom it is for: the user, or for somebody who is no user yet the e-mail address.
   */
  issue(
    purpose: OneTimePurpose,
    subject: { user_id: number } | { email: string },
    payload?: Readonly<Record<string, unknown>>,
  ): { readonly issued: IssuedToken; readonly query: Query<unknown> };
  /**
   * Reads a live token without using it.
   * @throws ProblemError `not_found` (unknown), `gone` (used or expired)
   */
  peek(work: UnitOfWork, purpose: OneTimePurpose, token: string): Promise<OneTimeToken>;
  /**
   * Uses a token, and with it all others of its purpose and subject: of all callers exactly one succeeds. A failure of
   * what follows in the transaction gives the token back.
   * @throws as `peek`
   */
  consume(tx: Transaction, purpose: OneTimePurpose, token: string): Promise<OneTimeToken>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long a token of each purpose lives, in ms. */
const oneTimeTokenTtlMs: Readonly<Record<OneTimePurpose, number>> = {
  password_reset: 30 * MINUTE_MS,
  registration: 7 * DAY_MS,
};

const columns = "user_id, payload, created_at, expires_at";

/** What one-time tokens are made of. */
interface OneTimeTokensOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly crypto: Crypto;
}

/** Makes one-time tokens. */
export function createOneTimeTokens({ clock, random, crypto }: OneTimeTokensOptions): OneTimeTokens {
  return {
    issue: (purpose, subject, payload = {}) => {
      const token = toBase64url(random.bytes(32));
      const now = clock.now();
      const expires = new Date(now.getTime() + oneTimeTokenTtlMs[purpose]);
      const userId = "user_id" in subject ? subject.user_id : null;
      const key = "user_id" in subject ? `user:${userId}` : `email:${foldCase(subject.email)}`;
      const query = rows(
        `insert into one_time_tokens (hash, purpose, subject, user_id, payload, created_at, expires_at)
         values ($1, $2, $3, $4, $5::jsonb, $6, $7)`,
        [crypto.sha256Hex(token), purpose, key, userId, JSON.stringify(payload), now, expires],
      );
      return { issued: { token, expires_at: expires.toISOString() }, query };
    },
    peek: async (work, purpose, token) => {
      const hash = crypto.sha256Hex(token);
      const [live, known] = await work.read(findLive(purpose, hash, clock.now()), isKnown(purpose, hash));
      return live ?? refuse(known);
    },
    consume: async (tx, purpose, token) => {
      const hash = crypto.sha256Hex(token);
      const [used] = await tx.run(use(purpose, hash, clock.now()));
      if (used !== null) return used;
      const [known] = await tx.run(isKnown(purpose, hash));
      return refuse(known);
    },
  };
}

/**
 * The row of a hash, found by nothing else: without statistics, the planner takes the index of a purpose for as good, and
 * then reads all tokens of the purpose.
 */
const given = "given as materialized (select * from one_time_tokens where hash = $1)";
const isLive = "purpose = $2 and used_at is null and expires_at > $3";

function findLive(purpose: OneTimePurpose, hash: string, now: Date): Query<OneTimeToken | null> {
  return firstRow<OneTimeToken>(`with ${given} select ${columns} from given where ${isLive}`, [hash, purpose, now]);
}

function use(purpose: OneTimePurpose, hash: string, now: Date): Query<OneTimeToken | null> {
  return firstRow<OneTimeToken>(
    // Locked in one order: who uses another token of the subject waits here, and does not hold what this one needs next.
    `with ${given}, live as (
       select hash from one_time_tokens
       where purpose = $2 and used_at is null and subject = (select subject from given where ${isLive})
       order by hash for update
     ), used as (
       update one_time_tokens set used_at = $3 where hash in (select hash from live)
       returning hash, ${columns}
     ), messages as (
       delete from outbox where token_hash in (select hash from used)
     )
     select ${columns} from used where hash = $1`,
    [hash, purpose, now],
  );
}

function isKnown(purpose: OneTimePurpose, hash: string): Query<object | null> {
  return firstRow("select 1 as known from one_time_tokens where hash = $1 and purpose = $2", [hash, purpose]);
}

function refuse(known: object | null): never {
  if (known === null) throw new ProblemError("not_found", "There is no such token.");
  throw new ProblemError("gone", "The token was used, was replaced or has expired. Request a new one.");
}

/** Payload of a `registration` token: who may become a user, and which user it will be. */
export interface RegistrationInvitation {
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly account_type_id: number;
  readonly role_id: number;
  readonly scope_level: "partner" | "agency" | "client";
  readonly partner_id: string | null;
  readonly agency_id: string | null;
  /** Clients that a user of the level `client` may reach. */
  readonly client_ids: readonly number[];
}
