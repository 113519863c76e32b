import type { Db } from "../db/db.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { Clock } from "../platform/clock.ts";
import type { Crypto } from "../platform/crypto.ts";
import type { Random } from "../platform/random.ts";
import { SessionKeys } from "./session-keys.ts";
import type { NewToken, TokenState } from "./session-store.ts";
import { SessionStore } from "./session-store.ts";
import { looksLikeToken, mintToken } from "./token.ts";

/** Who is behind an accepted access token. */
export interface Principal {
  readonly session_id: number;
  readonly user_id: number;
}

/** The answer to an accepted access token. */
export interface Authentication {
  readonly principal: Principal;
  /** The token that replaces the presented one; null while the presented one is current. */
  readonly newerToken: string | null;
  /** The current token of the session: `newerToken`, or the presented token. */
  readonly currentToken: string;
}

/** A user whose password was found right. */
export interface CheckedUser {
  readonly id: number;
  /** The stored hash that it was checked against. */
  readonly password_hash: string;
}

/** Where a login came from; kept with the session. */
export interface LoginMeta {
  readonly ip?: string;
  readonly userAgent?: string;
}

/** A new session with its first access token. */
export interface StartedSession {
  readonly token: string;
  readonly session_id: number;
}

/** Sessions and their rotating access tokens. */
export interface Sessions {
  /**
   * Starts a session and returns its first token. The caller has checked the password against `password_hash`; null when
   * that is no longer the user's, because the password was reset meanwhile or the user disabled.
   */
  login(user: CheckedUser, meta?: LoginMeta): Promise<StartedSession | null>;
  /**
   * Accepts a token (without the word `bearer`), rotating it when it is old.
   * @throws ProblemError `unauthenticated` (unknown), `token_revoked`, `token_expired`
   */
  authenticate(token: string): Promise<Authentication>;
  /** The current token of the session that `token` belongs to; same errors as `authenticate`. */
  currentToken(token: string): Promise<string>;
  /** Ends one session: all its tokens are refused from now on. False when it had ended before. */
  logout(sessionId: number, tx?: Db): Promise<boolean>;
  /** Ends all sessions of a user; returns how many were live. */
  revokeAll(userId: number, tx?: Db): Promise<number>;
}

/** What sessions are made of. */
export interface SessionsOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly crypto: Crypto;
  /**
   * Age at which a token is replaced when used, in ms; 0 replaces on every use. A function is asked at each use,
   * so that a running service can be told otherwise. @default 180000 (3 minutes)
   */
  readonly rotateAfterMs?: number | (() => number);
  /** How long a superseded token, and an unused current one, stays valid, in ms. @default 604800000 (7 days) */
  readonly supersededTtlMs?: number;
}

const SESSION_KEY_BYTES = 32;
const DEFAULT_ROTATE_AFTER_MS = 3 * 60_000;
const DEFAULT_SUPERSEDED_TTL_MS = 7 * 24 * 60 * 60_000;
/** A rotation can lose against another request; whoever lost this often takes the winner's token as it is. */
const MAX_ROTATION_ATTEMPTS = 5;

/**
 * Rotating sessions. Any live token of a session leads to the one current token, however many
 * callers, processes or lost answers there are: each token row holds the session key sealed under
 * that token, and the session row holds the current token sealed under the session key.
 * @throws RangeError when `rotateAfterMs` does not lie below `supersededTtlMs`
 */
export function createSessions(options: SessionsOptions): Sessions {
  return new RotatingSessions(options);
}

class RotatingSessions implements Sessions {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #crypto: Crypto;
  readonly #store: SessionStore;
  readonly #keys: SessionKeys;
  readonly #rotateAfterMs: () => number;
  readonly #ttlMs: number;

