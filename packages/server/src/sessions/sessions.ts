import type { Db } from "../db/db.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { Clock } from "../platform/clock.ts";
import type { Crypto } from "../platform/crypto.ts";
import type { Random } from "../platform/random.ts";
import { SessionKeys } from "./session-keys.ts";
import type { TokenState } from "./session-store.ts";
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

/** Where a login came from; kept with the session. */
export interface LoginMeta {
  readonly ip?: string;
  readonly userAgent?: string;
}

/** Sessions and their rotating access tokens. */
export interface Sessions {
  /** Starts a session and returns its first token. The caller has checked the password. */
  login(userId: number, meta?: LoginMeta): Promise<{ token: string; session_id: number }>;
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

const DEFAULT_ROTATE_AFTER_MS = 3 * 60_000;
const DEFAULT_SUPERSEDED_TTL_MS = 7 * 24 * 60 * 60_000;
/** A rotation can lose against another request; whoever lost this often takes the winner's token as it is. */
const MAX_ROTATION_ATTEMPTS = 5;

/**
 * Rotating sessions. Any live token of a session leads to the one current token, however many
 * callers, processes or lost answers there are: each token row holds the session key sealed under
 * that token, and the session row holds the current token sealed under the session key.
 */
export function createSessions(options: SessionsOptions): Sessions {
  const { db, clock, random, crypto } = options;
  const rotateAfter = options.rotateAfterMs ?? DEFAULT_ROTATE_AFTER_MS;
  const rotateAfterMs = typeof rotateAfter === "function" ? rotateAfter : () => rotateAfter;
  const ttlMs = options.supersededTtlMs ?? DEFAULT_SUPERSEDED_TTL_MS;
  const initial = rotateAfterMs();
  if (!(initial >= 0 && initial < ttlMs)) {
    throw new RangeError(`rotateAfterMs must be at least 0 and below supersededTtlMs (${ttlMs}), but is ${initial}.`);
  }
  const store = new SessionStore(db);
  const keys = new SessionKeys(crypto);

  const login: Sessions["login"] = async (userId, meta = {}) => {
    const token = mintToken(random, 1);
    const sessionKey = random.bytes(32);
    const now = clock.now();
    const session_id = await store.start({
      userId,
      hash: crypto.sha256Hex(token),
      keySealed: keys.sealKey(token, sessionKey),
      currentSealed: keys.sealToken(sessionKey, token),
      now,
      expiresAt: new Date(now.getTime() + ttlMs),
      ip: meta.ip ?? "",
      userAgent: meta.userAgent ?? "",
    });
    return { token, session_id };
  };

  /** The live state of a presented token, or the problem that says why it is refused. */
  const accept = async (token: string): Promise<TokenState> => {
    const state = looksLikeToken(token) ? await store.find(crypto.sha256Hex(token)) : null;
    if (state === null) {
      throw new ProblemError("unauthenticated", "The access token is unknown. Log in again.");
    }
    if (state.revoked) {
      throw new ProblemError("token_revoked", "The session of this access token has ended. Log in again.");
    }
    if (state.expiresAt <= clock.now().getTime()) {
      throw new ProblemError("token_expired", "The access token has expired. Log in again.");
    }
    return state;
  };

  /** Replaces the current token; null when another request did so first. */
  const rotate = async (state: TokenState, sessionKey: Uint8Array): Promise<string | null> => {
    const seq = state.currentSeq + 1;
    const token = mintToken(random, seq);
    const now = clock.now();
    const won = await store.rotate({
      sessionId: state.sessionId,
      fromSeq: state.currentSeq,
      hash: crypto.sha256Hex(token),
      keySealed: keys.sealKey(token, sessionKey),
      currentSealed: keys.sealToken(sessionKey, token),
      now,
      expiresAt: new Date(now.getTime() + ttlMs),
    });
    return won ? token : null;
  };

  const authenticate: Sessions["authenticate"] = async (token) => {
    for (let attempt = 1; ; attempt += 1) {
      const state = await accept(token);
      const principal = { session_id: state.sessionId, user_id: state.userId };
      const isCurrent = state.seq === state.currentSeq;
      const old = isOld(state, isCurrent, clock.now().getTime(), rotateAfterMs());
      if (isCurrent && !old) return { principal, newerToken: null, currentToken: token };
      const sessionKey = keys.openKey(token, state.keySealed);
      if (!old || attempt > MAX_ROTATION_ATTEMPTS) {
        const current = isCurrent ? token : keys.openToken(sessionKey, state.currentSealed);
        return { principal, newerToken: isCurrent ? null : current, currentToken: current };
      }
      const minted = await rotate(state, sessionKey);
      if (minted !== null) return { principal, newerToken: minted, currentToken: minted };
    }
  };

  return {
    login,
    authenticate,
    currentToken: async (token) => (await authenticate(token)).currentToken,
    logout: (sessionId, tx) => store.revoke(sessionId, clock.now(), tx),
    revokeAll: (userId, tx) => store.revokeAll(userId, clock.now(), tx),
  };
}

/**
 * Whether the current token is due. With `rotateAfterMs` 0 only the current token itself causes a
 * rotation: uses of one superseded token still get one and the same successor.
 */
function isOld(state: TokenState, isCurrent: boolean, now: number, rotateAfterMs: number): boolean {
  if (rotateAfterMs === 0) return isCurrent;
  return now - state.currentIssuedAt >= rotateAfterMs;
}
