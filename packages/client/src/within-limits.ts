/** Work was stopped before it ended. */
export class Stopped extends Error {
  readonly kind: "abort" | "timeout";

  constructor(kind: "abort" | "timeout", message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/**
 * Runs `work` until it settles, the caller aborts or the time is over, whichever is first; rejects with {@link Stopped}
 * in the last two cases, even when `work` ignores its signal. The timer and the listener on the caller's signal are
 * removed in every case: a signal often lives as long as a page, and `AbortSignal.any` would keep each call on it.
 */
export function withinLimits<T>(
  signal: AbortSignal | undefined,
  timeoutMs: number,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (!signal && timeoutMs === 0) return work(undefined);
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const stop = (stopped: Stopped): void => {
      end();
      reject(stopped);
      controller.abort(stopped.cause);
    };
    const onAbort = (): void => stop(new Stopped("abort", "aborted by the caller", signal?.reason));
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort);
    if (timeoutMs > 0)
      timer = setTimeout(() => stop(new Stopped("timeout", `no complete answer in ${timeoutMs} ms`)), timeoutMs);
    work(controller.signal).then(
      (value) => {
        end();
        resolve(value);
      },
      (error) => {
        end();
        reject(error);
      },
    );
  });
}
