import { Fault } from "../fault.ts";
import { abortFault } from "../limits.ts";
import { type AnyResult, brokenResult } from "../outcome.ts";
import type { Platform } from "../platform.ts";

/** Resolves after that time, or as soon as the signal is aborted. Leaves neither a timer nor a listener behind. */
export function wait(platform: Platform, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const cancel = platform.after(ms, end);
    signal?.addEventListener("abort", end);
  });
}

/** The result of a call that was stopped while it waited: `timeout` by its deadline, else `abort`. */
export function stoppedResult(operationId: string, reason: unknown): AnyResult {
  // The client aborts with a fault that says which; a middleware may have put in a signal of somebody else.
  const { kind, message, cause } = reason instanceof Fault ? reason : abortFault(reason);
  return brokenResult(operationId, kind, message, null, { cause });
}
