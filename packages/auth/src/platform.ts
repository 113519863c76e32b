import { AuthError } from "./errors.ts";
import type { Timers } from "./time-limit.ts";

/** What a `fetch` takes and gives; every implementation of the Fetch standard fits. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Time as the session needs it. */
export interface Clock {
  /** Milliseconds since the epoch. Shown to people and written to the store; never decides alone. */
  now(): number;
  /** Milliseconds from an arbitrary start that never jump. Default: `performance.now`. */
  monotonic?(): number;
}

/** What an application can put in place of the platform: for tests and unusual hosts. */
export interface PlatformOptions {
  /** Transport. Default: the global `fetch`, looked up per call. */
  readonly fetch?: Fetch | undefined;
  /** Default: `Date.now` and `performance.now`. */
  readonly clock?: Clock | undefined;
  /** Random numbers from 0 to below 1, for jitter. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Default: the global `setTimeout` and `clearTimeout`. */
  readonly timers?: Timers | undefined;
  /** Names each session, so that processes which share a store can tell two apart. Default: 128 random bits. */
  readonly newId?: (() => string) | undefined;
}

/** What a session uses of its host. */
export interface Platform {
  readonly fetch: Fetch;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that no change of the clock makes jump. */
  readonly steady: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly timers: Timers;
  readonly newId: () => string;
}

/**
 * The given functions, and the platform's for those not given. Each is called without a receiver: the `fetch` of a
 * browser throws "Illegal invocation" when it is called as a method of another object. Throws `invalid_option` where
 * neither an option nor the platform makes ids.
 */
export function platformOf({ fetch, clock, random = Math.random, timers, newId }: PlatformOptions): Platform {
  return {
    // Looked up per call, because some programs replace the global functions.
    fetch: fetch ? (input, init) => fetch(input, init) : (input, init) => globalThis.fetch(input, init),
    now: clock ? () => clock.now() : systemTime,
    steady: clock?.monotonic ? () => clock.monotonic?.() ?? 0 : () => performance.now(),
    random: () => random(),
    timers: timers ?? {
      setTimeout: (callback, ms) => globalThis.setTimeout(callback, ms),
      clearTimeout: (handle: ReturnType<typeof setTimeout>) => globalThis.clearTimeout(handle),
    },
    newId: newId ? () => newId() : randomIds(),
  };
}

/** Frees the connection of a response whose body nobody reads. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}

/** The platform's time, in milliseconds since the epoch. */
export function systemTime(): number {
  return Date.now();
}

/** Makes ids of 128 bits. Throws now on a platform without randomness, rather than after the first login. */
function randomIds(): () => string {
  const random = requireCrypto();
  return () => random.getRandomValues(new Uint32Array(4)).join("-");
}

/** What makes bits that nobody can guess. Throws `invalid_option` on a platform that has none. */
export function requireCrypto(): Pick<typeof globalThis.crypto, "getRandomValues"> {
  const source: Partial<typeof globalThis.crypto> | undefined = globalThis.crypto;
  if (source?.getRandomValues) return crypto;
  throw new AuthError("invalid_option", "no crypto.getRandomValues: add a polyfill, or give newId");
}

/** The URL of a text; undefined for none. `URL.canParse` and `URL.parse` are younger than some browsers. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
