import { AuthError } from "./errors.ts";

/** The two timer functions that the session uses, replaceable for tests and unusual hosts. */
export interface Timers {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** Longest time that timers can wait; for a longer one they fire at once. */
const longestMs = 2_147_483_647;

/** Checks a time that the application gave, in milliseconds. Throws `invalid_option`. */
export function checkMs(option: string, value: number, most = longestMs): number {
  if (typeof value === "number" && value > 0 && value <= most) return value;
  const range = `a number of milliseconds above 0 and at most ${most}`;
  throw new AuthError("invalid_option", `${option} must be ${range}; it is ${describeValue(value)}`);
}

/** For messages: the value of a number, else only its type, because it may be a secret. */
export function describeValue(value: unknown): string {
  return typeof value === "number" ? String(value) : `of type ${typeof value}`;
}

/** What bounds the time of work. */
export interface TimeLimits {
  readonly timers: Timers;
  readonly timeoutMs: number;
  /** Ends the work early, as when the session is disposed. */
  readonly closed?: AbortSignal | undefined;
}

/**
 * Runs `work` for at most `timeoutMs`, until its controller is aborted, or until `closed` is; then aborts its signal and
 * rejects, even if the work goes on.
 */
export async function withTimeout<T>(
  { timers, timeoutMs, closed }: TimeLimits,
  work: (signal: AbortSignal) => Promise<T>,
  controller = new AbortController(),
): Promise<T> {
  const { signal } = controller;
  closed?.throwIfAborted();
  signal.throwIfAborted();
  const close = (): void => controller.abort(closed?.reason);
  const expire = (): void => controller.abort(new AuthError("login_timeout", `not done within ${timeoutMs} ms`));
  closed?.addEventListener("abort", close);
  const timer = timers.setTimeout(expire, timeoutMs);
  try {
    return await orAborted(work(signal), signal);
  } finally {
    timers.clearTimeout(timer);
    closed?.removeEventListener("abort", close);
  }
}

/** As {@link withTimeout}, but the end of the session does not end the work. */
export function outlivingTimeout<T>(limits: TimeLimits, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withTimeout({ ...limits, closed: undefined }, work);
}

/** Settles as `shared` does, or rejects with the signal's reason if that comes first. `shared` itself goes on. */
export function orAborted<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return shared;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    const done = (): void => signal.removeEventListener("abort", abort);
    shared.then(resolve, reject).then(done);
  });
}

/** A timer must not keep a program running that has nothing else to do. Only Node's and Bun's can be told so. */
export function letExit(timer: unknown): void {
  if (typeof timer === "object" && timer && "unref" in timer && typeof timer.unref === "function") timer.unref();
}
