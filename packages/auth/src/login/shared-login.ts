import type { SessionContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { userFingerprint } from "../fingerprint.ts";
import type { Credentials } from "../options/auth-options.ts";
import { assertUsable, sessionReplaced } from "../state/session-errors.ts";
import type { SessionState } from "../state/session-state.ts";
import { abandoned, type InFlight, isOverdue, joinWork, trackWork } from "../in-flight.ts";
import type { StoreSync } from "../store/store-sync.ts";
import { createController, isTimeout, orAborted, throwIfAborted, withTimeout } from "../time-limit.ts";
import type { TokenHolder } from "../token/token-holder.ts";
import { assertMayLogIn, getCredentials, logIn } from "./login-request.ts";

/**
 * One login at a time for all calls that need a token. From top to bottom: who may log in, how a login begins and how
 * another one supersedes it, how the others wait, and what they take.
 */
export class SharedLogin {
  readonly #parts: LoginParts;
  readonly #context: SessionContext;
  #current: LoginAttempt | undefined;
  #supersededAt = 0;

  constructor(parts: LoginParts) {
    this.#parts = parts;
    this.#context = parts.context;
  }

  /**
   * Resolves when another token than the refused one is held; joins the login under way. Rejects when none can be had, and
   * when `signal` aborts, which ends this wait only.
   */
  async renew(signal: AbortSignal | undefined, refused?: string): Promise<void> {
    const current = this.#joinable;
    const { count } = current?.waiters ?? noWaiters();
    if (count >= this.#context.settings.maxWaiters) {
      throw new AuthError("too_many_waiters", `${count} calls wait for a login already (maxWaiters)`);
    }
    throwIfAborted(signal);
    const attempt = current ?? this.#begin(false, refused);
    attempt.waiters.count++;
    try {
      await orAborted(this.#renewed(attempt, refused), signal);
    } finally {
      attempt.waiters.count--;
    }
  }

  /**
   * Logs in because the application asked: ignores earlier refusals. With credentials it ignores a backoff as well, and
   * supersedes a login under way; without them it joins that login.
   */
  logIn(given?: Credentials): Promise<void> {
    const current = this.#joinable;
    const joined = current && (!given || isSame(given, current.given)) ? current : this.#begin(true, undefined, given);
    return this.#finished(joined, given);
  }

  /** The login under way, unless it cannot end any more. */
  get #joinable(): LoginAttempt | undefined {
    const current = this.#current;
    if (current) current.isLost ||= isOverdue(current.work, this.#context.limits);
    return current?.isLost ? undefined : current;
  }

  #begin(explicit: boolean, refused?: string, given?: Credentials): LoginAttempt {
    const { state, limits, platform, logins } = this.#context;
    const controller = createController();
    const done = Promise.resolve()
      .then(() => withTimeout({ ...limits, code: "login_timeout" }, () => runAttempt(this.#parts, attempt), controller))
      .finally(() => {
        if (this.#current === attempt) this.#current = undefined;
      });
    // Its callers may have stopped waiting; tracking it handles a rejection that nobody else does.
    const work = trackWork(done, platform);
    // Calls that wait for a login wait for the one that supersedes it.
    const waiters = this.#joinable?.waiters ?? noWaiters();
    if (this.#current?.isLost) logins.abandoned(this.#current.work.since);
    const attempt: LoginAttempt = { explicit, refused, given, used: given, controller, work, waiters, isLost: false };
    if (explicit) this.#supersededAt = state.tick();
    this.#supersede(sessionReplaced(), attempt);
    return attempt;
  }

  /** Logical time of the last act that supersedes a login under way: another login, a logout, an adopted token. */
  get supersededAt(): number {
    return this.#supersededAt;
  }

  /** Aborts the login under way, without waiting for it; its late result changes nothing. */
  cancel(reason: AuthError): void {
    this.#supersededAt = this.#context.state.tick();
    this.#supersede(reason);
  }

  #supersede(reason: AuthError, next?: LoginAttempt): void {
    const before = this.#current;
    this.#current = next;
    if (!before) return;
    if (next) before.next = next;
    // What a request began that has ended cannot be aborted.
    if (!before.isLost) before.controller.abort(reason);
  }

  /** Resolves when there is another token than the refused one: of the attempt, or of the one that superseded it. */
  async #renewed(attempt: LoginAttempt, refused: string | undefined): Promise<void> {
    const { state, closed } = this.#context;
    try {
      if ((await joinWork(attempt.work, this.#context.limits)) !== abandoned) return;
      attempt.isLost = true;
      return await this.#renewed(attempt.next ?? this.#joinable ?? this.#begin(false, refused), refused);
    } catch (error) {
      if (attempt.next) return this.#renewed(attempt.next, refused);
      if (closed.aborted || !isRenewed(state, refused)) throw error;
    }
  }

  /**
   * Resolves when the login is done. A login without credentials waits for the one that supersedes it, unless it already
   * uses other credentials.
   */
  async #finished(attempt: LoginAttempt, given: Credentials | undefined): Promise<void> {
    const { state, closed } = this.#context;
    try {
      if ((await joinWork(attempt.work, this.#context.limits)) !== abandoned) return;
      attempt.isLost = true;
      return await this.logIn(given);
    } catch (error) {
      const { next, used, began } = attempt;
      if (next && !given && (!used || isSame(used, next.given))) return this.#finished(next, given);
      // If the store hangs or fails after the login, the session stays.
      if (closed.aborted || began !== state.session.epoch) throw error;
    }
  }
}

function isSame(one: Credentials, other: Credentials | undefined): boolean {
  return one.username === other?.username && one.password === other.password;
}

/** One attempt to log in, shared by all calls that wait. */
interface LoginAttempt {
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
  readonly work: InFlight<void>;
  /** It cannot end any more, because the request that began it has ended. */
  isLost: boolean;
  /** The calls that wait for it. */
  readonly waiters: Waiters;
  /** The login that superseded it. */
  next?: LoginAttempt;
}

/** How many calls wait. Those of a request that has ended are never subtracted, and leave with the login that they wait for. */
interface Waiters {
  count: number;
}

const noWaiters = (): Waiters => ({ count: 0 });

/** What an attempt needs of the other parts of the session. */
interface LoginParts {
  readonly context: SessionContext;
  readonly holder: TokenHolder;
  readonly sync: StoreSync | undefined;
}

/** Gets a token and begins a session with it, unless another process has renewed the token already. */
async function runAttempt(parts: LoginParts, attempt: LoginAttempt): Promise<void> {
  const { context, sync } = parts;
  const { given, controller } = attempt;
  const { signal } = controller;
  if (await hasRenewed(parts, attempt)) return;
  const credentials = given ?? (await getCredentials(context, attempt.explicit));
  signal.throwIfAborted();
  attempt.used = credentials;

  const work = async (): Promise<void> => {
    if (await hasRenewed(parts, attempt)) return;
    // Meanwhile another process may have failed.
    if (!given) assertMayLogIn(context, attempt.explicit);
    try {
      await orAborted(replaceSession(parts, attempt), signal);
    } catch (error) {
      // The service, or the `login` function, did not respond in time.
      if (signal.aborted && isTimeout(error)) context.logins.failed();
      throw error;
    } finally {
      // Token or backoff: the next holder of the lock is to find it.
      await sync?.settleWrites();
    }
  };
  await (sync?.locked("login", signal, work) ?? work());
}

/** Whether another process has renewed the token: then there is nothing to do. */
async function hasRenewed({ context: { state }, sync }: LoginParts, attempt: LoginAttempt): Promise<boolean> {
  // A login that the application asked for replaces whatever session the store holds.
  await (attempt.explicit ? sync?.pull() : sync?.pullForUse())?.catch(() => undefined);
  attempt.controller.signal.throwIfAborted();
  if (attempt.explicit) return false;
  assertUsable(state);
  return isRenewed(state, attempt.refused);
}

/** Whether another token than the refused one is held, which may work. */
function isRenewed({ usableToken, refusesNewTokens }: SessionState, refused: string | undefined): boolean {
  return usableToken !== undefined && usableToken !== refused && !refusesNewTokens;
}

/** The token of a login counts only if the session it was made for is still the one. */
async function replaceSession({ context, holder }: LoginParts, attempt: LoginAttempt): Promise<void> {
  const { state } = context;
  const { explicit, used: credentials, controller } = attempt;
  const { signal } = controller;
  // The session may have ended, here or elsewhere, since the store was read: then nothing is sent.
  signal.throwIfAborted();
  if (!explicit) assertUsable(state);
  const { epoch } = state.session;
  const { token, user, response } = await logIn(context, { explicit, credentials, signal });
  signal.throwIfAborted();
  if (attempt.isLost) throw sessionReplaced();
  // A login may follow a logout, but not overlap with one.
  if (state.session.epoch !== epoch) {
    assertUsable(state);
    throw sessionReplaced();
  }
  attempt.began = epoch + 1;
  const owner = userFingerprint(user ?? credentials?.username);
  holder.begin(token, { why: "login", user: owner, isRenewal: !explicit, response });
}
