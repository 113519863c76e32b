import type { Core } from "./core.ts";
import { AuthError } from "./errors.ts";
import { refuseUnless, sessionReplaced } from "./held-token.ts";
import type { Credentials } from "./login.ts";
import { steadyTime } from "./platform.ts";
import { begin } from "./token-state.ts";
import { orAborted } from "./time-limit.ts";
import { within } from "./within.ts";

/** A token that a login gave is not given up for another login before this time, unless it worked at least once. */
const graceMs = 10_000;

/** One attempt to get a token, shared by all calls that wait: a login, or one call of the function of `renewWith`. */
export interface Attempt {
  /** The application asked for it with `login()`. */
  readonly explicit: boolean;
  /** The token that did not work. */
  readonly refused: string | undefined;
  /** What `login(credentials)` was given. */
  readonly given: Credentials | undefined;
  /** What it logs in with, as soon as that is known. */
  used: Credentials | undefined;
  /** The epoch of the session that it began. */
  began?: number;
  /** Ends it: when it takes too long, when another act supersedes it, and when the session is disposed. */
  readonly controller: AbortController;
  /** Settles with it. */
  done: Promise<void>;
  /** The login that superseded it. */
  next?: Attempt;
}

/** Gets a token and begins a session with it. Must do nothing once the signal is aborted. */
export type Renewal = (attempt: Attempt, signal: AbortSignal) => Promise<void>;

/**
 * Makes `work` the way in which a session gets tokens: once at a time, for all who need one. Returns the way to ask for
 * one explicitly.
 */
export function shareFlight(core: Core, work: Renewal, maxWaiters = Infinity): (given?: Credentials) => Promise<void> {
  let current: Attempt | undefined;
  let waiters = 0;

  /** Ends the attempt under way without waiting for it. */
  const supersede = (reason: AuthError, next?: Attempt): void => {
    const before = current;
    current = next;
    if (!before) return;
    if (next) before.next = next;
    before.controller.abort(reason);
  };
  const start = (explicit: boolean, refused?: string, given?: Credentials): Attempt => {
    const controller = new AbortController();
    const attempt: Attempt = { explicit, refused, given, used: given, controller, done: Promise.resolve() };
    attempt.done = attempt.done
      .then(() => within(core, (signal) => work(attempt, signal), controller))
      .finally(() => {
        if (current === attempt) current = undefined;
      });
    // Its callers may have stopped waiting, and then nothing else handles a rejection.
    attempt.done.catch(() => undefined);
    if (explicit) core.loginAt = ++core.time;
    supersede(sessionReplaced(), attempt);
    return attempt;
  };

  /** Resolves when there is another token than the refused one: of the attempt, or of the one that superseded it. */
  const served = async (attempt: Attempt, refused: string | undefined): Promise<void> => {
    try {
      await attempt.done;
    } catch (error) {
      if (attempt.next) return served(attempt.next, refused);
      if (core.closing.signal.aborted || !core.token || core.token === refused) throw error;
    }
  };
  core.renew = async (signal, refused) => {
    if (waiters >= maxWaiters) throw new AuthError("too_many_waiters", "maxWaiters reached");
    waiters++;
    try {
      await orAborted(served(current ?? start(false, refused), refused), signal);
    } finally {
      waiters--;
    }
  };
  core.cancelLogin = supersede;

  /**
   * Resolves when the login is done. A login without credentials waits for the one that supersedes it, unless it already
   * uses other credentials.
   */
  const finished = async (attempt: Attempt, given: Credentials | undefined): Promise<void> => {
    try {
      await attempt.done;
    } catch (error) {
      const { next, used, began } = attempt;
      if (next && !given && (!used || isSame(used, next.given))) return finished(next, given);
      // If the store hangs or fails after the login, the session stays.
      if (core.closing.signal.aborted || began !== core.epoch) throw error;
    }
  };
  return (given) => {
    const joined = current && (!given || isSame(given, current.given)) ? current : start(true, undefined, given);
    return finished(joined, given);
  };
}

function isSame(one: Credentials, other: Credentials | undefined): boolean {
  return one.username === other?.username && one.password === other.password;
}

/** The token of a login counts only if the session it was made for is still the one. */
export async function replaceSession(
  core: Core,
  getToken: () => Promise<string>,
  signal: AbortSignal,
  attempt: Attempt,
  subject: string,
): Promise<void> {
  const { epoch } = core;
  const token = await getToken();
  signal.throwIfAborted();
  // A login may follow a logout, but not overlap with one.
  if (core.epoch !== epoch) refuseUnless(core, false);
  attempt.began = epoch + 1;
  begin(core, token, "login", subject, !attempt.explicit);
  core.freshUntil = steadyTime(core) + graceMs;
}
