import type { Access } from "../access/index.ts";
import { createGrantsCache } from "../access/index.ts";
import type { Query, UnitOfWork } from "../db/index.ts";
import { createScope, isDatabaseFailure } from "../db/index.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { Clock } from "../platform/clock.ts";
import type { Crypto } from "../platform/crypto.ts";
import type { Random } from "../platform/random.ts";
import type { AccessCache } from "./access-cache.ts";
import { noAccessCache } from "./access-cache.ts";
import { looksLikeToken, mintToken, SessionKeys } from "./session-keys.ts";
import type { NewToken, SessionAccess, TokenState } from "./session-store.ts";
import {
  findSessions,
  findToken,
  limitEndedSessions,
  revokeSession,
  revokeSessions,
  roleGrants,
  rotateToken,
  startSession,
} from "./session-store.ts";

/** Who is behind an accepted access token, and what that user may do where. */
export interface SessionPrincipal extends Access {
  readonly session_id: number;
  readonly user_id: number;
}

/** The answer to an accepted access token. */
interface Authentication {
  readonly principal: SessionPrincipal;
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
interface LoginMeta {
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
  login(work: UnitOfWork, user: CheckedUser, meta?: LoginMeta): Promise<StartedSession | null>;
  /**
   * Accepts a token (without the word `bearer`), rotating it when it is old. When a rotation cannot be written, the
   * token stays as it is and the next request tries again.
   * @throws ProblemError `unauthenticated` (unknown), `token_revoked`, `token_expired`
   */
  authenticate(work: UnitOfWork, token: string): Promise<Authentication>;
  /** Ends one session: all its tokens are refused from now on. `also` is written with it. */
  logout(work: UnitOfWork, sessionId: number, ...also: readonly Query<unknown>[]): Promise<void>;
  /** Ends all sessions of a user, as part of a transaction of the caller. */
  revokeAll(userId: number): Query<unknown>;
  /** What sessions stand for now, by their ids: those that are live. */
  principalsOf(work: UnitOfWork, sessionIds: readonly number[]): Promise<ReadonlyMap<number, SessionPrincipal>>;
  /** What an accepted token stands for, without replacing it; same errors as `authenticate`. */
  principalOf(work: UnitOfWork, token: string): Promise<SessionPrincipal>;
}

/** What sessions are made of. */
interface SessionsOptions {
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
  /** How long a session lives however often it rotates, in ms. @default 7776000000 (90 days) */
  readonly maxSessionMs?: number;
  /** @default none: every request reads the state of its session */
  readonly cache?: AccessCache;
}

const SESSION_KEY_BYTES = 32;
const DEFAULT_ROTATE_AFTER_MS = 3 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_SUPERSEDED_TTL_MS = 7 * DAY_MS;
const DEFAULT_MAX_SESSION_MS = 90 * DAY_MS;
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
  readonly #keys: SessionKeys;
  readonly #grants = createGrantsCache();
  readonly #cache: AccessCache;
  readonly #rotateAfterMs: () => number;
  readonly #ttlMs: number;
  readonly #maxSessionMs: number;

  constructor(options: SessionsOptions) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#crypto = options.crypto;
    this.#keys = new SessionKeys(options.crypto);
    this.#cache = options.cache ?? noAccessCache;
    const rotateAfter = options.rotateAfterMs ?? DEFAULT_ROTATE_AFTER_MS;
    this.#rotateAfterMs = typeof rotateAfter === "function" ? rotateAfter : () => rotateAfter;
    this.#ttlMs = options.supersededTtlMs ?? DEFAULT_SUPERSEDED_TTL_MS;
    this.#maxSessionMs = options.maxSessionMs ?? DEFAULT_MAX_SESSION_MS;
    const initial = this.#rotateAfterMs();
    if (!(initial >= 0 && initial < this.#ttlMs)) {
      throw new RangeError(
        `rotateAfterMs must be at least 0 and below supersededTtlMs (${this.#ttlMs}), but is ${initial}.`,
      );
    }
  }

  async login(
    work: UnitOfWork,
    user: CheckedUser,
    { ip = "", userAgent = "" }: LoginMeta = {},
  ): Promise<StartedSession | null> {
    const sessionKey = this.#random.bytes(SESSION_KEY_BYTES);
    const { token, row } = this.#mint(1, sessionKey, this.#clock.now().getTime() + this.#maxSessionMs);
    const session = { userId: user.id, passwordHash: user.password_hash, ip, userAgent };
    const [, started] = await work.write(limitEndedSessions(user.id), startSession({ ...row, ...session }));
    return started === null ? null : { token, session_id: started.session_id };
  }

  async authenticate(work: UnitOfWork, token: string): Promise<Authentication> {
    for (let attempt = 1; ; attempt += 1) {
      const state = await this.#accept(work, token);
      const principal = await this.#principal(work, state);
      const isCurrent = state.seq === state.current_seq;
      const due = attempt <= MAX_ROTATION_ATTEMPTS && this.#isDue(state, isCurrent);
      if (isCurrent && !due) return { principal, newerToken: null, currentToken: token };
      const sessionKey = this.#keys.openKey(token, state.key_sealed);
      const newer = due
        ? await this.#rotate(work, state, sessionKey, token)
        : this.#keys.openToken(sessionKey, state.current_sealed);
      if (newer === token) return { principal, newerToken: null, currentToken: token };
      if (newer !== null) return { principal, newerToken: newer, currentToken: newer };
    }
  }

