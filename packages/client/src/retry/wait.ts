import type { Platform } from "../platform.ts";

/** Resolves after that time, or as soon as the signal is aborted. Leaves neither a timer nor a listener behind. */
export function wait({ timers }: Platform, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      timers.clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = timers.setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
