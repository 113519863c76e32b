import type { SessionContext } from "../context.ts";
import { userFingerprint } from "../fingerprint.ts";
import { isRedirected } from "../platform.ts";
import type { Logout } from "../login/logout.ts";
import type { RefusalCheck } from "../login/refusal-check.ts";
import type { SharedLogin } from "../login/shared-login.ts";
import type { CallKind } from "../scope.ts";
import { sessionReplaced } from "../state/session-errors.ts";
import type { CallStamp } from "../state/session-state.ts";
import type { Reconciler } from "../token/reconcile.ts";
import { isFirstHand, isFromCache } from "../token/order.ts";
import { readResponseToken, reportTooLarge } from "../token/response-token.ts";
import type { TokenHolder } from "../token/token-holder.ts";
import type { CallTarget, OutgoingCall } from "./request.ts";

/** A call from its sending to its response. */
export interface PendingCall<Call = OutgoingCall> extends CallStamp {
  readonly kind: CallKind;
  readonly call: Call;
  /** Counted in `inFlight` until its response comes. */
  readonly isCounted: boolean;
}

/** What calls need of the other parts of the session. */
export interface CallParts {
  readonly context: SessionContext;
  readonly holder: TokenHolder;
  readonly reconciler: Reconciler;
  readonly login: SharedLogin;
  readonly refusals: RefusalCheck;
  readonly logout: Logout;
}

/** A call that is sent now, with this token. */
export function beginCall<Call extends CallTarget>(
  { state }: SessionContext,
  kind: CallKind,
  call: Call,
  token: string | undefined,
  isCounted: boolean,
): PendingCall<Call> {
  if (isCounted) state.callSent();
  return { ...state.stamp(call.url, token), kind, call, isCounted };
}

/** After sending: takes the token of the response, or notes that there was none. */
export function trackResponse(parts: CallParts, pending: PendingCall<CallTarget>, response?: Response): void {
  const { context, holder, reconciler, refusals } = parts;
  const { state } = context;
  const { kind, call, epoch, sent, isCounted } = pending;
  if (isCounted) state.callEnded();
  if (kind === "foreign") return;
  if (kind === "login") return response && trackOwnLogin(parts, pending, response);
  if (kind === "logout") return response && trackOwnLogout(parts, pending, response);
  if (response) {
    reportTooLarge(context, response, sent);
    const token = readResponseToken(context, response, call.url);
    if (token !== undefined) holder.offer(token, pending, response);
    // Where authentication is optional, a response says nothing of the token.
    const hasWorked = kind === "protected" && isAccepted(response) && isFirstHand(response, call.url);
    if (hasWorked && epoch === state.session.epoch) {
      state.prove();
      refusals.noteWorked();
    }
  }
  if (state.held.ambiguous) reconciler.afterResponse(isCounted);
}

/**
 * Whether a status shows that the service took the token. What a gateway says in its place does not: a redirect to a sign-in
 * page, a limit of requests, headers that are too large, an outage.
 */
function isAccepted({ ok, status }: Response): boolean {
  return ok || (status >= 400 && status < 429 && status !== 401);
}

/** The application sent a login itself: it begins the session. */
function trackOwnLogin(
  { context, holder, login }: CallParts,
  pending: PendingCall<CallTarget>,
  response: Response,
): void {
  const { call, at, epoch } = pending;
  // What is at the end of a redirect cannot say that somebody logged in.
  if (epoch !== context.state.session.epoch || isRedirected(response, call.url) || !response.ok) return;
  const token = readResponseToken(context, response, call.url);
  // The latest `login()`, `logout()` or `adopt()` supersedes every login that was sent before it.
  if (token === undefined || at <= login.supersededAt) return;
  // It may be the token of another user.
  if (isFromCache(response)) return context.state.drop(token, "cached");
  holder.begin(token, { why: "login", user: userOfLogin(call.bodyText()), response });
  login.cancel(sessionReplaced());
}

/** The application sent a logout itself: it ends the session. */
function trackOwnLogout(
  { context, logout }: CallParts,
  { epoch, url }: PendingCall<CallTarget>,
  response: Response,
): void {
  const hasEnded = (response.ok || response.status === 401) && !isRedirected(response, url);
  if (hasEnded && epoch === context.state.session.epoch) logout.end();
}

/** Fingerprint of the user whom a login request names (source description, section 4); empty if it is not known. */
function userOfLogin(body: string | undefined): string {
  try {
    const request: { username?: unknown } | null = JSON.parse(body ?? "null");
    return userFingerprint(request?.username);
  } catch {
    return "";
  }
}
