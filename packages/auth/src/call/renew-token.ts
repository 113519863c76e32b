import type { SessionContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import type { RefusalCheck } from "../login/refusal-check.ts";
import type { SharedLogin } from "../login/shared-login.ts";
import { assertSameUser, assertUsable } from "../state/session-errors.ts";
import { orAborted, throwIfAborted } from "../time-limit.ts";
import type { ReplayObstacle } from "./body.ts";
import type { CallParts, PendingCall } from "./pending-call.ts";

/** A token to send with: the held one, or one from a login. */
export async function acquireToken(
  { state, closed }: SessionContext,
  login: SharedLogin,
  signal?: AbortSignal,
): Promise<string> {
  closed.throwIfAborted();
  throwIfAborted(signal);
  assertUsable(state);
  if (state.usableToken === undefined) await login.renew(signal);
  assertUsable(state);
  if (state.usableToken === undefined) throw state.requireLogin();
  return state.usableToken;
}

/** What getting another token needs of the other parts of the session. */
interface RenewParts {
  readonly context: SessionContext;
  readonly login: SharedLogin;
  readonly refusals: RefusalCheck;
}

/** A call that was refused. */
interface RefusedCall {
  /** Whose call it was: a call of one user is not repeated in the name of another. */
  readonly userEpoch: number;
  /** The tokens that were refused. */
  readonly refused: ReadonlySet<string | undefined>;
  readonly signal: AbortSignal | undefined;
}

/** Another token than the refused ones, from a login if necessary; `undefined` if it is the call that is refused, not the token. */
export async function renewToken(
  { context: { state }, login, refusals }: RenewParts,
  { userEpoch, refused, signal }: RefusedCall,
): Promise<string | undefined> {
  const mustRenew = (): boolean => {
    assertSameUser(state, userEpoch);
    return refused.has(state.usableToken) || state.refusesNewTokens;
  };
  if (!mustRenew()) return state.usableToken;
  const isRefused = await refusals.isRefused(signal);
  if (!mustRenew()) return state.usableToken;
  if (!isRefused) return undefined;
  await login.renew(signal, state.usableToken);
  assertSameUser(state, userEpoch);
  return state.usableToken;
}

/** The call is not repeated, but the next one should find a token that works. Rejects when the caller aborts. */
export async function skipReplay(
  parts: CallParts,
  pending: PendingCall,
  why: ReplayObstacle | "option",
): Promise<void> {
  const { context } = parts;
  const { userEpoch, sent, call } = pending;
  const signal = call.signal();
  await renewToken(parts, { userEpoch, refused: new Set([sent]), signal }).catch(() => undefined);
  throwIfAborted(signal);
  context.events.emit({ type: "replay_skipped", why });
}

/** The error that the caller gets for a call without a response. */
export async function mapError(parts: CallParts, pending: PendingCall, error: unknown): Promise<unknown> {
  const { kind, call } = pending;
  const signal = call.signal();
  // Where a platform keeps to the letter of the Fetch standard, a 401 to a stream is a network error, because it cannot be
  // repeated; then only a reconcile tells that the token was refused.
  const isOff = parts.context.settings.reconcile === "off";
  if (kind !== "protected" || call.replayObstacle() !== "stream" || signal?.aborted || isOff) return error;
  try {
    if ((await orAborted(parts.reconciler.reconcile(), signal)) !== "refused") return error;
    await skipReplay(parts, pending, "stream");
  } catch {
    return signal?.reason ?? error;
  }
  return new AuthError(
    "replay_impossible",
    "the token was refused, and a stream cannot be sent twice: send the call again",
  );
}
