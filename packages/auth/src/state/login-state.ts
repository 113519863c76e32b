import { nextBackoff, noBackoff, type Backoff } from "../backoff.ts";
import type { Events } from "../events.ts";
import type { Platform } from "../platform.ts";

/** What came of earlier logins. Sessions that share a store share it. */
export interface LoginHistory {
  /** Automatic logins wait until it is over. */
  readonly backoff: Backoff;
  /** Short fingerprint of credentials that the service refused. */
  readonly refused: string | undefined;
}

/** What came of the logins of one session; changes go through its methods. */
export class LoginState {
  readonly #platform: Platform;
  readonly #events: Events;
  #ownKey: string | undefined;
  #history: LoginHistory = { backoff: noBackoff, refused: undefined };

  constructor(platform: Platform, events: Events) {
    this.#platform = platform;
    this.#events = events;
  }

  /** Names a login without credentials, which only this session can know to be refused. */
  get ownKey(): string {
    return (this.#ownKey ??= this.#platform.newId());
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

  /** The service could not process a login; `atLeast` is the time that it asked to wait, in milliseconds. */
  failed(atLeast?: number): void {
    this.#history = { ...this.#history, backoff: nextBackoff(this.#history.backoff, this.#platform, atLeast) };
    this.#events.emit({ type: "login_backoff", until: this.allowedAt });
  }

  /** The service refused these credentials. */
  rejected(credentials: string): void {
    this.#history = { ...this.#history, refused: credentials };
  }

  succeeded(): void {
    this.#history = { backoff: noBackoff, refused: undefined };
  }

  /** Takes what the sessions of the store know. */
  replace(history: LoginHistory): void {
    this.#history = history;
  }
}
