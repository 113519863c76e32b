import type { SessionContext } from "../context.ts";
import { AuthError, isAuthError } from "../errors.ts";
import { subjectOf } from "../fingerprint.ts";
import type { Credentials } from "../options.ts";
import { sessionReplaced } from "../state.ts";
import type { StoreSync } from "../store/store-sync.ts";
import { orAborted, withTimeout } from "../time-limit.ts";
import type { TokenHolder } from "../token/token-holder.ts";
import { assertNotPaused, getCredentials, logIn } from "./login-request.ts";

/** A token that a login gave is not given up for another login before this time, unless it worked at least once. */
const graceMs = 10_000;

/** One attempt to log in, shared by all calls that wait. */
interface Attempt {
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

/** Logs in, once at a time for all calls that need a token. */
export class SharedLogin {
  readonly #context: SessionContext;
  readonly #run: (attempt: Attempt, signal: AbortSignal) => Promise<void>;
  #current: Attempt | undefined;
  #waiters = 0;
  #supersededAt = 0;
  #futileUntil = 0;

  constructor(context: SessionContext, holder: TokenHolder, sync: StoreSync | undefined) {
    this.#context = context;
    this.#run = (attempt, signal) => runAttempt(context, holder, sync, attempt, signal);
  }

  /** Logical time of the last act that supersedes a login under way: another login, a logout, an adopted token. */
  get supersededAt(): number {
    return this.#supersededAt;
  }

  /** Whether a refused token is given up for another login. One that a login gave a moment ago, and never worked, is not. */
  get mayRenew(): boolean {
    const { state, platform } = this.#context;
    if (platform.steady() < this.#futileUntil) return false;
    return state.held.isProven || platform.steady() - state.held.since >= graceMs;
  }

  /** A call was refused with the token of a login, too: another login would end the same way. */
  noteFutile(): void {
    this.#futileUntil = this.#context.platform.steady() + graceMs;
  }

  /**
   * Resolves when another token than the refused one is held; joins the login under way. Rejects when none can be had, and
   * when `signal` aborts, which ends this wait only.
   */
  async renew(signal: AbortSignal | undefined, refused?: string): Promise<void> {
    if (this.#waiters >= this.#context.settings.maxWaiters) {
      throw new AuthError("too_many_waiters", `${this.#waiters} calls wait for a login already (maxWaiters)`);
    }
    this.#waiters++;
    try {
      signal?.throwIfAborted();
      await orAborted(this.#served(this.#current ?? this.#start(false, refused), refused), signal);
    } finally {
      this.#waiters--;
    }
  }

  /**
   * Logs in because the application asked: ignores earlier refusals. With credentials it ignores pauses as well, and
   * supersedes a login under way; without them it joins that login.
   */
  logIn(given?: Credentials): Promise<void> {
    const current = this.#current;
    const joined = current && (!given || isSame(given, current.given)) ? current : this.#start(true, undefined, given);
    return this.#finished(joined, given);
  }

  /** Aborts the login under way, without waiting for it; its late result changes nothing. */
  cancel(reason: AuthError): void {
    this.#supersededAt = this.#context.state.tick();
    this.#supersede(reason);
  }

  #supersede(reason: AuthError, next?: Attempt): void {
    const before = this.#current;
    this.#current = next;
    if (!before) return;
    if (next) before.next = next;
    before.controller.abort(reason);
  }

  #start(explicit: boolean, refused?: string, given?: Credentials): Attempt {
    const { state, limits } = this.#context;
    const controller = new AbortController();
    const attempt: Attempt = { explicit, refused, given, used: given, controller, done: Promise.resolve() };
    attempt.done = attempt.done
      .then(() => withTimeout(limits, (signal) => this.#run(attempt, signal), controller))
      .finally(() => {
        if (this.#current === attempt) this.#current = undefined;
      });
    // Its callers may have stopped waiting, and then nothing else handles a rejection.
    attempt.done.catch(() => undefined);
    if (explicit) this.#supersededAt = state.tick();
    this.#supersede(sessionReplaced(), attempt);
    return attempt;
  }

  /** Resolves when there is another token than the refused one: of the attempt, or of the one that superseded it. */
  async #served(attempt: Attempt, refused: string | undefined): Promise<void> {
    const { state, closed } = this.#context;
    try {
      await attempt.done;
    } catch (error) {
      if (attempt.next) return this.#served(attempt.next, refused);
      const token = state.usableToken;
      if (closed.aborted || token === undefined || token === refused) throw error;
    }
  }

  /**
   * Resolves when the login is done. A login without credentials waits for the one that supersedes it, unless it already
   * uses other credentials.
   */
  async #finished(attempt: Attempt, given: Credentials | undefined): Promise<void> {
    const { state, closed } = this.#context;
    try {
      await attempt.done;
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

/** Gets a token and begins a session with it, unless another process has renewed the token already. */
async function runAttempt(
  context: SessionContext,
  holder: TokenHolder,
  sync: StoreSync | undefined,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<void> {
  const { state, logins } = context;
  const { explicit, refused, given } = attempt;
  /** Another process may have renewed already: then its token serves, and there is nothing to do. */
  const isServed = async (): Promise<boolean> => {
    await sync?.pull().catch(() => undefined);
    signal.throwIfAborted();
    if (explicit) return false;
    state.assertUsable();
    return state.usableToken !== undefined && state.usableToken !== refused;
  };
  if (await isServed()) return;
  const credentials = given ?? (await getCredentials(context));
  signal.throwIfAborted();
  attempt.used = credentials;

  const work = async (): Promise<void> => {
    if (await isServed()) return;
    // Meanwhile another process may have failed.
    if (!given) assertNotPaused(context);
    try {
      await orAborted(replaceSession(context, holder, attempt, signal), signal);
    } catch (error) {
      // The service, or the `login` function, did not answer in time.
      if (signal.aborted && isAuthError(error, "login_timeout")) logins.failed();
      throw error;
    } finally {
      // Token or pause: the next holder of the lock is to find it.
      await sync?.flush().catch(() => undefined);
    }
  };
  await (sync?.locked("login", signal, work) ?? work());
}

/** The token of a login counts only if the session it was made for is still the one. */
async function replaceSession(
  context: SessionContext,
  holder: TokenHolder,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<void> {
  const { state } = context;
  const { explicit, used: credentials } = attempt;
  // The session may have ended, here or elsewhere, since the store was read: then nothing is sent.
  signal.throwIfAborted();
  if (!explicit) state.assertUsable();
  const { epoch } = state.session;
  const { token, user, response } = await logIn(context, { explicit, credentials, signal });
  signal.throwIfAborted();
  // A login may follow a logout, but not overlap with one.
  if (state.session.epoch !== epoch) {
    state.assertUsable();
    throw sessionReplaced();
  }
  attempt.began = epoch + 1;
  const subject = subjectOf(user ?? credentials?.username);
  holder.begin(token, { why: "login", subject, isRenewal: !explicit, response });
}
