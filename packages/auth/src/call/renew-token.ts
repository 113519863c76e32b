import type { SessionContext } from "../context.ts";
import type { SharedLogin } from "../login/shared-login.ts";
import { assertSameUser, assertUsable } from "../state/session-errors.ts";

/** A token to send with: the held one, or one from a login. */
export async function acquireToken(
  { state, closed }: SessionContext,
  login: SharedLogin,
  signal?: AbortSignal,
): Promise<string> {
  closed.throwIfAborted();
  signal?.throwIfAborted();
  assertUsable(state);
  if (state.usableToken === undefined) await login.renew(signal);
  assertUsable(state);
  if (state.usableToken === undefined) throw state.requireLogin();
  return state.usableToken;
}

/** A call that was refused. */
export interface RefusedCall {
  /** Whose call it was: a call of one user is not repeated in the name of another. */
  readonly userEpoch: number;
  /** The tokens that were refused. */
  readonly refused: ReadonlySet<string | undefined>;
  readonly signal: AbortSignal | undefined;
}

/** Another token than the refused ones, by a login if need be; `undefined` if a login would be in vain. */
export async function renewToken(
  { state }: SessionContext,
  login: SharedLogin,
  { userEpoch, refused, signal }: RefusedCall,
): Promise<string | undefined> {
  assertSameUser(state, userEpoch);
  if (refused.has(state.usableToken) || state.refusesNewTokens) {
    if (!login.mayRenew) return undefined;
    await login.renew(signal, state.usableToken);
    assertSameUser(state, userEpoch);
  }
  return state.usableToken;
}
