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
  /** As `fetch`, for the requests of the session itself: no cache may respond to them. */
  readonly fetchFresh: (url: string, init: FreshInit) => Promise<Response>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that no change of the clock makes jump. */
  readonly steady: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly timers: Timers;
  readonly newId: () => string;
}

/** Options of a request of the session itself. */
type FreshInit = RequestInit & { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal };

/**
 * The given functions, and the platform's for those not given. Each is called without a receiver: the `fetch` of a
 * browser throws "Illegal invocation" when it is called as a method of another object. Throws `invalid_option` where
 * neither an option nor the platform makes ids.
 */
export function platformOf({ fetch, clock, random = Math.random, timers, newId }: PlatformOptions): Platform {
  // Looked up per call, because some programs replace the global functions.
  const send: Fetch = fetch ? (input, init) => fetch(input, init) : (input, init) => globalThis.fetch(input, init);
  return {
    fetch: send,
    fetchFresh: createFreshFetch(send),
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

/** The body of a response on any platform: a stream of the standard, one of Node (node-fetch), or nothing (React Native). */
export interface AnyBody {
  getReader?(): ReadableStreamDefaultReader<Uint8Array>;
  cancel?(): unknown;
  [Symbol.asyncIterator]?(): AsyncIterator<Uint8Array>;
  destroy?(): unknown;
}

export function anyBody(response: Response): AnyBody | undefined {
  try {
    const body: AnyBody | null = response.body;
    return body ?? undefined;
  } catch {
    // Not implemented.
    return undefined;
  }
}

/** Frees the connection of a response whose body nobody reads. Never throws: a failure concerns nobody. */
export function discard(response: Response): void {
  const end = async (): Promise<void> => {
    const body = anyBody(response);
    await (body?.cancel ? body.cancel() : body?.destroy?.());
  };
  end().catch(() => undefined);
}

/** How platforms name an option of a request that they do not take: workerd the cache, others a signal of another realm. */
const refusals = { cache: /'cache'|\bcache mode\b/, signal: /\bsignal\b.*\bAbortSignal\b/ };

/**
 * Sends past all caches: a cached response is no evidence, may carry the token of another user, and a browser that may use
 * its cache delays the request for up to 20 s while another tab waits for the response to the same one. Some platforms have
 * no option `cache`, and some take no signal of another realm. The error of such a platform names the option, which is
 * omitted from then on; a header then takes the place of `cache`. (In a page that header would need a preflight.)
 */
function createFreshFetch(fetch: Fetch): Platform["fetchFresh"] {
  const refused = new Set<string>();
  const send: Platform["fetchFresh"] = async (url, { headers, signal, ...init }) => {
    const hasCache = "cache" in Request.prototype && !refused.has("cache");
    try {
      return await fetch(url, {
        ...init,
        ...(hasCache
          ? { headers, cache: "no-store" }
          : { headers: { ...headers, "cache-control": "no-cache, no-store" } }),
        ...(!refused.has("signal") && { signal }),
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : "";
      const option = (["cache", "signal"] as const).find((name) => refusals[name].test(message));
      if (option === undefined || refused.has(option) || signal.aborted) throw error;
      refused.add(option);
      return send(url, { ...init, headers, signal });
    }
  };
  return send;
}

/**
 * Whether a response is that of another URL than the one that was sent to. Not every platform says so (React Native,
 * whatwg-fetch): there the URLs are compared, as far as the response has one.
 */
export function isRedirected({ redirected, url }: Response, sentTo: string): boolean {
  if (typeof redirected === "boolean") return redirected;
  const [from, to] = [parseUrl(sentTo), parseUrl(url)];
  if (!from || !to) return false;
  from.hash = to.hash = "";
  return from.href !== to.href;
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
