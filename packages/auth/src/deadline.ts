import type { AuthError } from "./errors.ts";

/** The two timer functions that the session uses, replaceable for tests and unusual hosts. */
export interface Timers {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** Runs `work` with a signal, for at most `ms`; then aborts the signal and rejects with `late()`, even if `work` hangs on. */
export type Deadline = <T>(work: (signal: AbortSignal) => Promise<T>, late: () => AuthError) => Promise<T>;

/** Makes deadlines of `ms` that also end, with the reason of `closed`, when that signal is aborted. */
export function createDeadline(timers: Timers, ms: number, closed: AbortSignal): Deadline {
  return async (work, late) => {
    const controller = new AbortController();
    const close = (): void => controller.abort(closed.reason);
    closed.addEventListener("abort", close);
    if (closed.aborted) close();
    const timer = timers.setTimeout(() => controller.abort(late()), ms);
    try {
      return await orAborted(work(controller.signal), controller.signal);
    } finally {
      timers.clearTimeout(timer);
      closed.removeEventListener("abort", close);
    }
  };
}

/** Settles as `shared` does, or rejects with the signal's reason if that comes first. `shared` itself goes on. */
export function orAborted<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return shared;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    const done = (): void => signal.removeEventListener("abort", abort);
    shared.then(resolve, reject).then(done, done);
  });
}
