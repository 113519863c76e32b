import type { SessionContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import type { Credentials } from "../options/auth-options.ts";
import { sessionReplaced } from "../state/session-errors.ts";
import { orAborted, withTimeout } from "../time-limit.ts";
import { isRenewed, runAttempt, type LoginAttempt, type LoginParts } from "./login-attempt.ts";

/** A token that a login gave is not given up for another login before this time, unless it worked at least once. */
const graceMs = 10_000;

/**
 * One login at a time for all calls that need a token. From top to bottom: who may log in, how a login begins and how
 * another one supersedes it, how the others wait, and what they take.
 */
export class SharedLogin {
  readonly #parts: LoginParts;
  readonly #context: SessionContext;
  #current: LoginAttempt | undefined;
  #waiters = 0;
  #supersededAt = 0;
  #futileUntil = 0;

  constructor(parts: LoginParts) {
    this.#parts = parts;
    this.#context = parts.context;
  }

  /** Whether a refused token is given up for another login. One that a login gave a moment ago, and never worked, is not. */
  get mayRenew(): boolean {
    const { state, platform } = this.#context;
    const now = platform.steady();
    return now >= this.#futileUntil && (state.held.isProven || now - state.session.begunAt >= graceMs);
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
      await orAborted(this.#renewed(this.#current ?? this.#begin(false, refused), refused), signal);
    } finally {
      this.#waiters--;
    }
  }

  /**
   * Logs in because the application asked: ignores earlier refusals. With credentials it ignores a backoff as well, and
   * supersedes a login under way; without them it joins that login.
   */
  logIn(given?: Credentials): Promise<void> {
    const current = this.#current;
    const joined = current && (!given || isSame(given, current.given)) ? current : this.#begin(true, undefined, given);
    return this.#finished(joined, given);
  }

  #begin(explicit: boolean, refused?: string, given?: Credentials): LoginAttempt {
    const { state, limits } = this.#context;
    const controller = new AbortController();
    const attempt: LoginAttempt = { explicit, refused, given, used: given, controller, done: Promise.resolve() };
    attempt.done = attempt.done
      .then(() => withTimeout({ ...limits, code: "login_timeout" }, () => runAttempt(this.#parts, attempt), controller))
      .finally(() => {
        if (this.#current === attempt) this.#current = undefined;
      });
    // Its callers may have stopped waiting, and then nothing else handles a rejection.
    attempt.done.catch(() => undefined);
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
    before.controller.abort(reason);
  }

  /** Resolves when there is another token than the refused one: of the attempt, or of the one that superseded it. */
  async #renewed(attempt: LoginAttempt, refused: string | undefined): Promise<void> {
    const { state, closed } = this.#context;
    try {
      await attempt.done;
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
