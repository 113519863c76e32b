import { parseBearer } from "./bearer.ts";
import type { Core } from "./core.ts";
import { emit } from "./events.ts";
import { acquire, heldToken, replace } from "./held-token.ts";
import { discard, tokenOf, type Outgoing } from "./outgoing.ts";
import { pathOf } from "./scope.ts";
import { beginAndCancelLogin, end, offer, type CallStamp } from "./token-state.ts";

/** A call from its sending to its answer. */
export interface Passage extends CallStamp {
  /**
   * `optional`: the token goes along and a newer one is taken, but no answer leads to a login. A login or logout that the
   * application sends itself begins or ends the session; foreign calls do not concern it.
   */
  readonly kind: "ours" | "optional" | "login" | "logout" | "foreign";
  readonly call: Outgoing;
}

/** Before sending: which token goes along is in `sent`. A promise only if another token is needed first. */
export function enter(core: Core, call: Outgoing): Passage | Promise<Passage> {
  core.closing.signal.throwIfAborted();
  const kind = kindOf(core, call);
  if (kind === "logout") return toPassage(core, call, kind, core.token);
  if (kind === "login" || kind === "foreign") return toPassage(core, call, kind, undefined);
  const go = (): Passage => {
    const passage = depart(core, call, kind, heldToken(core));
    core.count?.("requests");
    return passage;
  };
  return core.token ? go() : acquire(core, call.signal()).then(go);
}

/** Sends the call and finishes it. */
export async function send(core: Core, passage: Passage): Promise<Response> {
  let response: Response | undefined;
  try {
    response = await passage.call.send(passage.sent);
    return response;
  } catch (error) {
    throw core.explain ? await core.explain(core, passage, error) : error;
  } finally {
    finish(core, passage, response);
  }
}

/** A stream cannot be sent twice, but the next call should find a token that works. */
export async function skip(core: Core, passage: Passage): Promise<void> {
  await replace(core, passage, passage.call.signal()).catch(() => undefined);
  emit(core, { type: "replaySkipped", why: "stream" });
}

/** Takes up the token of the answer, or notes that there was none. */
export function finish(core: Core, passage: Passage, response?: Response): void {
  const { kind, call, epoch } = passage;
  const current = epoch === core.epoch;
  if (kind === "ours" || kind === "optional") {
    core.inFlight--;
    const token = response && tokenOf(core, response, call.url);
    if (token) offer(core, token, passage);
    // Where authentication is optional, an answer says nothing of the token.
    if (kind === "ours" && response && response.status !== 401 && current) core.freshUntil = 0;
    core.settled?.(core);
  } else if (response && current) {
    if (kind === "logout" && (response.ok || response.status === 401)) end(core, "here");
    const token = kind === "login" && response.ok && tokenOf(core, response, call.url);
    // The latest `login()` supersedes every login that was sent before it.
    if (token && passage.at > core.loginAt) beginAndCancelLogin(core, token, "login");
  }
}

/** Whether a request is of the kind that the session prepared it for, and carries the token that it was given. */
export function isPrepared(core: Core, { kind, sent }: Passage, { url, method, headers }: Request): boolean {
  const header = headers.get("authorization");
  const isSameToken = sent ? parseBearer(header) === sent : header === null;
  return isSameToken && kindOf(core, { url, method: method.toUpperCase(), claimed: false }) === kind;
}

/** What the caller gets: the answer, or for a 401 what comes of trying once more. */
export function mend(core: Core, passage: Passage, response: Response): Response | Promise<Response> {
  return passage.kind === "ours" && response.status === 401 ? retry(core, passage, response) : response;
}

/** Another token if there is one, else one shared login; then a replay. At most once per call. */
async function retry(core: Core, passage: Passage, response: Response): Promise<Response> {
  const { call } = passage;
  if (!call.replayable()) {
    await skip(core, passage);
    return response;
  }
  const signal = call.signal();
  try {
    const token = await replace(core, passage, signal);
    if (!token) return response;
    signal?.throwIfAborted();
    discard(response);
    core.count?.("replays");
    return await send(core, depart(core, call, "ours", token));
  } catch (error) {
    // Whatever comes of it, an unread body must not hold its connection.
    discard(response);
    throw error;
  }
}

function depart(core: Core, call: Outgoing, kind: "ours" | "optional", token: string): Passage {
  core.inFlight++;
  return toPassage(core, call, kind, token);
}

function toPassage(core: Core, call: Outgoing, kind: Passage["kind"], token: string | undefined): Passage {
  return { epoch: core.epoch, identity: core.identity, sent: token, at: ++core.time, kind, call };
}

function kindOf(core: Core, { url, method, claimed }: Pick<Outgoing, "url" | "method" | "claimed">): Passage["kind"] {
  const path = pathOf(core, url);
  const operation = `${method} ${path}`;
  if (path === undefined || claimed) return "foreign";
  if (operation === `POST ${core.loginPath}`) return "login";
  const isOptional = core.optionalCalls.test(operation);
  if (!isOptional && operation !== `POST ${core.logoutPath}`) return "ours";
  if (!core.token) return "foreign";
  return isOptional ? "optional" : "logout";
}
