import { InvalidRequest } from "./serialize/invalid-request.ts";

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
  readonly Request: typeof Request | undefined;
  readonly headers: Headers | undefined;
  readonly timeoutMs: number;
  readonly onNotice: FleetClientOptions["onNotice"];
}

/** Checks options and fills in defaults. Throws a `TypeError` that says what to change; it quotes no secret. */
export function settingsOf(options: FleetClientOptions): Settings {
  const { timeoutMs = 30_000, fetch = (request, init) => globalThis.fetch(request, init), Request, onNotice } = options;
  checkTimeout(timeoutMs);
  return {
    baseUrl: checkBaseUrl(options.baseUrl),
    fetch,
    Request,
    headers: headersOf(options.headers),
    timeoutMs,
    onNotice,
  };
}

/** Throws for a timeout that `setTimeout` cannot keep: it fires at once beyond 2^31 - 1 milliseconds. */
export function checkTimeout(timeoutMs: number): void {
  if (!(timeoutMs >= 0 && timeoutMs < 2 ** 31))
    throw new InvalidRequest(`timeoutMs must be from 0 (no limit) to 2147483647, not ${timeoutMs}`);
}

/** The headers of a client, with those of a derived one over them. */
export function mergeHeaders(parent: HeadersInit | undefined, own: HeadersInit | undefined): Headers {
  const merged = new Headers(parent);
  new Headers(own).forEach((value, name) => merged.set(name, value));
  return merged;
}

/** openapi-fetch copies headers per call, so none are better than empty ones. */
function headersOf(given: HeadersInit | undefined): Headers | undefined {
  try {
    const headers = new Headers(given);
    return [...headers.keys()].length > 0 ? headers : undefined;
  } catch {
    // Without the platform's error: it quotes the value, which may be a token.
    throw new TypeError("headers has a name or a value that HTTP does not allow, such as a line break");
  }
}

function checkBaseUrl(baseUrl: string): string {
  const page = globalThis.location?.href;
  if (URL.canParse(baseUrl, page) && !/[{}?#]/.test(baseUrl)) {
    const { protocol, username, password, href } = new URL(baseUrl, page);
    if (/^https?:$/.test(protocol) && !username && !password) return href.replace(/\/+$/, "");
  }
  throw new TypeError(
    "baseUrl must be an absolute http(s) address without query, fragment, credentials or {braces}, like https://fleet.example.com/api/v1; only a page can resolve a relative one",
  );
}
