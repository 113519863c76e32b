import type { Core } from "./core.ts";
import { AuthError } from "./errors.ts";
import { orAborted } from "./time-limit.ts";

/** The two timer functions that the session uses, replaceable for tests and unusual hosts. */
export interface Timers {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** The default of `loginTimeoutMs`. */
export const longestMs = 15_000;

/** What limits the time of work. */
type Limits = Pick<Core, "timers" | "loginTimeoutMs" | "closing">;

/**
 * Runs `work` for at most `loginTimeoutMs`, until its controller is aborted, or until the session is disposed; then
 * aborts its signal and rejects, even if the work hangs on.
 */
export async function within<T>(
  { timers = globalThis, loginTimeoutMs = longestMs, closing }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
  controller = new AbortController(),
): Promise<T> {
  const { signal } = controller;
  const closed = closing.signal;
  closed.throwIfAborted();
  signal.throwIfAborted();
  const close = (): void => controller.abort(closed.reason);
  const late = (): void => controller.abort(new AuthError("login_timeout", `not done within ${loginTimeoutMs} ms`));
  closed.addEventListener("abort", close);
  const timer = timers.setTimeout(late, loginTimeoutMs);
  try {
    return await orAborted(work(signal), signal);
  } finally {
    timers.clearTimeout(timer);
    closed.removeEventListener("abort", close);
  }
}

/** As {@link within}, but disposing of the session does not end the work. */
export function withinTimeout<T>(core: Core, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return within({ ...core, closing: new AbortController() }, work);
}