  constructor(options: SessionsOptions) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#crypto = options.crypto;
    this.#store = new SessionStore(options.db);
    this.#keys = new SessionKeys(options.crypto);
    const rotateAfter = options.rotateAfterMs ?? DEFAULT_ROTATE_AFTER_MS;
    this.#rotateAfterMs = typeof rotateAfter === "function" ? rotateAfter : () => rotateAfter;
    this.#ttlMs = options.supersededTtlMs ?? DEFAULT_SUPERSEDED_TTL_MS;
    const initial = this.#rotateAfterMs();
    if (!(initial >= 0 && initial < this.#ttlMs)) {
      throw new RangeError(
        `rotateAfterMs must be at least 0 and below supersededTtlMs (${this.#ttlMs}), but is ${initial}.`,
      );
    }
  }

  async login(user: CheckedUser, { ip = "", userAgent = "" }: LoginMeta = {}): Promise<StartedSession | null> {
    const sessionKey = this.#random.bytes(SESSION_KEY_BYTES);
    const { token, row } = this.#mint(1, sessionKey);
    const session = { userId: user.id, passwordHash: user.password_hash, ip, userAgent };
    const session_id = await this.#store.start({ ...row, ...session });
    return session_id === null ? null : { token, session_id };
  }

  async authenticate(token: string): Promise<Authentication> {
    for (let attempt = 1; ; attempt += 1) {
      const state = await this.#accept(token);
      const principal = { session_id: state.sessionId, user_id: state.userId };
      const isCurrent = state.seq === state.currentSeq;
      const due = attempt <= MAX_ROTATION_ATTEMPTS && this.#isDue(state, isCurrent);
      if (isCurrent && !due) return { principal, newerToken: null, currentToken: token };
      const sessionKey = this.#keys.openKey(token, state.keySealed);
      const newer = due ? await this.#rotate(state, sessionKey) : this.#keys.openToken(sessionKey, state.currentSealed);
      if (newer !== null) return { principal, newerToken: newer, currentToken: newer };
    }
  }

  async currentToken(token: string): Promise<string> {
    return (await this.authenticate(token)).currentToken;
  }

  logout(sessionId: number, tx?: Db): Promise<boolean> {
    return this.#store.revoke(sessionId, this.#clock.now(), tx);
  }

  revokeAll(userId: number, tx?: Db): Promise<number> {
    return this.#store.revokeAll(userId, this.#clock.now(), tx);
  }

  /** The live state of a presented token, or the problem that says why it is refused. */
  async #accept(token: string): Promise<TokenState> {
    const state = looksLikeToken(token) ? await this.#store.find(this.#crypto.sha256Hex(token)) : null;
    if (state === null) {
      throw new ProblemError("unauthenticated", "The access token is unknown. Log in again.");
    }
    if (state.revoked) {
      throw new ProblemError("token_revoked", "The session of this access token has ended. Log in again.");
    }
    if (state.expiresAt <= this.#clock.now().getTime()) {
      throw new ProblemError("token_expired", "The access token has expired. Log in again.");
    }
    return state;
  }

  /**
   * Whether the current token is due. With `rotateAfterMs` 0 only the current token itself causes
   * a rotation: uses of one superseded token still get one and the same successor.
   */
  #isDue(state: TokenState, isCurrent: boolean): boolean {
    const rotateAfterMs = this.#rotateAfterMs();
    if (rotateAfterMs === 0) return isCurrent;
    return this.#clock.now().getTime() - state.currentIssuedAt >= rotateAfterMs;
  }

  /** Replaces the current token; null when another request did so first, or ended the session. */
  async #rotate(state: TokenState, sessionKey: Uint8Array): Promise<string | null> {
    const { token, row } = this.#mint(state.currentSeq + 1, sessionKey);
    const { sessionId, currentSeq: fromSeq } = state;
    return (await this.#store.rotate({ ...row, sessionId, fromSeq })) ? token : null;
  }

  #mint(seq: number, sessionKey: Uint8Array): { token: string; row: NewToken } {
    const token = mintToken(this.#random, seq);
    const now = this.#clock.now();
    const row = {
      hash: this.#crypto.sha256Hex(token),
      keySealed: this.#keys.sealKey(token, sessionKey),
      currentSealed: this.#keys.sealToken(sessionKey, token),
      now,
      expiresAt: new Date(now.getTime() + this.#ttlMs),
    };
    return { token, row };
  }
}
