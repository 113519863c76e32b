import type { SessionContext } from "../context.ts";
import { discard, type Fetch, isRedirected } from "../platform.ts";
import { assertMayLogIn } from "../login/login-request.ts";
import type { CallKind } from "../scope.ts";
import { assertSameUser } from "../state/session-errors.ts";
import { createSignalFollower, throwIfAborted } from "../time-limit.ts";
import { beginCall, type CallParts, type PendingCall, trackResponse } from "./pending-call.ts";
import { acquireToken, mapError, renewToken, skipReplay } from "./renew-token.ts";
import { type CallTarget, isForeignRequest, type OutgoingCall, readFetchCall, readForeignRequest } from "./request.ts";

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
async function sendCall(parts: CallParts, pending: PendingCall): Promise<Response> {
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
function resendCall(parts: CallParts, call: OutgoingCall, token: string): Promise<Response> {
  parts.context.state.count("replays");
  return sendCall(parts, beginCall(parts.context, "protected", call, token, true));
}

/** Where a token is optional and none is held, the call does not concern the session. */
function kindOf({ scope, state }: SessionContext, { url, method, isClaimed }: CallTarget): CallKind {
  if (isClaimed) return "foreign";
  const kind = scope.kindOf(url, method);
  return (kind === "optional" || kind === "logout") && state.usableToken === undefined ? "foreign" : kind;
}

/** What the caller gets: the response, or for a 401 what the replays bring. */
export function retryUnauthorized(
  parts: CallParts,
  pending: PendingCall,
  response: Response,
): Response | Promise<Response> {
  if (response.status !== 401 || pending.kind !== "protected") return response;
  return isRedirected(response, pending.call.url)
    ? retryRedirected(parts, pending, response)
    : retry(parts, pending, response);
}

/**
 * A platform drops the token on the way to another origin, so the 401 at the end of a redirect proves nothing: reconciles.
 * A redirected write is never repeated: the service had accepted its token, and may have carried it out.
 */
async function retryRedirected(parts: CallParts, pending: PendingCall, response: Response): Promise<Response> {
  const { context, reconciler } = parts;
  if (!/^(GET|HEAD)$/.test(pending.call.method)) return response;
  if (!context.scope.includes(response.url) || (await reconciler.reconcile()) !== "refused") return response;
  return retry(parts, pending, response);
}

async function retry(parts: CallParts, pending: PendingCall, response: Response): Promise<Response> {
  const { call } = pending;
  const { settings } = parts.context;
  const isWanted = settings.replay === "always" || (settings.replay === "idempotent" && call.isIdempotent());
  const obstacle = call.replayObstacle();
  if (isWanted && !obstacle) return replay(parts, pending, response);
  try {
    await skipReplay(parts, pending, obstacle ?? "option");
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
  const { context, holder, refusals } = parts;
  const { state } = context;
  const { call, userEpoch } = pending;
  const refused = new Set([pending.sent]);
  const held = (): string | undefined => (state.refusesNewTokens ? undefined : state.usableToken);
  let hasLoggedIn = false;
  const renew = async (): Promise<void> => {
    const { logins } = state.stats;
    if (!hasLoggedIn) await renewToken(parts, { userEpoch, refused, signal: call.signal() });
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
      throwIfAborted(call.signal());
      const token = tokenOf();
      if (token === undefined || refused.has(token)) continue;
      refused.add(token);
      // The body may have changed during the login.
      const obstacle = call.replayObstacle();
      if (obstacle) {
        context.events.emit({ type: "replay_skipped", why: obstacle });
        return response;
      }
      discard(response);
      response = await resendCall(parts, call, token);
      if (response.status !== 401) return response;
    }
    if (await refusals.isRefused(call.signal())) assertMayLogIn(context, false);
    return response;
  } catch (error) {
    discard(response);
    throw error;
  }
}

/** Drop-in `fetch` that sends the token, takes newer ones, and repeats what was refused. */
export function createFetch(parts: CallParts): Fetch {
  const { platform, settings } = parts.context;
  const send: Fetch = async (input, init) =>
    prepareCall(parts, readFetchCall(input, init, platform.fetch, settings.prefix), true, async (pending) =>
      retryUnauthorized(parts, pending, await sendCall(parts, pending)),
    );
  const follow = createSignalFollower();
  return async (input, init) =>
    isForeignRequest(input) ? send(input.url, await readForeignRequest(input, init, follow)) : send(input, init);
}
