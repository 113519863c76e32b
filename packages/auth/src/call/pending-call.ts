import type { SessionContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { subjectOf } from "../fingerprint.ts";
import type { Logout } from "../login/logout.ts";
import type { SharedLogin } from "../login/shared-login.ts";
import { sessionReplaced, type CallStamp } from "../state.ts";
import { orAborted } from "../time-limit.ts";
import { parseBearer } from "../token-text.ts";
import { readAnswerToken } from "../token/answer-token.ts";
import type { Reconciler } from "../token/reconcile.ts";
import type { TokenHolder } from "../token/token-holder.ts";
import { acquireToken, renewToken } from "./renew-token.ts";
import type { OutgoingCall } from "./request.ts";

/** A call from its sending to its answer. */
export interface PendingCall extends CallStamp {
  /**
   * `optional`: the token goes along and a newer one is taken, but no answer leads to a login. A login or logout that the
   * application sends itself begins or ends the session; `foreign` calls do not concern it.
   */
  readonly kind: "protected" | "optional" | "login" | "logout" | "foreign";
  readonly call: OutgoingCall;
  /** Counted in `inFlight` until its answer comes. */
  readonly isCounted: boolean;
}

/** What calls need of the other parts of the session. */
export interface CallParts {
  readonly context: SessionContext;
  readonly holder: TokenHolder;
  readonly reconciler: Reconciler;
  readonly login: SharedLogin;
  readonly logout: Logout;
}

/**
 * Before sending: calls `act` with the call and the token that goes along, in the same turn in which the token was read, so
 * that the call cannot be sent for a session that has ended meanwhile. Waits first if another token is needed.
 */
export function prepareRequest<Result>(
  parts: CallParts,
  call: OutgoingCall,
  isCounted: boolean,
  act: (pending: PendingCall) => Promise<Result>,
): Promise<Result> {
  const { context, login } = parts;
  const { state, closed } = context;
  closed.throwIfAborted();
  const kind = kindOf(context, call);
  if (kind === "login" || kind === "foreign") return act(toPending(context, call, kind, undefined, false));
  const token = state.usableToken;
  if (kind === "logout") return act(toPending(context, call, kind, token, false));
  if (token === undefined) {
    return acquireToken(context, login, call.signal()).then(() => prepareRequest(parts, call, isCounted, act));
  }
  state.count("requests");
  return act(toPending(context, call, kind, token, isCounted));
}

/** Sends a prepared call and tracks its answer. */
export async function sendCall(parts: CallParts, pending: PendingCall): Promise<Response> {
  let response;
  try {
    response = await pending.call.send(pending.sent);
  } catch (error) {
    trackResponse(parts, pending);
    throw await mapError(parts, pending, error);
  }
  trackResponse(parts, pending, response);
  return response;
}

/** Sends a protected call again, with another token. */
export function resendCall(parts: CallParts, call: OutgoingCall, token: string): Promise<Response> {
  parts.context.state.count("replays");
  return sendCall(parts, toPending(parts.context, call, "protected", token, true));
}

/** After sending: takes the token of the answer, or notes that there was no answer. */
export function trackResponse(parts: CallParts, pending: PendingCall, response?: Response): void {
  const { context, holder, reconciler } = parts;
  const { state } = context;
  const { kind, call, epoch, isCounted } = pending;
  if (isCounted) state.callAnswered();
  if (kind === "foreign") return;
  if (kind === "login" || kind === "logout") return response && trackOwnLogin(parts, pending, response);
  if (response?.headers.has("authorization")) {
    const token = readAnswerToken(context, response, call.url);
    if (token !== undefined) holder.offer(token, pending, response);
  }
  // Where authentication is optional, an answer says nothing of the token.
  const worked = kind === "protected" && response !== undefined && response.status !== 401;
  if (worked && !state.held.isProven && epoch === state.session.epoch) state.prove();
  if (state.held.ambiguous) reconciler.afterResponse(isCounted);
}

/** The error that the caller gets for a call without an answer. */
export async function mapError(parts: CallParts, pending: PendingCall, error: unknown): Promise<unknown> {
  const { kind, call } = pending;
  const signal = call.signal();
  // Where a platform keeps to the letter of the Fetch standard, a 401 to a stream is a network error, because it cannot be
  // repeated; then only a question tells that the token was refused.
  const isOff = parts.context.settings.reconcile === "off";
  if (kind !== "protected" || call.isReplayable() || signal?.aborted || isOff) return error;
  try {
    if ((await orAborted(parts.reconciler.ask(), signal)) !== "refused") return error;
    await skipReplay(parts, pending, "stream");
  } catch {
    return signal?.reason ?? error;
  }
  return new AuthError(
    "replay_impossible",
    "the token was refused, and a stream cannot be sent twice: send the call anew",
  );
}

/** The call is not repeated, but the next one should find a token that works. Rejects when the caller aborts. */
export async function skipReplay(parts: CallParts, pending: PendingCall, why: "stream" | "option"): Promise<void> {
  const { context, login } = parts;
  const { identity, sent, call } = pending;
  const refused = new Set([sent]);
  await renewToken(context, login, { identity, refused, signal: call.signal() }).catch(() => undefined);
  call.signal()?.throwIfAborted();
  context.events.emit({ type: "replay_skipped", why });
}

/** Whether a request is of the kind that it was prepared as, and carries the token that it was given. */
export function isPrepared({ context }: CallParts, { kind, sent }: PendingCall, request: Request): boolean {
  const { url, method, headers } = request;
  const header = headers.get("authorization");
  const isSameToken = sent === undefined ? header === null : parseBearer(header) === sent;
  return isSameToken && kindOf(context, { url, method: method.toUpperCase(), isClaimed: false }) === kind;
}

type CallTarget = Pick<OutgoingCall, "url" | "method" | "isClaimed">;

function kindOf({ scope, state }: SessionContext, { url, method, isClaimed }: CallTarget): PendingCall["kind"] {
  if (isClaimed) return "foreign";
  const kind = scope.kindOf(url, method);
  return (kind === "optional" || kind === "logout") && state.usableToken === undefined ? "foreign" : kind;
}

function toPending(
  { state }: SessionContext,
  call: OutgoingCall,
  kind: PendingCall["kind"],
  token: string | undefined,
  isCounted: boolean,
): PendingCall {
  if (isCounted) state.callSent();
  const { epoch, identity } = state.session;
  return { epoch, identity, sent: token, at: state.tick(), kind, call, isCounted };
}

/** The application sent a login or a logout itself. */
function trackOwnLogin({ context, holder, login, logout }: CallParts, pending: PendingCall, response: Response): void {
  const { kind, call, at, epoch } = pending;
  if (epoch !== context.state.session.epoch) return;
  // Whoever is at the end of a redirect cannot say that.
  if (response.redirected) return;
  if (kind === "logout") {
    if (response.ok || response.status === 401) logout.end();
    return;
  }
  if (!response.ok) return;
  const token = readAnswerToken(context, response, call.url);
  // The latest `login()`, `logout()` or `adopt()` supersedes every login that was sent before it.
  if (token === undefined || at <= login.supersededAt) return;
  holder.begin(token, { why: "login", subject: subjectOfLogin(call.bodyText()), response });
  login.cancel(sessionReplaced());
}

/** Fingerprint of the user whom a login request names (source description, section 4); empty if it is not known. */
function subjectOfLogin(body: string | undefined): string {
  try {
    const request: { username?: unknown } | null = JSON.parse(body ?? "null");
    return subjectOf(request?.username);
  } catch {
    return "";
  }
}
