import { nextBackoff, noBackoff, type Backoff } from "../backoff.ts";
import type { Events } from "../events.ts";
import type { Platform } from "../platform.ts";

/** The results of earlier logins. Sessions that share a store share them. */
export interface LoginHistory {
  /** Failed logins in a row, and until when automatic logins wait: after a failure, and after a login in a row of several. */
  readonly backoff: Backoff;
  /** Successful logins since a token last kept working. */
  readonly unproven: number;
  /** Grows while a process sees that the service refuses a token: that calls of another process work then proves nothing. */
  readonly doubts: number;
  /** When a process that had just started last let earlier logins not count, in milliseconds since the epoch by its clock; 0: never. */
  readonly forgivenAt: number;
  /** Short fingerprints of credentials that the service refused, the newest first. */
  readonly refused: readonly string[];
}

/** How a login failed. */
interface LoginFailure {
  /** The time that the service asked to wait, in milliseconds. */
  readonly atLeast?: number | undefined;
  /** Name of the error, if code of the application threw it by mistake. */
  readonly mistake?: string | undefined;
}

const noHistory: LoginHistory = { backoff: noBackoff, unproven: 0, doubts: 0, forgivenAt: 0, refused: [] };

/** For how long tokens have to work until no login counts any more: a minute for each login that counts, at most ten. */
function stretchOf(logins: number): number {
  return 60_000 * Math.min(logins, 10);
}

/** A token that worked and is refused no earlier than this after its login was good: it has expired, or the service was restarted. */
const goodLifeMs = 120_000;

/** How many tokens in a row are replaced at once if they worked at least once, as when a service restarts several times. */
export const freeLogins = 3;

/** How many refused credentials are remembered. Processes that share a store may have several, some of them old. */
const mostRefused = 8;

/** Earlier logins no longer count once a login has been allowed for so long, by the steady clock: they are too rare to do harm. */
export const forgetMs = 3_600_000;

/** The results of the logins of one session; changes go through its methods. */
export class LoginState {
  readonly #platform: Platform;
  readonly #events: Events;
  #history = noHistory;
  /** What the service refused here, the newest first: the store may have no room for it. A function has no fingerprint. */
  #refusedHere: readonly (string | undefined)[] = [];
  /** Fingerprint of the credentials that the service accepted last. */
  #accepted: string | undefined;
  #mistake: string | undefined;
  /** The session whose tokens work, and the steady time since which none of them was refused. */
  #workingEpoch: number | undefined;
  #workingSince = 0;
  #workingDoubts = 0;
  /** The session whose token was refused last. */
  #refusedEpoch: number | undefined;
  /** Steady time at which the sessions of the store last learned that a token is refused. */
  #doubtedAt = -Infinity;
  /** Whether listeners know that tokens of logins are refused, and the backoff that they were told last. */
  #hasReported = false;
  #reportedUntil: number | undefined;

  constructor(platform: Platform, events: Events) {
    this.#platform = platform;
    this.#events = events;
  }

  get history(): LoginHistory {
    return this.#history;
  }

  /** Milliseconds until an automatic login is allowed; 0 or less: it is. */
  get backoffMs(): number {
    return this.#history.backoff.until - this.#platform.steady();
  }

