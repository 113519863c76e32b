import type { Core } from "./core.ts";
import { AuthError } from "./errors.ts";
import { emit } from "./events.ts";
import { steadyTime } from "./platform.ts";
import type { CallStamp } from "./token-state.ts";

/** A token to send with: the held one, or another if there is a way to get one. */
export async function acquire(core: Core, signal?: AbortSignal): Promise<string> {
  core.closing.signal.throwIfAborted();
  if (!core.token && !core.ended) await core.renew(signal);
  return heldToken(core);
}

/** The held token. Throws when there is none. */
export function heldToken(core: Core): string {
  refuseIfEnded(core);
  if (!core.token) throw loginRequired(core);
  return core.token;
}

/** Another token than the one that a call was refused with, or `undefined` if a login would be in vain. */
export async function replace(core: Core, stamp: CallStamp, signal?: AbortSignal): Promise<string | undefined> {
  const other = (): string | undefined => {
    // A call of one user is not repeated in the name of another.
    refuseUnless(core, stamp.identity === core.identity);
    return core.token === stamp.sent ? undefined : core.token;
  };
  if (!other() && steadyTime(core) >= core.freshUntil) await core.renew(signal, stamp.sent);
  return other();
}

/** The error of a session that has no token and no way to get one. */
export function loginRequired(core: Core): AuthError {
  if (!core.told) emit(core, { type: "loginRequired" });
  core.told = true;
  return new AuthError("login_required", "no access token: log in, or adopt(token)");
}

/** The error of a session that was ended. */
export function loggedOut({ ended }: Core): AuthError {
  return new AuthError("logged_out", `logged out (${ended}): log in again`);
}

/** The error of a call or login of an earlier session. */
export function sessionReplaced(): AuthError {
  return new AuthError("session_replaced", "another session began meanwhile");
}

/** Throws `logged_out`. */
export function refuseIfEnded(core: Core): void {
  if (core.ended) throw loggedOut(core);
}

/** Throws `logged_out`, or `session_replaced` unless the session of a call or login is the `same` still. */
export function refuseUnless(core: Core, same: boolean): void {
  refuseIfEnded(core);
  if (!same) throw sessionReplaced();
}
