import type { SessionContext } from "../context.ts";
import type { SharedLogin } from "../login/shared-login.ts";

/** A token to send with: the held one, or one from a login. */
export async function acquireToken(
  { state, closed }: SessionContext,
  login: SharedLogin,
  signal?: AbortSignal,
): Promise<string> {
  closed.throwIfAborted();
  signal?.throwIfAborted();
  state.assertUsable();
  if (state.usableToken === undefined) await login.renew(signal);
  state.assertUsable();
  if (state.usableToken === undefined) throw state.loginRequired();
  return state.usableToken;
}

/** A call that was refused. */
export interface RefusedCall {
  /** Whose call it was: a call of one user is not repeated in the name of another. */
  readonly identity: number;
  /** The tokens that were refused. */
  readonly refused: ReadonlySet<string | undefined>;
  readonly signal: AbortSignal | undefined;
}

/** Another token than the refused ones, by a login if need be; `undefined` if a login would be in vain. */
export async function renewToken(
  { state }: SessionContext,
  login: SharedLogin,
  { identity, refused, signal }: RefusedCall,
): Promise<string | undefined> {
  state.assertSameUser(identity);
  if (refused.has(state.usableToken)) {
    if (!login.mayRenew) return undefined;
    await login.renew(signal, state.usableToken);
    state.assertSameUser(identity);
  }
  return state.usableToken;
}
