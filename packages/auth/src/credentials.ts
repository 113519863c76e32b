import { userFingerprint } from "./fingerprint.ts";
import type { Credentials, LoginOptions } from "./options/auth-options.ts";
import { type TimeLimits, withTimeout } from "./time-limit.ts";

/** The option `credentials`, and the user whom it names. */
export class CredentialSource {
  readonly #option: LoginOptions["credentials"];
  readonly #limits: TimeLimits;
  #user: string | undefined;
  #asking: Promise<unknown> | undefined;

  constructor(option: LoginOptions["credentials"], limits: TimeLimits) {
    this.#option = option;
    this.#limits = limits;
    if (typeof option !== "function") this.#user = userFingerprint(option?.username);
  }

  /**
   * Fingerprint of the user whom the credentials named last; empty if they name nobody, `undefined` until a function was
   * asked.
   */
  get user(): string | undefined {
    return this.#user;
  }

  /** The credentials of the option. A function is asked each time, because nothing that it gives is kept but the user. */
  async get(reason: "login" | "stored_session"): Promise<Credentials | undefined> {
    const option = this.#option;
    const given = typeof option === "function" ? await option({ reason }) : option;
    this.#user = userFingerprint(given?.username);
    return given ?? undefined;
  }

  /** Resolves when the user is known; calls at the same time ask once. Rejects as the function does, and with `timeout`. */
  async identify(): Promise<void> {
    if (this.#user !== undefined) return;
    this.#asking ??= withTimeout(this.#limits, () => this.get("stored_session")).finally(() => {
      this.#asking = undefined;
    });
    await this.#asking;
  }
}
