import type { Core } from "./core.ts";
import { AuthError } from "./errors.ts";
import { steadyTime } from "./platform.ts";
import { refuseUnless } from "./held-token.ts";
import { begin } from "./token-state.ts";
import { orAborted } from "./within.ts";

/** A token that a login gave is not given up for another login before this time, unless it worked at least once. */
const graceMs = 10_000;

/** Gets a token. `explicit`: the application says so. `refused`: the token that did not work. `given`: what it came with. */
export type Renewal<T> = (explicit: boolean, refused: string | undefined, given: T | undefined) => Promise<void>;

/**
 * Makes `work` the way in which a session gets tokens: once at a time, for all who need one. Returns the way to ask for
 * one explicitly.
 */
export function shareFlight<T>(core: Core, work: Renewal<T>, maxWaiters = Infinity): (given?: T) => Promise<void> {
  let flight: Promise<void> | undefined;
  let waiters = 0;
  const fly = (explicit: boolean, refused?: string, given?: T): Promise<void> => {
    const mine = Promise.resolve(flight)
      .catch(() => undefined)
      .then(() => work(explicit, refused, given))
      .finally(() => {
        if (flight === mine) flight = undefined;
      });
    return (flight = mine);
  };
  core.renew = async (signal, refused) => {
    if (waiters >= maxWaiters) throw new AuthError("too_many_waiters", "maxWaiters reached");
    waiters++;
    try {
      await orAborted(flight ?? fly(false, refused), signal);
    } finally {
      waiters--;
    }
  };
  return (given) => (!given && flight) || fly(true, undefined, given);
}

/** The token of a login counts only if the session it was made for is still the one. */
export async function replaceSession(
  core: Core,
  getToken: () => Promise<string>,
  signal: AbortSignal,
  explicit: boolean,
  subject: string,
): Promise<void> {
  const { epoch } = core;
  const token = await getToken();
  signal.throwIfAborted();
  // A login may follow a logout, but not overlap with one.
  if (core.epoch !== epoch) refuseUnless(core, false);
  begin(core, token, "login", subject, !explicit);
  core.freshUntil = steadyTime(core) + graceMs;
}
