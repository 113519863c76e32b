import { bearer, parseTokenText } from "./bearer.ts";
import type { Core } from "./core.ts";
import { createDeadline } from "./deadline.ts";
import { AuthError } from "./errors.ts";
import type { TokenSession } from "./token-session.ts";

/** The methods that begin, mend and end a session. */
export type Lifecycle = Pick<
  TokenSession,
  "login" | "logout" | "getToken" | "adopt" | "refresh" | "flush" | typeof Symbol.asyncDispose
>;

// Symbol.asyncDispose is younger than some of the runtimes that this package supports.
const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

/** The lifecycle of one session. */
export function createLifecycle(core: Core): Lifecycle {
  const { settings, events, state, keeper, reconciler, renewal, deadline, closing } = core;
  const unwatch = settings.store.watch?.(() => void keeper.pull());
  let ending: Promise<{ remote: boolean }> | undefined;
  let disposal: Promise<void> | undefined;

  const late = (): AuthError => new AuthError("login_timeout", `no answer within ${settings.loginTimeoutMs} ms`);
  const acquire = async (): Promise<string> => {
    closing.signal.throwIfAborted();
    return state.token ?? renewal.acquire(undefined);
  };

  const sendLogout = async (token: string, signal: AbortSignal): Promise<boolean> => {
    const url = settings.scope.resolve(settings.logoutPath);
    const response = await settings.fetch(url, { method: "POST", headers: { authorization: bearer(token) }, signal });
    response.body?.cancel().catch(() => undefined);
    return response.ok;
  };

  const end = async (): Promise<{ remote: boolean }> => {
    // A session that nobody used yet may still be in the store.
    if (state.sid === undefined) await deadline(() => keeper.pull(), late).catch(() => undefined);
    const { token } = state;
    state.end("here");
    const told = token === undefined ? false : deadline((signal) => sendLogout(token, signal), late);
    const [remote] = await Promise.allSettled([told, deadline(() => keeper.flush(), late)]);
    return { remote: remote.status === "fulfilled" && remote.value };
  };

  const dispose = async (): Promise<void> => {
    closing.abort(new AuthError("disposed", "this session was disposed; make a new one"));
    unwatch?.();
    await reconciler.idle();
    const patience = createDeadline(settings.timers, settings.loginTimeoutMs, new AbortController().signal);
    await patience(() => keeper.flush(), late).catch(() => undefined);
    await settings.store.close?.();
    events.clear();
  };

  return {
    async login(credentials) {
      closing.signal.throwIfAborted();
      await renewal.login(credentials);
    },
    async logout() {
      closing.signal.throwIfAborted();
      if (state.ended === undefined) ending = end();
      return ending ?? { remote: false };
    },
    async getToken({ fresh = false } = {}) {
      if (fresh) await this.refresh();
      return acquire();
    },
    adopt(text) {
      closing.signal.throwIfAborted();
      const token = parseTokenText(text);
      if (token === undefined) throw new AuthError("token_malformed", "adopt: this is not an access token");
      state.start(token, "adopted");
    },
    async refresh() {
      await acquire();
      const stamp = state.stamp(state.token);
      const status = await reconciler.ask();
      if (status !== 401) return status >= 200 && status < 300;
      return (await renewal.replace(stamp, undefined)) !== undefined;
    },
    async flush() {
      await reconciler.idle();
      await keeper.flush();
    },
    [asyncDispose]: () => (disposal ??= dispose()),
  };
}
