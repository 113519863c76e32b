import type { SessionContext } from "../context.ts";
import type { StoreSync } from "../store/store-sync.ts";
import { orAborted } from "../time-limit.ts";
import type { Reconciler } from "../token/reconcile.ts";

/** For how long the result of a question counts, so that a call that is refused again and again does not repeat it. */
const recentMs = 10_000;

/** So many refused calls without one that works in between are not due to one server of several. */
const lostAfter = 8;

/**
 * Finds out whether a 401 means that the service refuses the token, or only that one route or one server does. Where
 * logins have not helped so far, it asks `GET /auth/token` before the next one.
 */
export class RefusalCheck {
  readonly #context: SessionContext;
  readonly #reconciler: Reconciler;
  readonly #sync: StoreSync | undefined;
  /** The last result in the session of that epoch. */
  #result:
    | { readonly epoch: number; readonly at: number; readonly isRefused: boolean; readonly isLost: boolean }
    | undefined;
  /** Calls that were refused since a token last worked. */
  #refusedInRow = 0;
  /** Steady time at which a token of the session of that epoch last worked. */
  #worked = { epoch: -1, at: 0 };
  /** The service accepted a token with which a call had just been refused, and the token of the session works. */
  #hasMisled = false;

  constructor(context: SessionContext, reconciler: Reconciler, sync: StoreSync | undefined) {
    this.#context = context;
    this.#reconciler = reconciler;
    this.#sync = sync;
  }

  /** A token of the present session has worked. */
  noteWorked(): void {
    const { state, logins, platform } = this.#context;
    const { epoch } = state.session;
    this.#worked = { epoch, at: platform.steady() };
    this.#refusedInRow = 0;
    if (logins.worked(epoch)) this.#share();
  }

  /** Whether the held token, with which a call was refused, is to be replaced. Rejects when `signal` aborts. */
  async isRefused(signal: AbortSignal | undefined): Promise<boolean> {
    const { state, logins, platform } = this.#context;
    const { isProven } = state.held;
    const { epoch, begunAt } = state.session;
    const isRefused = await this.#decide(signal);
    const goodForMs = isProven ? platform.steady() - begunAt : 0;
    if (isRefused && epoch === state.session.epoch && logins.tokenRefused(epoch, goodForMs)) this.#share();
    return isRefused;
  }

  /** Lets the sessions of the store know. */
  #share(): void {
    this.#sync?.flush().catch(() => undefined);
  }

  async #decide(signal: AbortSignal | undefined): Promise<boolean> {
    const { state, logins, settings, platform } = this.#context;
    const { isProven } = state.held;
    const { epoch } = state.session;
    const isLost = ++this.#refusedInRow >= lostAfter;
    if (isProven && !this.#hasMisled && !logins.mustWait(isProven)) return true;
    const known = this.#recentResult(isLost);
    if (known !== undefined) return known;
    const answer = settings.reconcile === "off" ? "failed" : await orAborted(this.#reconciler.reconcile(), signal);
    if (epoch !== state.session.epoch) return true;
    const at = platform.steady();
    // Where servers disagree, or none of them answers, the calls that succeeded a moment ago decide.
    const isAccepted = answer === "confirmed" || answer === "accepted";
    const isWorking = isAccepted || this.#hasWorkedSince(at - recentMs);
    const isRefused = (answer === "refused" && (isLost || !this.#hasMisled)) || !isWorking;
    this.#result = { epoch, at, isRefused, isLost };
    this.#hasMisled = !isRefused;
    if (isAccepted) {
      state.prove();
      this.noteWorked();
    }
    return isRefused;
  }

  /** A token stays refused until a token of its session works. */
  #recentResult(isLost: boolean): boolean | undefined {
    const { state, platform } = this.#context;
    if (this.#result?.epoch !== state.session.epoch) return undefined;
    const { at, isRefused } = this.#result;
    if (isLost && !this.#result.isLost && !isRefused) return undefined;
    const counts = platform.steady() - at < recentMs || (isRefused && !this.#hasWorkedSince(at));
    return counts ? isRefused : undefined;
  }

  #hasWorkedSince(time: number): boolean {
    return this.#worked.epoch === this.#context.state.session.epoch && this.#worked.at > time;
  }
}
