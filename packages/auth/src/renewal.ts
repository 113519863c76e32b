import type { Core, Part } from "./core.ts";
import { isAuthError } from "./errors.ts";
import { fingerprint } from "./fingerprint.ts";
import { replaceSession, shareFlight } from "./flight.ts";
import { refuseIfEnded } from "./held-token.ts";
import { getCredentials, logIn, refuseWhilePaused, type Credentials, type LoginOptions } from "./login.ts";
import { lengthen } from "./pause.ts";
import { orAborted, within } from "./within.ts";

/**
 * Logs in with user name and password, or with a function, once for all who need it: with pauses after failures, and one
 * login for all processes that share a store.
 */
export function loginWith(options: LoginOptions): Part {
  return (core) => {
    shareLogin(core, options);
  };
}

/** As {@link loginWith}. Returns the way to log in explicitly. */
export function shareLogin(core: Core, options: LoginOptions): (given?: Credentials) => Promise<void> {
  const work = (explicit: boolean, refused?: string, given?: Credentials): Promise<void> =>
    renew(core, options, explicit, refused, given);
  return shareFlight(core, work, options.maxWaiters);
}

async function renew(
  core: Core,
  options: LoginOptions,
  explicit: boolean,
  refused: string | undefined,
  given: Credentials | undefined,
): Promise<void> {
  const { keeper } = core;
  const isServed = (): boolean => !explicit && Boolean(core.token) && core.token !== refused;
  /** Another process may have renewed already: then its token serves, and there is nothing to do. */
  const look = async (): Promise<void> => {
    await keeper?.pull();
    if (!explicit) refuseIfEnded(core);
  };
  await within(core, look);
  if (isServed()) return;
  const used = given ?? (await getCredentials(core, options));
  const work = async (signal: AbortSignal): Promise<void> => {
    await look();
    if (isServed()) return;
    // Meanwhile another process may have failed.
    if (!given) refuseWhilePaused(core);
    const getToken = (): Promise<string> => logIn(core, options, used, explicit, signal);
    try {
      await orAborted(replaceSession(core, getToken, signal, explicit, fingerprint(used?.username ?? "")), signal);
    } catch (error) {
      if (isAuthError(error, "login_timeout")) lengthen(core.loginPause, core);
      throw error;
    } finally {
      // Token or pause: the next holder of the lock is to find it.
      await keeper?.flush().catch(() => undefined);
    }
  };
  try {
    await within(core, (signal) => keeper?.locked(signal, () => work(signal)) ?? work(signal));
  } catch (error) {
    // A store that hangs or fails after the login does not take the token away again.
    if (!isServed()) throw error;
  }
}
