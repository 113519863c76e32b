import type { SessionContext } from "../context.ts";
import { AuthError, isAuthError, nameOf } from "../errors.ts";
import { createController, isTimeout, type TimeLimits, withTimeout } from "../time-limit.ts";

/** The operations of a store, in the order in which a login needs them; `release` gives a lock back, or the handle. */
const steps = ["read", "lock", "commit", "release"] as const;

/** One operation of a store. */
export type StoreStep = (typeof steps)[number];

/**
 * Gives each operation of a store its time. One that takes longer goes on without its caller. For a while after that, or
 * until the operation settles, callers need not wait for the store at this step and the later ones of a login, so that a
 * store that hangs costs a call its limit once.
 */
export class StoreTimer {
  readonly #context: SessionContext;
  readonly #limits: TimeLimits;
  /** Steady time until which a step counts as stalled. */
  readonly #stalledUntil: Record<StoreStep, number> = { read: 0, lock: 0, commit: 0, release: 0 };
  readonly #waits: Record<StoreStep, number> = { read: 0, lock: 0, commit: 0, release: 0 };

  constructor(context: SessionContext) {
    this.#context = context;
    // The end of the session does not end an operation.
    this.#limits = { timers: context.platform.timers, timeoutMs: context.settings.storeTimeoutMs };
  }

  /** Whether this step, or an earlier one of a login, did not end in time lately. */
  isStalled(step: StoreStep): boolean {
    const now = this.#context.platform.steady();
    return steps.slice(0, steps.indexOf(step) + 1).some((each) => now < this.#stalledUntil[each]);
  }

  /** Whether a caller waits for such an operation. */
  isWaiting(step: StoreStep): boolean {
    return this.#waits[step] > 0;
  }

  /** Runs one operation for at most `storeTimeoutMs`; then aborts its signal and rejects, and the operation goes on. */
  async run<T>(
    step: StoreStep,
    operation: (late: AbortSignal) => Promise<T>,
    controller = createController(),
  ): Promise<T> {
    const { platform, settings } = this.#context;
    const settled = (): void => void (this.#stalledUntil[step] = 0);
    const work = async (late: AbortSignal): Promise<T> => operation(late);
    this.#waits[step]++;
    try {
      return await withTimeout(
        this.#limits,
        (late) => {
          const running = work(late);
          running.then(settled, settled);
          return running;
        },
        controller,
      );
    } catch (error) {
      if (isTimeout(error)) this.#stalledUntil[step] = platform.steady() + settings.timeoutMs;
      throw error;
    } finally {
      this.#waits[step]--;
    }
  }
}

/** The error of a store that failed or took too long. */
export function storeUnavailable({ settings }: SessionContext, during: StoreStep | "close", cause: unknown): AuthError {
  const late = during === "lock" ? "was not given in time" : `took longer than ${settings.storeTimeoutMs} ms`;
  const what = isTimeout(cause)
    ? late
    : `failed (${isAuthError(cause) ? `${cause.code}: ${cause.message}` : nameOf(cause)})`;
  return new AuthError("store_unavailable", `token store: ${during} ${what}`);
}

/** As {@link storeUnavailable}, and emits `store_error`, unless it says again that the store does not respond. */
export function reportStoreError(
  context: SessionContext,
  during: "read" | "lock" | "commit",
  cause: unknown,
  wasStalled = false,
): AuthError {
  const error = storeUnavailable(context, during, cause);
  if (!wasStalled || !isTimeout(cause)) context.events.emit({ type: "store_error", during, error });
  return error;
}
