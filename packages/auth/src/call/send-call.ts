import type { SessionContext } from "../context.ts";
import type { CallKind } from "../scope.ts";
import { mapError } from "./map-error.ts";
import { beginCall, type CallParts, type PendingCall } from "./pending-call.ts";
import { acquireToken } from "./renew-token.ts";
import type { CallTarget, OutgoingCall } from "./request.ts";
import { trackResponse } from "./track-response.ts";

/**
 * Calls `act` with the call and the token that goes along, in the same turn in which the token was read, so that the call
 * cannot be sent for a session that has ended meanwhile. Waits first if another token is needed.
 */
export function prepareCall<Call extends CallTarget, Result>(
  parts: CallParts,
  call: Call,
  isCounted: boolean,
  act: (pending: PendingCall<Call>) => Result | Promise<Result>,
): Result | Promise<Result> {
  const { context, login } = parts;
  const { state, closed } = context;
  closed.throwIfAborted();
  const kind = kindOf(context, call);
  if (kind === "login" || kind === "foreign") return act(beginCall(context, kind, call, undefined, false));
  const token = state.usableToken;
  if (kind === "logout") return act(beginCall(context, kind, call, token, false));
  if (token === undefined) {
    return acquireToken(context, login, call.signal()).then(() => prepareCall(parts, call, isCounted, act));
  }
  state.count("requests");
  return act(beginCall(context, kind, call, token, isCounted));
}

/** Sends a prepared call and tracks its response. */
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
  return sendCall(parts, beginCall(parts.context, "protected", call, token, true));
}

/** Where a token is optional and none is held, the call does not concern the session. */
function kindOf({ scope, state }: SessionContext, { url, method, isClaimed }: CallTarget): CallKind {
  if (isClaimed) return "foreign";
  const kind = scope.kindOf(url, method);
  return (kind === "optional" || kind === "logout") && state.usableToken === undefined ? "foreign" : kind;
}
