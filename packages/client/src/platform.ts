import { CallError } from "./errors.ts";

/** Time, as a client and a session need it. */
export interface Clock {
  /** Milliseconds since 1970, to compare with the dates of HTTP headers. */
  now(): number;
  /** Milliseconds from an arbitrary start that never jump. Default: `performance.now`. */
  monotonic?(): number;
}

/** Timers as the global functions have them; what identifies a timer is up to them. */
export interface Timers {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/**
 * What an application can put in place of the platform, for tests and unusual hosts. `createAuth` takes the same
 * options: give both the same object.
 */
export interface PlatformOptions {
  /** Default: `Date.now` and `performance.now`. */
  readonly clock?: Clock | undefined;
  /** Random numbers from 0 to below 1, for jitter. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Default: the global `setTimeout` and `clearTimeout`. */
  readonly timers?: Timers | undefined;
}

/** What a call uses of its host. */
export interface Platform {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds from an arbitrary start that never jump. */
  readonly monotonic: () => number;
  /** A number from 0 to below 1. */
  readonly random: () => number;
  readonly timers: Timers;
}

/** The given functions, and the global ones for the others. Global timers are looked up per call: tests replace them. */
export function platformOf({ clock, random, timers = globalThis }: PlatformOptions): Platform {
  return {
    now: clock ? () => clock.now() : Date.now,
    monotonic: clock?.monotonic ? () => clock.monotonic?.() ?? 0 : performance.now.bind(performance),
    random: random ? () => random() : Math.random,
    timers,
  };
}

/** Throws for a time that `setTimeout` cannot keep: it fires at once beyond 2^31 - 1 milliseconds. */
export function checkTime(name: string, ms: number): void {
  if (!(ms >= 0 && ms < 2 ** 31)) throw new CallError(`${name} must be 0 (no limit) to 2147483647`);
}

/** `Symbol.asyncDispose`, which is younger than some of the runtimes that this package supports. */
export const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

/** The URL of a text; undefined for none. `URL.canParse` and `URL.parse` are younger than some browsers. */
export function parseUrl(text: string | URL, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Cancels a body or its reader. It never throws: the `cancel` of a polyfill may throw, or give no promise. */
export function cancelQuietly(
  stream: { readonly cancel?: (reason?: unknown) => unknown } | null | undefined,
  reason?: unknown,
): void {
  void (async () => stream?.cancel?.(reason))().catch(() => {});
}

/** Resolves in a later task, so that timers and other work can run before. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve));
}

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
