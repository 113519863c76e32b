import { enter, mend, send } from "./calls.ts";
import { createCore } from "./core.ts";
import { AuthError } from "./errors.ts";
import { fingerprint } from "./fingerprint.ts";
import { readTokenText } from "./login.ts";
import { logout } from "./logout.ts";
import { createMiddleware } from "./middleware.ts";
import { readOptions, steadyTime, type AuthOptions } from "./options.ts";
import { describeCall, type Fetch } from "./outgoing.ts";
import { answered, ask } from "./reconcile.ts";
import { acquire, fly, replace } from "./renewal.ts";
import { ReplayableRequest } from "./replayable-request.ts";
import { begin, stamp } from "./token-state.ts";
import type { TokenSession } from "./token-session.ts";
import { within } from "./within.ts";

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
  const core = createCore(readOptions(options));
  const { keeper, closing, listeners, counters } = core;
  const { signal } = closing;

  const fetch: Fetch = async (input, init) => {
    const passage = await enter(core, describeCall(input, init, core.fetch));
    return mend(core, passage, await send(core, passage));
  };
  const bound = { fetch, Request: ReplayableRequest };

  const heldToken = async (): Promise<string> => {
    signal.throwIfAborted();
    return core.token ?? acquire(core);
  };
  const refresh = async (): Promise<boolean> => {
    const asked = stamp(core, await heldToken());
    const status = await ask(core);
    if (status === 401) return Boolean(await replace(core, asked));
    return status >= 200 && status < 300;
  };
  const since = (time: number): number | undefined => (core.token ? Math.round(steadyTime(core) - time) : undefined);
  let disposal: Promise<void> | undefined;
  const dispose = async (): Promise<void> => {
    closing.abort(new AuthError("disposed", "session disposed"));
    await answered(core);
    if (keeper) await within(core, keeper.flush, new AbortController().signal).catch(() => undefined);
    await keeper?.close();
    listeners.clear();
  };

  return {
    ...bound,
    bind: () => bound,
    middleware: () => createMiddleware(core),
    async login(credentials) {
      signal.throwIfAborted();
      await ((!credentials && core.flight) || fly(core, true, undefined, credentials));
    },
    async logout() {
      signal.throwIfAborted();
      if (!core.ended) core.ending = logout(core);
      return core.ending ?? { remote: false };
    },
    async getToken({ fresh = false } = {}) {
      if (fresh) await refresh();
      return heldToken();
    },
    adopt(text) {
      signal.throwIfAborted();
      begin(core, readTokenText(text), "adopted");
    },
    refresh,
    async flush() {
      await answered(core);
      await keeper?.flush();
    },
    stats: () => ({ ...counters }),
    snapshot: () => ({
      status: core.ended ? "logged_out" : core.token ? "active" : "empty",
      epoch: core.epoch,
      fingerprint: core.token && fingerprint(core.token),
      ageMs: since(core.since),
      confirmedAgeMs: since(core.confirmedAt),
      inFlight: core.inFlight,
      ambiguous: core.ambiguous,
    }),
    subscribe(listener) {
      listeners.set(listener, "sound");
      return () => void listeners.delete(listener);
    },
    [asyncDispose]: () => (disposal ??= dispose()),
  };
}
