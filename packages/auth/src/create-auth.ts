import { createCore } from "./core.ts";
import { fingerprint } from "./fingerprint.ts";
import { createGate } from "./gate.ts";
import { createLifecycle } from "./lifecycle.ts";
import { createMiddleware } from "./middleware.ts";
import { readOptions, type AuthOptions } from "./options.ts";
import { describeCall, type Fetch } from "./outgoing.ts";
import { ReplayableRequest } from "./replayable-request.ts";
import type { TokenSession } from "./token-session.ts";

/**
 * Makes a session: see {@link AuthOptions} and {@link TokenSession}. Sends nothing until the first call.
 * Throws an `AuthError` with code `insecure_base_url` or `invalid_option`.
 *
 * @example
 * const session = createAuth({ baseUrl, credentials: async () => ({ username, password }) });
 * const client = createClient<paths>({ baseUrl, ...session.bind() });
 */
export function createAuth(options: AuthOptions): TokenSession {
  const settings = readOptions(options);
  const core = createCore(settings);
  const { state, events, traffic, ladder, reconciler } = core;
  const gate = createGate(core);

  const send: Fetch = async (input, init) => {
    const call = describeCall(input, init, settings.fetch);
    const passage = await gate.enter(call);
    if (passage === undefined) return settings.fetch(input, init);
    const { sent } = passage.stamp;
    let response: Response;
    try {
      response = await (sent === undefined ? settings.fetch(input, init) : call.send(sent));
    } catch (error) {
      gate.fail(passage);
      throw error;
    }
    return gate.leave(passage, response);
  };

  const since = (time: number): number | undefined =>
    state.token === undefined ? undefined : Math.max(0, settings.clock.now() - time);

  return {
    ...createLifecycle(core),
    fetch: send,
    Request: ReplayableRequest,
    bind: () => ({ fetch: send, Request: ReplayableRequest }),
    middleware: () => createMiddleware(gate),
    subscribe: events.subscribe,
    stats: () => ({
      requests: gate.requests,
      rotations: state.rotations,
      staleDropped: state.staleDropped,
      logins: state.logins,
      replays: ladder.replays,
      reconciles: reconciler.count,
    }),
    snapshot: () => ({
      status: state.ended === undefined ? (state.token === undefined ? "empty" : "active") : "logged_out",
      epoch: state.epoch,
      fingerprint: state.token === undefined ? undefined : fingerprint(state.token),
      ageMs: since(state.since),
      confirmedAgeMs: since(state.confirmedAt),
      inFlight: traffic.inFlight,
      ambiguous: state.ambiguous,
    }),
  };
}