  async logout(work: UnitOfWork, sessionId: number, ...also: readonly Query<unknown>[]): Promise<void> {
    await work.write(revokeSession(sessionId, this.#clock.now()), ...also);
  }

  revokeAll(userId: number): Query<unknown> {
    return revokeSessions(userId, this.#clock.now());
  }

  async principalOf(work: UnitOfWork, token: string): Promise<SessionPrincipal> {
    return this.#principal(work, await this.#accept(work, token));
  }

  async principalsOf(work: UnitOfWork, sessionIds: readonly number[]): Promise<ReadonlyMap<number, SessionPrincipal>> {
    const now = this.#clock.now();
    const [found] = sessionIds.length === 0 ? [[]] : await work.read(findSessions(sessionIds, now));
    const live = found.filter((session) => this.#sessionEnd(session) > now.getTime());
    const principals = await Promise.all(live.map((session) => this.#principal(work, session)));
    return new Map(principals.map((principal) => [principal.session_id, principal]));
  }

  /** The live state of a presented token, or the problem that says why it is refused. */
  async #accept(work: UnitOfWork, token: string): Promise<TokenState> {
    const state = looksLikeToken(token) ? await this.#find(work, this.#crypto.sha256Hex(token)) : null;
    if (state === null) {
      throw new ProblemError("unauthenticated", "The access token is unknown. Log in again.");
    }
    if (state.revoked) {
      throw new ProblemError("token_revoked", "The session of this access token has ended. Log in again.");
    }
    const now = this.#clock.now().getTime();
    const ends = Math.min(Date.parse(state.expires_at), this.#sessionEnd(state));
    if (!(ends > now)) throw new ProblemError("token_expired", "The access token has expired. Log in again.");
    return state;
  }

  #find(work: UnitOfWork, hash: string): Promise<TokenState | null> {
    return this.#cache.find(hash, async () => {
      const [state] = await work.read(findToken(hash));
      return state;
    });
  }

  async #principal(work: UnitOfWork, state: SessionAccess): Promise<SessionPrincipal> {
    const { session_id, user_id, role_id, role_version } = state;
    const grants = await this.#grants.get(role_id, role_version, async () => {
      const [granted] = await work.read(roleGrants(role_id));
      return granted.map(({ resource, action }) => [resource, action] as const);
    });
    return { session_id, user_id, scope: scopeOf(state), grants };
  }

  #sessionEnd(state: SessionAccess): number {
    return Date.parse(state.session_created_at) + this.#maxSessionMs;
  }

  /**
   * Whether the current token is due. With `rotateAfterMs` 0 only the current token itself causes
   * a rotation: uses of one superseded token still get one and the same successor.
   */
  #isDue(state: TokenState, isCurrent: boolean): boolean {
    const rotateAfterMs = this.#rotateAfterMs();
    if (rotateAfterMs === 0) return isCurrent;
    return this.#clock.now().getTime() - Date.parse(state.current_issued_at) >= rotateAfterMs;
  }

  /**
   * Replaces the current token; null when another request did so first, or ended the session. What could not be written
   * leaves the token that was current before.
   */
  async #rotate(
    work: UnitOfWork,
    state: TokenState,
    sessionKey: Uint8Array,
    presented: string,
  ): Promise<string | null> {
    const { session_id: sessionId, current_seq: fromSeq } = state;
    const { token, row } = this.#mint(fromSeq + 1, sessionKey, this.#sessionEnd(state));
    try {
      const [written] = await work.write(rotateToken({ ...row, sessionId, fromSeq }));
      return written.length === 1 ? token : null;
    } catch (error) {
      if (!isDatabaseFailure(error)) throw error;
      return state.seq === fromSeq ? presented : this.#keys.openToken(sessionKey, state.current_sealed);
    } finally {
      this.#cache.forget(sessionId);
    }
  }

  /** `sessionEnd` in ms since 1970; no token outlives its session. */
  #mint(seq: number, sessionKey: Uint8Array, sessionEnd: number): { token: string; row: NewToken } {
    const token = mintToken(this.#random, seq);
    const now = this.#clock.now();
    const row = {
      hash: this.#crypto.sha256Hex(token),
      keySealed: this.#keys.sealKey(token, sessionKey),
      currentSealed: this.#keys.sealToken(sessionKey, token),
      now,
      expiresAt: new Date(Math.min(now.getTime() + this.#ttlMs, sessionEnd)),
    };
    return { token, row };
  }
}

function scopeOf({ scope_level, partner_id, agency_id, client_ids }: SessionAccess): Access["scope"] {
  if (scope_level === "partner") return createScope({ partners: partner_id === null ? [] : [partner_id] });
  if (scope_level === "agency") return createScope({ agencies: agency_id === null ? [] : [agency_id] });
  return createScope({ clients: client_ids });
}
