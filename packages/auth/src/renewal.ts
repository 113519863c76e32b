import type { Core } from "./core.ts";
import { AuthError, isAuthError } from "./errors.ts";
import { fingerprint } from "./fingerprint.ts";
import { getCredentials, logIn, loginRequired, refuseWhilePaused } from "./login.ts";
import { steadyTime, type Credentials } from "./options.ts";
import { lengthen } from "./pause.ts";
import { begin, type CallStamp } from "./token-state.ts";
import { orAborted, within } from "./within.ts";

/** A token that a login gave is not given up for another login before this time, unless it worked at least once. */
const graceMs = 10_000;

/** A token to send with: the held one, the stored one, or that of a login. */
export async function acquire(core: Core, signal?: AbortSignal): Promise<string> {
  refuseIfEnded(core);
  if (!core.token) await join(core, signal);
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
    refuseIfEnded(core);
    // A call of one user is not repeated in the name of another.
    if (stamp.identity !== core.identity) throw replacedError();
    return core.token === stamp.sent ? undefined : core.token;
  };
  if (!other() && steadyTime(core) >= core.freshUntil) {
    await join(core, signal, stamp.sent);
  }
  return other();
}

/** Waits for the login under way, or for one that begins now. */
async function join(core: Core, signal: AbortSignal | undefined, refused?: string): Promise<void> {
  if (core.waiters >= core.maxWaiters) throw new AuthError("too_many_waiters", "maxWaiters reached");
  core.waiters++;
  try {
    await orAborted(core.flight ?? fly(core, false, refused), signal);
  } finally {
    core.waiters--;
  }
}

/** One login at a time; all who need it join. `explicit`: the application says so. `refused`: the token that did not work. */
export function fly(core: Core, explicit: boolean, refused?: string, given?: Credentials): Promise<void> {
  const flight = Promise.resolve(core.flight)
    .catch(() => undefined)
    .then(() => renew(core, explicit, refused, given))
    .finally(() => {
      if (core.flight === flight) core.flight = undefined;
    });
  return (core.flight = flight);
}

async function renew(core: Core, explicit: boolean, refused?: string, given?: Credentials): Promise<void> {
  const isServed = (): boolean => !explicit && Boolean(core.token) && core.token !== refused;
  /** Another process may have renewed already: then its token serves, and there is nothing to do. */
  const look = async (): Promise<void> => {
    await core.keeper?.pull();
    if (!explicit) refuseIfEnded(core);
  };
  await within(core, look);
  if (isServed()) return;
  const used = given ?? (await getCredentials(core));
  const work = async (signal: AbortSignal): Promise<void> => {
    await look();
    if (isServed()) return;
    // Meanwhile another process may have failed.
    if (!given) refuseWhilePaused(core);
    try {
      await orAborted(replaceSession(core, used, explicit, signal), signal);
    } catch (error) {
      if (isAuthError(error, "login_timeout")) lengthen(core.loginPause, core);
      throw error;
    } finally {
      // Token or pause: the next holder of the lock is to find it.
      await core.keeper?.flush().catch(() => undefined);
    }
  };
  try {
    await within(core, (signal) => core.keeper?.locked(signal, () => work(signal)) ?? work(signal));
  } catch (error) {
    // A store that hangs or fails after the login does not take the token away again.
    if (!isServed()) throw error;
  }
}

/** The result of a login counts only if the session it was made for is still the one. */
async function replaceSession(
  core: Core,
  used: Credentials | undefined,
  explicit: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { epoch } = core;
  const token = await logIn(core, used, explicit, signal);
  signal.throwIfAborted();
  if (core.epoch !== epoch) {
    refuseIfEnded(core);
    throw replacedError();
  }
  begin(core, token, "login", fingerprint(used?.username ?? ""), !explicit);
  core.freshUntil = steadyTime(core) + graceMs;
}

function refuseIfEnded({ ended }: Core): void {
  if (ended) throw new AuthError("logged_out", `logged out (${ended}); call login()`);
}

function replacedError(): AuthError {
  return new AuthError("session_replaced", "another session began meanwhile");
}
