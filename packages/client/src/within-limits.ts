import { Fault } from "./fault.ts";

/**
 * Runs `work` until it settles, the caller aborts or the time is over, whichever is first; rejects with a fault in the
 * last two cases, even when `work` ignores its signal. The timer and the listener on the caller's signal are removed
 * in every case: a signal often lives as long as a page, and `AbortSignal.any` would keep each call on it.
 */
export function withinLimits<T>(
  signal: AbortSignal | undefined,
  timeoutMs: number,
  work: (signal?: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!signal && !timeoutMs) return work();
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const stop = (message: string, kind: "abort" | "timeout", reason?: unknown): void => {
      end();
      reject(new Fault(message, kind, reason));
      controller.abort(reason);
    };
    const onAbort = (): void => stop("aborted by the caller", "abort", signal?.reason);
    const timer = timeoutMs
      ? setTimeout(stop, timeoutMs, `no complete answer in ${timeoutMs} ms`, "timeout")
      : undefined;
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort);
    work(controller.signal).then(resolve, reject).then(end);
  });
}
