/// <reference lib="esnext.disposable" preserve="true" />
import { createMiddleware } from "./call/middleware.ts";
import type { CallParts } from "./call/pending-call.ts";
import { acquireToken, renewToken } from "./call/renew-token.ts";
import { ReplayableRequest } from "./call/request.ts";
import { createFetch } from "./call/send-call.ts";
import { createContext, type SessionContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { fingerprint, userFingerprint } from "./fingerprint.ts";
import { createLogout } from "./login/logout.ts";
import { RefusalCheck } from "./login/refusal-check.ts";
import { SharedLogin } from "./login/shared-login.ts";
import type { AuthOptions } from "./options/auth-options.ts";
import { checkLoginArgument } from "./options/checks.ts";
import { sessionReplaced } from "./state/session-errors.ts";
import type { SessionSnapshot, TokenSession } from "./token-session.ts";
import { createStoreSync } from "./store/store-sync.ts";
import { compareTokens } from "./token/compare-tokens.ts";
import { startKeepAlive } from "./token/keep-alive.ts";
import { createOrder } from "./token/order.ts";
import { createReconciler } from "./token/reconcile.ts";
import { TokenHolder } from "./token/token-holder.ts";
import { createController } from "./time-limit.ts";
import { readTokenText } from "./token-text.ts";

// Symbol.asyncDispose is younger than some of the runtimes that this package supports.
const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

/**
 * Makes a session: see {@link AuthOptions} and {@link TokenSession}. Sends nothing until the first call.
 * Throws an `AuthError` with code `insecure_base_url` or `invalid_option`.
 *
 * @example
 * const session = createAuth({ baseUrl, credentials: async () => ({ username, password }) });
 * const client = createClient<paths>({ baseUrl, ...session.bind() });
 */
export function createAuth(options: AuthOptions): TokenSession {
  const { store } = options;
  const closing = createController();
  const context = createContext(options, closing.signal);
  const { state, events, closed, settings } = context;

  const order = createOrder(context, settings.compare ?? compareTokens);
  const sync = store && createStoreSync(context, store, order, () => reconciler.afterResponse(false));
  const holder = new TokenHolder(context, order, sync);
  const reconciler = createReconciler(context, holder);
  const login = new SharedLogin({ context, holder, sync });
  const refusals = new RefusalCheck(context, reconciler, sync);
  const logout = createLogout(context, holder, login, sync);
  if (settings.keepAlive) startKeepAlive(context, reconciler, sync, settings.keepAlive);

  const parts: CallParts = { context, holder, reconciler, login, refusals, logout };
  const bound = { fetch: createFetch(parts), Request: ReplayableRequest };

  const refresh = async (): Promise<boolean> => {
    const refused = new Set([await acquireToken(context, login)]);
    const { userEpoch } = state.session;
    const result = await reconciler.reconcile();
    // Just rotated: another server of the service may not know the new token yet.
    if (result !== "refused" || holder.previousToken !== undefined) return result === "confirmed";
    return (await renewToken(parts, { userEpoch, refused, signal: undefined })) !== undefined;
  };
  const dispose = async (): Promise<void> => {
    closing.abort(new AuthError("disposed", "the session was disposed: make a new one with createAuth()"));
    await reconciler.settled();
    try {
      await sync?.close(logout.pending());
    } finally {
      events.close();
    }
  };
  let disposal: Promise<void> | undefined;

  return {
    ...bound,
    bind: () => bound,
    middleware: (middlewareOptions) => createMiddleware(parts, middlewareOptions),
    async login(credentials) {
      closed.throwIfAborted();
      await login.logIn(checkLoginArgument(credentials));
    },
    async logout() {
      closed.throwIfAborted();
      return logout.logOut();
    },
    adopt(token, { user } = {}) {
      closed.throwIfAborted();
      adopt(parts, token, user);
    },
    async ready() {
      closed.throwIfAborted();
      await sync?.pullNow();
      return state.usableToken !== undefined;
    },
    acceptUser() {
      closed.throwIfAborted();
      state.accept();
    },
    async getToken({ fresh = false } = {}) {
      if (fresh && !(await refresh())) {
        throw new AuthError("token_unconfirmed", "the service did not confirm a token: try again later");
      }
      return acquireToken(context, login);
    },
    refresh,
    async flush() {
      await reconciler.settled();
      await sync?.flush();
    },
    subscribe: (listener) => events.subscribe(listener),
    stats: () => state.stats,
    snapshot: () => snapshotOf(context),
    [asyncDispose]: () => (disposal ??= dispose()),
  };
}

function adopt({ context: { state }, holder, login }: CallParts, text: string, userName: string | undefined): void {
  const token = readTokenText(text);
  const user = userFingerprint(userName);
  const isHeld = token === state.usableToken && (userName === undefined || user === state.session.user);
  if (isHeld) return;
  holder.begin(token, { why: "adopted", user });
  login.cancel(sessionReplaced());
}

const statusNames = { open: "empty", ended: "logged_out", stopped: "user_changed" } as const;

function snapshotOf({ state, platform }: SessionContext): SessionSnapshot {
  const { token, ambiguous, since, confirmedAt } = state.held;
  const { status, epoch } = state.session;
  const age = (time: number): number | undefined => (token ? Math.round(platform.steady() - time) : undefined);
  return {
    status: state.usableToken === undefined ? statusNames[status] : "active",
    epoch,
    fingerprint: token && fingerprint(token),
    ageMs: age(since),
    confirmedAgeMs: age(confirmedAt),
    inFlight: state.inFlight,
    ambiguous,
  };
}
