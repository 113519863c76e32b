import { AuthError } from "./errors.ts";
import { userFingerprint } from "./fingerprint.ts";
import { abandoned, type InFlight, type InFlightLimits, isOverdue, joinWork, trackWork } from "./in-flight.ts";
import type { Credentials, CredentialsRequest, LoginOptions } from "./options/auth-options.ts";
import { copyCredentials, describeCredentials } from "./options/checks.ts";
import { type TimeLimits, withTimeout } from "./time-limit.ts";

/** The option `credentials`, and the user whom it names. */
export class CredentialSource {
  readonly #option: LoginOptions["credentials"];
  readonly #limits: TimeLimits & InFlightLimits;
  /** The user whom the function named for a stored session, and the steady time until which that counts. */
  #answer: { readonly user: string; readonly until: number } | undefined;
  #asking: InFlight<string> | undefined;

  constructor(option: LoginOptions["credentials"], limits: TimeLimits & InFlightLimits) {
    this.#option = option;
    this.#limits = limits;
  }

  /** Whether only a function can tell the user. */
  get isFunction(): boolean {
    return typeof this.#option === "function";
  }

  /**
   * Fingerprint of the user of the credentials; empty if they name nobody. `undefined` for a function, except between
   * `identify` and `forget`: it may name another user the next time.
   */
  get user(): string | undefined {
    if (typeof this.#option !== "function") return userFingerprint(this.#option?.username);
    const answer = this.#answer;
    return answer && this.#limits.steady() < answer.until ? answer.user : undefined;
  }

  /** The credentials of the option. A function is asked each time, and nothing that it gives is kept. */
  async get(reason: CredentialsRequest["reason"]): Promise<Credentials | undefined> {
    // Called by its own name: a function of the application gets no receiver.
    const option = this.#option;
    if (typeof option !== "function") return option && copyCredentials(option);
    const given = await option({ reason });
    if (given === null || given === undefined) return undefined;
    const problem = describeCredentials(given, reason === "login");
    if (problem === undefined) return copyCredentials(given);
    const must = "return { username, password }, or undefined for nobody";
    throw new AuthError("invalid_option", `the credentials function must ${must}; ${problem}`);
  }

  /** Resolves when the user is known; concurrent calls ask once. Rejects as the function does, and with `timeout`. */
  async identify(): Promise<void> {
    if (this.user !== undefined) return;
    const { steady, timeoutMs } = this.#limits;
    const work = this.#identifying();
    const user = await joinWork(work, this.#limits);
    if (user !== abandoned) {
      // A request that ends before it calls `forget` must not leave the answer to later ones.
      this.#answer = { user, until: steady() + timeoutMs };
      return;
    }
    if (this.#asking === work) this.#asking = undefined;
    return this.identify();
  }

  /** Forgets the user whom a function named: the next use of a stored session asks again. */
  forget(): void {
    this.#answer = undefined;
  }

  /** Asks for the user, or joins the question under way, unless it has been answered or cannot be any more. */
  #identifying(): InFlight<string> {
    const limits = this.#limits;
    if (this.#asking && (this.#asking.isSettled || isOverdue(this.#asking, limits))) this.#asking = undefined;
    const ask = async (): Promise<string> => userFingerprint((await this.get("stored_session"))?.username);
    return (this.#asking ??= trackWork(withTimeout(limits, ask), limits));
  }
}