  /** Milliseconds since the epoch at which an automatic login is allowed. */
  get allowedAt(): number {
    return Math.round(this.#platform.now() + this.backoffMs);
  }

  /** Whether the latest login succeeded, so that a backoff can only be due to refused tokens. */
  get hasSucceeded(): boolean {
    return this.#history.backoff.failures === 0;
  }

  /** Name of the error by which the latest login here failed, if code of the application threw it by mistake. */
  get mistake(): string | undefined {
    return this.#mistake;
  }

  /**
   * Whether a login has to wait. The first tokens that worked and are refused later are replaced at once.
   * @param hasWorked whether a token of the present session has worked
   */
  mustWait(hasWorked: boolean): boolean {
    const isFree = this.hasSucceeded && this.#history.unproven <= freeLogins && hasWorked;
    return !isFree && this.backoffMs > 0;
  }

  /** The service could not process a login, or code of the application failed. */
  failed(
    { atLeast, mistake }: LoginFailure = {},
    platform: Pick<Platform, "steady" | "random"> = this.#platform,
  ): void {
    this.#mistake = mistake;
    const { backoff, unproven } = this.#history;
    const { until } = nextBackoff({ failures: backoff.failures + unproven }, platform, atLeast);
    this.#history = { ...this.#history, backoff: { failures: backoff.failures + 1, until } };
    this.#emitBackoff();
  }

  /**
   * The login of that steady time cannot end any more, because the request that began it has ended, as in Workers. The first one
   * is replaced at once.
   */
  abandoned(since: number): void {
    const { backoff } = this.#history;
    const { random } = this.#platform;
    if (backoff.failures > 0) return this.failed({}, { random, steady: () => since });
    this.#history = { ...this.#history, backoff: { ...backoff, failures: 1 } };
  }

  /** Whether the service refused these credentials, by their fingerprint; `undefined`: those of a function. */
  isRefused(credentials: string | undefined): boolean {
    const isKnown = credentials !== undefined && this.#history.refused.includes(credentials);
    return isKnown || this.#refusedHere.includes(credentials);
  }

  /** The service refused these credentials. */
  rejected(credentials: string | undefined): void {
    this.#refusedHere = withFirst(this.#refusedHere, credentials);
    if (credentials === undefined) return;
    if (credentials === this.#accepted) this.#accepted = undefined;
    this.#history = { ...this.#history, refused: withFirst(this.#history.refused, credentials) };
  }

  /** A login with these credentials gave a token. Until tokens have kept working, each further login waits as after a failure. */
  succeeded(isExplicit: boolean, credentials: string | undefined): void {
    this.#mistake = undefined;
    this.#refusedHere = without(this.#refusedHere, credentials);
    this.#accepted = credentials;
    if (isExplicit || -this.backoffMs > forgetMs) this.#reset();
    const { unproven, refused } = this.#history;
    const { until } = nextBackoff({ failures: unproven }, this.#platform);
    this.#history = {
      ...this.#history,
      backoff: { failures: 0, until },
      unproven: unproven + 1,
      refused: without(refused, credentials),
    };
  }

  /** A token of the session works. Returns whether that changed what counts. */
  worked(epoch: number): boolean {
    const { unproven, doubts } = this.#history;
    if (unproven === 0) return false;
    const now = this.#platform.steady();
    if (this.#workingEpoch !== epoch || this.#workingDoubts !== doubts) {
      this.#workingEpoch = epoch;
      this.#workingDoubts = doubts;
      this.#workingSince = now;
    }
    if (now - this.#workingSince < stretchOf(unproven)) return false;
    this.#reset();
    return true;
  }

  /**
   * The service refuses the held token. Returns whether that changed what counts.
   * @param epoch of the session that begins with a login
   * @param goodForMs for how long the session has had tokens that worked; 0 if none did
   */
  tokenRefused(epoch: number, goodForMs: number): boolean {
    const { unproven, doubts } = this.#history;
    if (unproven === 0) return false;
    const isFirst = this.#refusedEpoch !== epoch;
    this.#refusedEpoch = epoch;
    if (isFirst && goodForMs >= goodLifeMs) {
      this.#reset();
      return true;
    }
    this.#workingEpoch = undefined;
    const now = this.#platform.steady();
    // Often enough that no stretch of another process ends in between.
    if (now - this.#doubtedAt < stretchOf(unproven) / 2) return false;
    this.#doubtedAt = now;
    this.#history = { ...this.#history, doubts: doubts + 1 };
    return true;
  }

  /** A login has to wait because the tokens of earlier ones were refused. */
  reportRefused(): void {
    if (!this.#hasReported) this.#events.emit({ type: "tokens_refused" });
    this.#hasReported = true;
    this.#emitBackoff();
  }

  /** Takes what the sessions of the store know. */
  replace(history: LoginHistory): void {
    this.#history = { ...history, refused: without(history.refused, this.#accepted).slice(0, mostRefused) };
    if (history.unproven === 0) this.#hasReported = false;
  }

  #reset(): void {
    this.#history = { ...this.#history, backoff: noBackoff, unproven: 0 };
    this.#hasReported = false;
  }

  #emitBackoff(): void {
    const { until } = this.#history.backoff;
    if (this.#reportedUntil !== until) this.#events.emit({ type: "login_backoff", until: this.allowedAt });
    this.#reportedUntil = until;
  }
}

function without<Key>(keys: readonly Key[], key: Key | undefined): readonly Key[] {
  return keys.filter((each) => each !== key);
}

function withFirst<Key>(keys: readonly Key[], key: Key): readonly Key[] {
  return [key, ...without(keys, key)].slice(0, mostRefused);
}
