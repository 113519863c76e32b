import type { Middleware } from "./call/middleware.ts";
import { checkTime, parseUrl, type Platform, type PlatformOptions, platformOf } from "./platform.ts";
import { type HeadersInput, mergeHeaders } from "./transport/serialize-parameters.ts";
import { codecOf, type JsonOptions } from "./transport/json.ts";
import type { Fetch, TransportFactory, TransportSettings } from "./transport/transport.ts";

/** Options of `createCore`, and the larger part of those of `createFleetClient`. */
export interface CoreOptions extends PlatformOptions {
  /**
   * Base address of the service, with its version prefix: `https://fleet.example.com/api/v1`. Absolute, or relative
   * where the platform resolves it (a browser page). A query, a fragment, credentials or braces in it are an error.
   */
  readonly baseUrl: string;
  /**
   * Sends a request, and heeds `init.signal`. Default: the global `fetch`, looked up per call. `...auth.bind()` brings
   * one that keeps the token.
   */
  readonly fetch?: Fetch | undefined;
  /** Class of the requests that `fleet.raw` makes. Default: the global `Request`. Comes with `...auth.bind()`. */
  readonly Request?: typeof Request | undefined;
  /** Headers of every request. */
  readonly headers?: HeadersInput | undefined;
  /** Milliseconds until one request, its body included, is given up. Default 30 000; 0 for no limit. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for a whole call, with its retries and the waits between them. Default 0, no limit. */
  readonly deadlineMs?: number | undefined;
  /**
   * What stands between calls and the service, the outermost first. Before a retry it sees calls, after it attempts.
   */
  readonly use?: readonly Middleware[] | undefined;
  /** What carries requests. Default: `fetchTransport`, which calls `fetch(url, init)`. */
  readonly transport?: TransportFactory | undefined;
  /**
   * Parses and serialises bodies. Default: `JSON`, but an integer that a number would round is a `decode` failure in a
   * response and a `request` failure in a body. A `parse` of your own replaces that check, so it must not lose digits.
   * It reads problems too. The types stay as they are, and `pagination` has numbers where the parser gives bigints. If
   * `parse` throws, the failure is `decode`; if `stringify` throws, the failure is `request` and nothing is sent. Neither
   * may return a promise. A failure names the function and the kind of error, never its message.
   */
  readonly json?: JsonOptions | undefined;
  /** Told about each notice of a successful response. It only watches: what it throws is dropped. */
  readonly onNotice?: ((notice: string, operationId: string) => void) | undefined;
}

/** Checked options with their defaults. */
export interface Settings extends TransportSettings {
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly use: readonly Middleware[];
  readonly platform: Platform;
  readonly onNotice: CoreOptions["onNotice"];
}

/** Checks options and fills in defaults. Throws a `TypeError` that says what to change; it quotes no secret. */
export function settingsOf(options: CoreOptions): Settings {
  const {
    timeoutMs = 30_000,
    deadlineMs = 0,
    fetch = (input, init) => globalThis.fetch(input, init),
    Request,
    use = [],
    onNotice,
  } = options;
  checkTime("timeoutMs", timeoutMs);
  checkTime("deadlineMs", deadlineMs);
  const baseUrl = checkBaseUrl(options.baseUrl);
  const headers = mergeHeaders(options.headers);
  const platform = platformOf(options);
  return {
    baseUrl,
    fetch,
    Request,
    headers,
    timeoutMs,
    deadlineMs,
    use,
    json: codecOf(options.json),
    platform,
    onNotice,
  };
}

function checkBaseUrl(baseUrl: string): string {
  // Not every caller has types: in a page, undefined would be a path like any other.
  const fits = typeof baseUrl === "string" && /^[^{}]+$/.test(baseUrl);
  const href = (fits && parseUrl(baseUrl, globalThis.location?.href)?.href) || "";
  if (!/^https?:\/\/[^/@]+\/[^?#]*$/.test(href))
    throw new TypeError("baseUrl must be an absolute http(s) URL of host and path only");
  return href.replace(/\/+$/, "");
}
