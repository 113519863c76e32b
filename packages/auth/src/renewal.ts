import type { Core, Part } from "./core.ts";
import { isAuthError } from "./errors.ts";
import { fingerprint } from "./fingerprint.ts";
import { replaceSession, shareFlight, type Attempt, type Renewal } from "./flight.ts";
import { refuseIfEnded } from "./held-token.ts";
import { getCredentials, logIn, refuseWhilePaused, type Credentials, type LoginOptions } from "./login.ts";
import { lengthen } from "./pause.ts";
import { orAborted } from "./time-limit.ts";

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
  const work: Renewal = (attempt, signal) => renew(core, options, attempt, signal);
  return shareFlight(core, work, options.maxWaiters);
}

async function renew(core: Core, options: LoginOptions, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const { keeper } = core;
  const { explicit, refused, given } = attempt;
  const isServed = (): boolean => !explicit && Boolean(core.token) && core.token !== refused;
  /** Another process may have renewed already: then its token serves, and there is nothing to do. */
  const look = async (): Promise<void> => {
    await keeper?.pull();
    signal.throwIfAborted();
    if (!explicit) refuseIfEnded(core);
  };
  await look();
  if (isServed()) return;
  const used = given ?? (await getCredentials(core, options));
  signal.throwIfAborted();
  attempt.used = used;
  const work = async (): Promise<void> => {
    await look();
    if (isServed()) return;
    // Meanwhile another process may have failed.
    if (!given) refuseWhilePaused(core);
    const getToken = (): Promise<string> => logIn(core, options, used, explicit, signal);
    try {
      await orAborted(replaceSession(core, getToken, signal, attempt, fingerprint(used?.username ?? "")), signal);
    } catch (error) {
      // The service, or the `login` function, did not answer in time.
      if (signal.aborted && isAuthError(error, "login_timeout")) lengthen(core.loginPause, core);
      throw error;
    } finally {
      // Token or pause: the next holder of the lock is to find it.
      await keeper?.flush().catch(() => undefined);
    }
  };
  await (keeper?.locked(signal, work) ?? work());
}
