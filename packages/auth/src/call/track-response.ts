import { userFingerprint } from "../fingerprint.ts";
import { sessionReplaced } from "../state/session-errors.ts";
import { readResponseToken } from "../token/response-token.ts";
import type { CallParts, PendingCall } from "./pending-call.ts";
import type { CallTarget } from "./request.ts";

/** After sending: takes the token of the response, or notes that there was none. */
export function trackResponse(parts: CallParts, pending: PendingCall<CallTarget>, response?: Response): void {
  const { context, holder, reconciler } = parts;
  const { state } = context;
  const { kind, call, epoch, isCounted } = pending;
  if (isCounted) state.callEnded();
  if (kind === "foreign") return;
  if (kind === "login") return response && trackOwnLogin(parts, pending, response);
  if (kind === "logout") return response && trackOwnLogout(parts, pending, response);
  if (response) {
    const token = readResponseToken(context, response, call.url);
    if (token !== undefined) holder.offer(token, pending, response);
    // Where authentication is optional, a response says nothing of the token.
    const hasWorked = kind === "protected" && response.status !== 401;
    if (hasWorked && epoch === state.session.epoch) state.prove();
  }
  if (state.held.ambiguous) reconciler.afterResponse(isCounted);
}

/** The application sent a login itself: it begins the session. */
function trackOwnLogin(
  { context, holder, login }: CallParts,
  pending: PendingCall<CallTarget>,
  response: Response,
): void {
  const { call, at, epoch } = pending;
  // What is at the end of a redirect cannot say that somebody logged in.
  if (epoch !== context.state.session.epoch || response.redirected || !response.ok) return;
  const token = readResponseToken(context, response, call.url);
  // The latest `login()`, `logout()` or `adopt()` supersedes every login that was sent before it.
  if (token === undefined || at <= login.supersededAt) return;
  holder.begin(token, { why: "login", user: userOfLogin(call.bodyText()), response });
  login.cancel(sessionReplaced());
}

/** The application sent a logout itself: it ends the session. */
function trackOwnLogout({ context, logout }: CallParts, { epoch }: PendingCall<CallTarget>, response: Response): void {
  const { ok, status, redirected } = response;
  if (epoch === context.state.session.epoch && !redirected && (ok || status === 401)) logout.end();
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
