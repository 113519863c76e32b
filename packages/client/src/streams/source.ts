import { parseUrl, type Platform, type PlatformOptions, platformOf } from "../platform.ts";
import type { HeadersInput } from "../transport/serialize-parameters.ts";
import { FleetError } from "../errors.ts";

/** What bodies are read as. Never shared memory, so that a Blob takes it. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Where a stream comes from: options of `openEvents` and `download`. */
export interface StreamSource extends PlatformOptions {
  /** Absolute, or relative to the page in a browser. `http` or `https`, without user name and password. */
  readonly url: string | URL;
  /**
   * Sends the requests. Default: the global `fetch`, looked up per request. The `fetch` of an auth session gives each
   * reconnect the newest token. It should heed `init.signal`.
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Headers of every request. */
  readonly headers?: HeadersInput | undefined;
  /** Ends everything; what waits then throws a `FleetError` of kind `abort`. */
  readonly signal?: AbortSignal | undefined;
}

/** A checked source with its defaults. */
export interface Settings {
  /** What errors name as their operation. */
  readonly operationId: string;
  readonly url: URL;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly headers: Headers;
  readonly platform: Platform;
}

/** Checks a source. Throws a `FleetError` of kind `request` that quotes neither the URL nor a header. */
export function settingsOf(operationId: string, source: StreamSource, accept: string): Settings {
  const { fetch = (url, init) => globalThis.fetch(url, init) } = source;
  const url = parseUrl(source.url, globalThis.location?.href);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw wrongOption(operationId, "url must be an http(s) URL without credentials");
  return {
    operationId,
    url,
    fetch,
    headers: headersOf(operationId, source.headers, accept),
    platform: platformOf(source),
  };
}

/** Throws for a number of milliseconds that a timer cannot keep: it fires at once beyond 2^31 - 1. */
export function checkMs(operationId: string, name: string, ms: number): void {
  if (!(ms >= 0 && ms < 2 ** 31)) throw wrongOption(operationId, `${name} must be 0 to 2147483647`);
}

/** Throws for what is no count: a whole number from 0, or no limit. */
export function checkCount(operationId: string, name: string, count: number): void {
  if (!(count >= 0 && (count === Infinity || Number.isInteger(count))))
    throw wrongOption(operationId, `${name} must be a whole number from 0`);
}

function headersOf(operationId: string, init: HeadersInput | undefined, accept: string): Headers {
  try {
    const headers = new Headers(init);
    if (!headers.has("accept")) headers.set("accept", accept);
    return headers;
  } catch {
    // Without the platform's error: it quotes the value, which may be a token.
    throw wrongOption(operationId, "headers has a name or a value that HTTP does not allow");
  }
}

function wrongOption(operationId: string, message: string): FleetError {
  return new FleetError(message, { kind: "request", operationId });
}
