import { Fault } from "./fault.ts";

/** Options of `createFleetClient`. */
export interface FleetClientOptions {
  /**
   * Base address of the service, with its version prefix: `https://fleet.example.com/api/v1`. Absolute, or relative
   * where the platform resolves it (a browser page). A query, a fragment, credentials or braces in it are an error.
   */
  readonly baseUrl: string;
  /**
   * Sends a request. Default: the global `fetch`, looked up per call. `...auth.bind()` brings one that keeps the token.
   * One that takes two parameters must heed `init.signal`; otherwise the signal is in the request.
   */
  readonly fetch?: ((request: Request, init?: RequestInit) => Promise<Response>) | undefined;
  /** Class that requests are made with. Default: the global `Request`. Comes with `...auth.bind()`. */
  readonly Request?: typeof Request | undefined;
  /** Headers of every request. */
  readonly headers?: HeadersInit | undefined;
  /** Milliseconds until one request, its body included, is given up. Default 30 000; 0 for no limit. */
  readonly timeoutMs?: number | undefined;
  /** Told about each notice of a successful response. It only watches: what it throws is dropped. */
  readonly onNotice?: ((notice: string, operationId: string) => void) | undefined;
}

/** Checked options with their defaults. */
export interface Settings {
  readonly baseUrl: string;
  readonly fetch: (request: Request, init?: RequestInit) => Promise<Response>;
  readonly Request: typeof Request;
  readonly headers: Headers | undefined;
  readonly timeoutMs: number;
  readonly onNotice: FleetClientOptions["onNotice"];
}

/** Checks options and fills in defaults. Throws a `TypeError` that says what to change; it quotes no secret. */
export function settingsOf(options: FleetClientOptions): Settings {
  const {
    timeoutMs = 30_000,
    fetch = (request, init) => globalThis.fetch(request, init),
    Request = globalThis.Request,
    onNotice,
  } = options;
  checkTimeout(timeoutMs);
  const baseUrl = checkBaseUrl(options.baseUrl);
  // openapi-fetch copies headers per call, so none are better than empty ones.
  const headers = options.headers && mergeHeaders(options.headers);
  return { baseUrl, fetch, Request, headers, timeoutMs, onNotice };
}

/** Throws for a timeout that `setTimeout` cannot keep: it fires at once beyond 2^31 - 1 milliseconds. */
export function checkTimeout(timeoutMs: number): void {
  if (!(timeoutMs >= 0 && timeoutMs < 2 ** 31)) throw new Fault(`timeoutMs must be 0 (no limit) to 2147483647`);
}

/** Headers in one, the later ones over the earlier ones. */
export function mergeHeaders(...all: (HeadersInit | undefined)[]): Headers {
  const merged = new Headers();
  try {
    for (const each of all) new Headers(each).forEach((value, name) => merged.set(name, value));
  } catch {
    // Without the platform's error: it quotes the value, which may be a token.
    throw new TypeError("headers has a name or a value that HTTP does not allow");
  }
  return merged;
}

function checkBaseUrl(baseUrl: string): string {
  const page = globalThis.location?.href;
  const href = URL.canParse(baseUrl, page) && !/[{}]/.test(baseUrl) ? new URL(baseUrl, page).href : "";
  if (!/^https?:\/\/[^/@]+\/[^?#]*$/.test(href))
    throw new TypeError("baseUrl must be an absolute http(s) URL of host and path only");
  return href.replace(/\/+$/, "");
}
