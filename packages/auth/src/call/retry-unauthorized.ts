import { discard } from "../platform.ts";
import { assertSameUser } from "../state/session-errors.ts";
import type { CallParts, PendingCall } from "./pending-call.ts";
import { renewToken } from "./renew-token.ts";
import { resendCall } from "./send-call.ts";
import { skipReplay } from "./skip-replay.ts";

/** What the caller gets: the response, or for a 401 what the replays bring. */
export function retryUnauthorized(
  parts: CallParts,
  pending: PendingCall,
  response: Response,
): Response | Promise<Response> {
  if (response.status !== 401 || pending.kind !== "protected") return response;
  return response.redirected ? retryRedirected(parts, pending, response) : retry(parts, pending, response);
}

/** A platform drops the token on the way to another origin, so the 401 at the end of a redirect proves nothing: reconciles. */
async function retryRedirected(parts: CallParts, pending: PendingCall, response: Response): Promise<Response> {
  const { context, reconciler } = parts;
  if (!context.scope.includes(response.url) || (await reconciler.reconcile()) !== "refused") return response;
  return retry(parts, pending, response);
}

async function retry(parts: CallParts, pending: PendingCall, response: Response): Promise<Response> {
  const { call } = pending;
  const { settings } = parts.context;
  const isWanted = settings.replay === "always" || (settings.replay === "idempotent" && call.isIdempotent());
  if (isWanted && call.isReplayable()) return replay(parts, pending, response);
  try {
    await skipReplay(parts, pending, call.isReplayable() ? "option" : "stream");
    return response;
  } catch (error) {
    discard(response);
    throw error;
  }
}

/**
 * Sends the call again with each of these tokens, until one is not refused: the token that is held by now; the one before
 * it, if it was replaced a moment ago, as another server of the service may not know the new one yet; the one that another
 * session put in the store, or one from a login; and if the one of the store was refused, one from a login.
 */
async function replay(parts: CallParts, pending: PendingCall, first: Response): Promise<Response> {
  const { context, holder, login } = parts;
  const { state } = context;
  const { call, userEpoch } = pending;
  const refused = new Set([pending.sent]);
  const held = (): string | undefined => (state.refusesNewTokens ? undefined : state.usableToken);
  let hasLoggedIn = false;
  const renew = async (): Promise<void> => {
    const { logins } = state.stats;
    if (!hasLoggedIn) await renewToken(context, login, { userEpoch, refused, signal: call.signal() });
    hasLoggedIn = state.stats.logins > logins;
  };
  const steps = [
    { tokenOf: held },
    { tokenOf: () => (refused.has(held()) ? holder.previousToken : undefined) },
    { wait: renew, tokenOf: held },
    { wait: renew, tokenOf: held },
  ];
  let response = first;
  try {
    for (const { wait, tokenOf } of steps) {
      if (wait) await wait();
      // Whatever happened meanwhile: nothing is sent for a session that is over, or in the name of another user. The token
      // is read in the same turn, so that it is one of the session to which the response will be counted.
      context.closed.throwIfAborted();
      assertSameUser(state, userEpoch);
      call.signal()?.throwIfAborted();
      const token = tokenOf();
      if (token === undefined || refused.has(token)) continue;
      refused.add(token);
      discard(response);
      response = await resendCall(parts, call, token);
      if (response.status !== 401) return response;
    }
    if (state.session.epoch !== pending.epoch && !state.held.isProven) login.noteFutile();
    return response;
  } catch (error) {
    discard(response);
    throw error;
  }
}
