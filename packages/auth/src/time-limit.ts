import { AuthError, isAuthError } from "./errors.ts";

/** The two timer functions that the session uses, replaceable for tests and unusual hosts. */
export interface Timers {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** What bounds the time of work. */
export interface TimeLimits {
  readonly timers: Timers;
  readonly timeoutMs: number;
  /** Ends the work early, as when the session is disposed. */
  readonly closed?: AbortSignal | undefined;
  /** What the work rejects with when it takes too long. Default `timeout`. */
  readonly code?: "timeout" | "login_timeout";
}

/**
 * A controller whose signal tells the reason of an abort and throws it, also where the platform's does not (React Native).
 */
export function createController(): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  if ("throwIfAborted" in signal) return controller;
  return {
    signal: Object.assign<AbortSignal, Pick<AbortSignal, "throwIfAborted">>(signal, {
      throwIfAborted: () => throwIfAborted(signal),
    }),
    abort(reason) {
      Object.assign(signal, { reason });
      controller.abort();
    },
  };
}

/**
 * Makes signals of this platform that are aborted when the given ones are, which may be of another. Listens once to each: one
 * signal may end all calls of a program.
 */
export function createSignalFollower(): (signal: AbortSignal) => AbortSignal {
  const followers = new WeakMap<AbortSignal, AbortSignal>();
  return (signal) => {
    const isOwn: boolean = signal instanceof AbortSignal;
    const known = isOwn ? signal : followers.get(signal);
    if (known !== undefined) return known;
    const controller = createController();
    const abort = (): void => controller.abort(reasonOf(signal));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    followers.set(signal, controller.signal);
    return controller.signal;
  };
}

/** Throws the reason of a signal that was aborted. The signal of a caller may be of any platform. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw reasonOf(signal);
}

function reasonOf({ reason = Object.assign(new Error("aborted"), { name: "AbortError" }) }: AbortSignal): unknown {
  return reason;
}

/**
 * Runs `work` for at most `timeoutMs`, until its controller is aborted, or until `closed` is; then aborts its signal and
 * rejects, even if the work goes on.
 */
export async function withTimeout<T>(
  { timers, timeoutMs, closed, code = "timeout" }: TimeLimits,
  work: (signal: AbortSignal) => Promise<T>,
  controller = createController(),
): Promise<T> {
  const { signal } = controller;
  closed?.throwIfAborted();
  signal.throwIfAborted();
  const close = (): void => controller.abort(closed?.reason);
  const expire = (): void => {
    const what = code === "timeout" ? "this" : "the login";
    controller.abort(new AuthError(code, `${what} took longer than ${timeoutMs} ms (timeoutMs)`));
  };
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

/** Whether work took too long. */
export function isTimeout(error: unknown): boolean {
  return isAuthError(error, "timeout") || isAuthError(error, "login_timeout");
}

/** Settles as `shared` does, or rejects with the signal's reason if that comes first. `shared` itself goes on. */
export function orAborted<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return shared;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(reasonOf(signal));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    const done = (): void => signal.removeEventListener("abort", abort);
    shared.then(resolve, reject).then(done);
  });
}

/** Longest time that timers can wait, in milliseconds; for a longer one they fire at once. */
export const longestMs = 2_147_483_647;

/** How late a timer, or work with a time limit, may be before it is taken to be lost. */
export const lateMs = 1_000;

/** A timer must not keep a program running that has nothing else to do. Only Node's and Bun's can be told so. */
function letExit(timer: unknown): void {
  if (typeof timer === "object" && timer && "unref" in timer && typeof timer.unref === "function") timer.unref();
}

/** A timer that runs once at a time, and keeps no program running. One that should have fired, but did not, is replaced. */
export function createTimer({ timers, steady }: { readonly timers: Timers; steady(): number }): {
  start(ms: number, act: () => void): void;
  stop(): void;
} {
  let handle: unknown;
  let lateAt = 0;
  return {
    start(ms, act) {
      if (handle !== undefined && steady() < lateAt) return;
      timers.clearTimeout(handle);
      lateAt = steady() + ms + lateMs;
      handle = timers.setTimeout(() => {
        handle = undefined;
        act();
      }, ms);
      letExit(handle);
    },
    stop() {
      timers.clearTimeout(handle);
      handle = undefined;
    },
  };
}
