import { discard, type Fetch } from "../platform.ts";
import { prepareRequest, resendCall, sendCall, skipReplay, type CallParts, type PendingCall } from "./pending-call.ts";
import { renewToken } from "./renew-token.ts";
import { readCall } from "./request.ts";

/** Drop-in `fetch` that sends the token, takes newer ones, and repeats what was refused. */
export function createFetch(parts: CallParts): Fetch {
  const transport = parts.context.platform.fetch;
  return async (input, init) => {
    const pending = await prepareRequest(parts, readCall(input, init, transport), true);
    return retryUnauthorized(parts, pending, await sendCall(parts, pending));
  };
}

/** What the caller gets: the answer, or for a 401 what the replays bring. */
export function retryUnauthorized(
  parts: CallParts,
  pending: PendingCall,
  response: Response,
): Response | Promise<Response> {
  if (pending.kind !== "protected" || response.status !== 401) return response;
  // The 401 of another service, at the end of a redirect, says nothing of the token.
  if (response.redirected && !parts.context.scope.includes(response.url)) return response;
  const work = isReplayAllowed(parts, pending)
    ? replay(parts, pending, response)
    : skipReplay(parts, pending, pending.call.isReplayable() ? "option" : "stream").then(() => response);
  return work.catch((error: unknown) => {
    // An unread body must not hold its connection.
    discard(response);
    throw error;
  });
}

function isReplayAllowed({ context: { settings } }: CallParts, { call }: PendingCall): boolean {
  const isWanted = settings.replay === "always" || (settings.replay === "idempotent" && call.isIdempotent());
  return isWanted && call.isReplayable();
}

/**
 * Sends the call again with each of these tokens, until one is not refused: the token that is held by now; the one before
 * it, if it was replaced a moment ago, as another server of the service may not know the new one yet; one from a login.
 */
async function replay(parts: CallParts, pending: PendingCall, first: Response): Promise<Response> {
  const { context, holder, login } = parts;
  const { state } = context;
  const { call, identity } = pending;
  const refused = new Set([pending.sent]);
  const steps = [
    () => state.usableToken,
    () => (refused.has(state.usableToken) ? holder.previousToken : undefined),
    () => renewToken(context, login, { identity, refused, signal: call.signal() }),
  ];
  let response = first;
  for (const step of steps) {
    state.assertSameUser(identity);
    const token = await step();
    call.signal()?.throwIfAborted();
    if (token === undefined || refused.has(token)) continue;
    refused.add(token);
    discard(response);
    response = await resendCall(parts, call, token);
    if (response.status !== 401) return response;
  }
  return response;
}
