import type { Core } from "./core.ts";
import { AuthError } from "./errors.ts";
import { emit } from "./events.ts";
import { discard, tokenOf, type Outgoing } from "./outgoing.ts";
import { ask, reconcile } from "./reconcile.ts";
import { acquire, heldToken, replace } from "./renewal.ts";
import { pathOf } from "./scope.ts";
import { begin, end, offer, stamp, type CallStamp } from "./token-state.ts";

/** A call from its sending to its answer. */
export interface Passage {
  /** A login or logout that the application sends itself begins or ends the session; foreign calls do not concern it. */
  readonly kind: "ours" | "login" | "logout" | "foreign";
  readonly call: Outgoing;
  readonly stamp: CallStamp;
}

/** Before sending: which token goes along is in `stamp.sent`. A promise only if a login is needed first. */
export function enter(core: Core, call: Outgoing): Passage | Promise<Passage> {
  core.closing.signal.throwIfAborted();
  const kind = kindOf(core, call);
  if (kind !== "ours") return { kind, call, stamp: stamp(core, kind === "logout" ? core.token : undefined) };
  const go = (): Passage => {
    core.counters.requests++;
    return depart(core, call, heldToken(core));
  };
  return core.token ? go() : acquire(core, call.signal()).then(go);
}

/** Sends the call and finishes it. */
export async function send(core: Core, passage: Passage): Promise<Response> {
  let response: Response | undefined;
  try {
    response = await passage.call.send(passage.stamp.sent);
    return response;
  } catch (error) {
    throw await explain(core, passage, error);
  } finally {
    finish(core, passage, response);
  }
}

/**
 * What to tell of a call that failed. Where a platform keeps to the letter of the Fetch standard, a 401 to a stream is a
 * network error, because it cannot be repeated; then only a question tells that the token was refused.
 */
export async function explain(core: Core, passage: Passage, error: unknown): Promise<unknown> {
  const { kind, call } = passage;
  if (kind !== "ours" || call.replayable() || call.signal()?.aborted || (await ask(core)) !== 401) return error;
  await skip(core, passage);
  return new AuthError("replay_impossible", "cannot send a stream twice");
}

/** A stream cannot be sent twice, but the next call should find a token that works. */
async function skip(core: Core, passage: Passage): Promise<void> {
  await replace(core, passage.stamp, passage.call.signal()).catch(() => undefined);
  emit(core, { type: "replaySkipped", why: "stream" });
}

/** Takes up the token of the answer, or notes that there was none. */
export function finish(core: Core, passage: Passage, response: Response | undefined): void {
  const { kind, call } = passage;
  const current = passage.stamp.epoch === core.epoch;
  if (kind === "ours") {
    core.inFlight--;
    const token = response && tokenOf(core, response, call.url);
    if (token) offer(core, token, passage.stamp);
    if (response && response.status !== 401 && current) core.freshUntil = 0;
    reconcile(core);
  } else if (response && current) {
    if (kind === "logout" && (response.ok || response.status === 401)) end(core, "here");
    const token = kind === "login" && response.ok && tokenOf(core, response, call.url);
    if (token) begin(core, token, "login");
  }
}

/** What the caller gets: the answer, or for a 401 what comes of trying once more. */
export function mend(core: Core, passage: Passage, response: Response): Response | Promise<Response> {
  return passage.kind === "ours" && response.status === 401 ? retry(core, passage, response) : response;
}

/** Another token if there is one, else one shared login; then a replay. At most once per call. */
async function retry(core: Core, passage: Passage, response: Response): Promise<Response> {
  const { call } = passage;
  const signal = call.signal();
  if (!call.replayable()) {
    await skip(core, passage);
    return response;
  }
  try {
    const token = await replace(core, passage.stamp, signal);
    if (!token) return response;
    signal?.throwIfAborted();
    discard(response);
    core.counters.replays++;
    return await send(core, depart(core, call, token));
  } catch (error) {
    // Whatever comes of it, an unread body must not hold its connection.
    discard(response);
    throw error;
  }
}

function depart(core: Core, call: Outgoing, token: string): Passage {
  core.inFlight++;
  return { kind: "ours", call, stamp: stamp(core, token) };
}

function kindOf(core: Core, { url, method, claimed }: Outgoing): Passage["kind"] {
  const path = pathOf(core, url);
  const operation = `${method} ${path}`;
  if (path === undefined || claimed) return "foreign";
  if (operation === `POST ${core.loginPath}`) return "login";
  if (core.publicCalls.test(operation)) return "foreign";
  if (operation !== `POST ${core.logoutPath}`) return "ours";
  return core.token ? "logout" : "foreign";
}
