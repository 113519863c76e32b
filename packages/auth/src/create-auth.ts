import { compareTokens } from "./compare-tokens.ts";
import { connectStore } from "./connect-store.ts";
import { answered, createCore, type Core } from "./core.ts";
import { facesOf } from "./create-session.ts";
import { explain } from "./explain.ts";
import { fingerprint } from "./fingerprint.ts";
import { acquire, replace } from "./held-token.ts";
import type { KeepAlive } from "./keep-alive.ts";
import type { LoginOptions } from "./login.ts";
import { createLogout } from "./logout.ts";
import { createMiddleware } from "./middleware.ts";
import type { CoreOptions } from "./options.ts";
import { orderWith, type Compare } from "./order-with.ts";
import { steadyTime } from "./platform.ts";
import { ask, askWhenQuiet } from "./reconcile.ts";
import { shareLogin } from "./renewal.ts";
import { ReplayableRequest } from "./replayable-request.ts";
import { optionalCallsOf, type OptionalOperation } from "./scope.ts";
import type { TokenStore } from "./store.ts";
import { stamp } from "./token-state.ts";
import type { SessionSnapshot, TokenSession } from "./token-session.ts";

/** Options of `createAuth`. */
export interface AuthOptions extends CoreOptions, LoginOptions {
  /** Where the session is kept beside memory. Default: nowhere. The session closes it when it is disposed. */
  readonly store?: TokenStore | undefined;
  /** Operations that are called with the held token or without one, see `defaultOptionalOperations`, which is the default. */
  readonly optionalOperations?: readonly OptionalOperation[] | undefined;
  /** Made by `keepAlive()`: asks for the current token before the held one lapses unused. Default: not done. */
  readonly keepAlive?: KeepAlive | undefined;
  /** Orders two tokens of one session. Default: {@link compareTokens}. If it throws, or cannot say, evidence decides. */
  readonly compare?: Compare | undefined;
  /** `auto`: when overlapping answers leave the order of tokens open, ask the service once. `off`: keep the last arrival. Default `auto`. */
  readonly reconcile?: "auto" | "off" | undefined;
}

/**
 * Makes a session: see {@link AuthOptions} and {@link TokenSession}. Sends nothing until the first call.
 * Throws an `AuthError` with code `insecure_base_url` or `invalid_option`.
 *
 * @example
 * const session = createAuth({ baseUrl, credentials: async () => ({ username, password }) });
 * const client = createClient<paths>({ baseUrl, ...session.bind() });
 */
export function createAuth(options: AuthOptions): TokenSession {
  const { store, optionalOperations, keepAlive, reconcile, compare = compareTokens } = options;
  const core = createCore(options);
  if (optionalOperations) core.optionalCalls = optionalCallsOf(optionalOperations);
  core.bodyOf = ReplayableRequest.bodyOf;
  orderWith(compare)(core);
  core.explain = explain;
  if (reconcile !== "off") core.settled = askWhenQuiet;
  const stats = { requests: 0, rotations: 0, staleDropped: 0, logins: 0, replays: 0, reconciles: 0 };
  core.count = (name) => stats[name]++;
  const keeper = (core.keeper = store && connectStore(store, core));
  const logIn = shareLogin(core, options);
  keepAlive?.(core);

  const faces = facesOf(core);
  const bound = { fetch: faces.fetch, Request: ReplayableRequest };
  const refresh = async (): Promise<boolean> => {
    const asked = stamp(core, await acquire(core));
    const answer = await ask(core);
    return answer?.status === 401 ? Boolean(await replace(core, asked)) : answer?.ok === true;
  };
  const { signal } = core.closing;
  const logOut = createLogout(core);

  return {
    ...faces,
    ...bound,
    bind: () => bound,
    middleware: () => createMiddleware(core),
    async login(credentials) {
      signal.throwIfAborted();
      await logIn(credentials);
    },
    async logout() {
      signal.throwIfAborted();
      return logOut();
    },
    async getToken({ fresh = false } = {}) {
      if (fresh) await refresh();
      return acquire(core);
    },
    refresh,
    async flush() {
      await answered(core);
      await keeper?.flush();
    },
    stats: () => ({ ...stats }),
    snapshot: () => snapshotOf(core),
  };
}

function snapshotOf(core: Core): SessionSnapshot {
  const { token, epoch, inFlight, ambiguous } = core;
  const since = (time: number): number | undefined => (token ? Math.round(steadyTime(core) - time) : undefined);
  return {
    status: core.ended ? "logged_out" : token ? "active" : "empty",
    epoch,
    fingerprint: token && fingerprint(token),
    ageMs: since(core.since),
    confirmedAgeMs: since(core.confirmedAt),
    inFlight,
    ambiguous,
  };
}
