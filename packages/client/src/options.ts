import { Fault } from "./fault.ts";
import type { ExactInt64 } from "./json/index.ts";
import { type JsonCodec, safeInt64 } from "./json/codec.ts";
import { type Platform, machine } from "./platform.ts";
import type { Middleware } from "./middleware.ts";
import { serializeHeader } from "./serialize/header.ts";
import type { TransportFactory } from "./transport.ts";

/** Headers as `fetch` takes them. Derived, because the name of that type is known in browsers only. */
export type HeadersInput = NonNullable<RequestInit["headers"]>;

/** Options of `createCore`, and the larger part of those of `createFleetClient`. */
export interface CoreOptions {
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
  readonly headers?: HeadersInput | undefined;
  /** Milliseconds until one request, its body included, is given up. Default 30 000; 0 for no limit. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for a whole call, with its retries and the waits between them. Default 0, no limit. */
  readonly deadlineMs?: number | undefined;
  /**
   * What stands between calls and the service, the outermost first. Before a retry it sees calls, after it attempts.
   */
  readonly use?: readonly Middleware[] | undefined;
  /** What carries requests. */
  readonly transport?: TransportFactory | undefined;
  /**
   * What becomes of integers that a JavaScript number cannot hold. Default: the result is a `decode` failure, because
   * the number would be rounded. With `exactInt64` of `@fleet-api/client/int64`: a bigint; smaller ones stay numbers.
   */
  readonly int64?: (JsonCodec & { readonly exact?: never }) | undefined;
  /** Clock, timers and randomness; for tests. Default: those of the machine. */
  readonly platform?: Platform | undefined;
  /** Told about each notice of a successful response. It only watches: what it throws is dropped. */
  readonly onNotice?: ((notice: string, operationId: string) => void) | undefined;
}

/** Options of a client that reads integers exactly, and so has other types. */
export type ExactOptions<Options extends CoreOptions> = Omit<Options, "int64"> & { readonly int64: ExactInt64 };

/** Options of any client, for its own code. */
export type AnyOptions<Options extends CoreOptions> = Omit<Options, "int64"> & {
  readonly int64?: JsonCodec | undefined;
};

/** Checked options with their defaults. */
export interface Settings {
  readonly baseUrl: string;
  readonly fetch: (request: Request, init?: RequestInit) => Promise<Response>;
  readonly Request: typeof Request;
  readonly headers: Headers | undefined;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly use: readonly Middleware[];
  readonly json: JsonCodec;
  readonly platform: Platform;
  readonly onNotice: CoreOptions["onNotice"];
}

/** Checks options and fills in defaults. Throws a `TypeError` that says what to change; it quotes no secret. */
export function settingsOf(options: AnyOptions<CoreOptions>): Settings {
  const {
    timeoutMs = 30_000,
    deadlineMs = 0,
    fetch = (request, init) => globalThis.fetch(request, init),
    Request = globalThis.Request,
    use = [],
    int64: json = safeInt64,
    platform = machine,
    onNotice,
  } = options;
  checkTime("timeoutMs", timeoutMs);
  checkTime("deadlineMs", deadlineMs);
  if (typeof json.parse !== "function") throw new TypeError("int64 must be exactInt64 of @fleet-api/client/int64");
  const baseUrl = checkBaseUrl(options.baseUrl);
  // openapi-fetch copies headers per call, so none are better than empty ones.
  const headers = options.headers && mergeHeaders(options.headers);
  return { baseUrl, fetch, Request, headers, timeoutMs, deadlineMs, use, json, platform, onNotice };
}

/** Throws for a time that `setTimeout` cannot keep: it fires at once beyond 2^31 - 1 milliseconds. */
export function checkTime(name: string, ms: number): void {
  if (!(ms >= 0 && ms < 2 ** 31)) throw new Fault(`${name} must be 0 (no limit) to 2147483647`);
}

/** Header parameters and headers of one call, as a record with lower-case names; the latter win. */
export function headerRecord(
  parameters: Readonly<Record<string, unknown>> | undefined,
  headers?: HeadersInput,
): Record<string, string> {
  if (!parameters && !headers) return {};
  const texts = Object.entries(parameters ?? {}).flatMap(([name, value]): [string, string][] => {
    const text = serializeHeader(name, value);
    return text === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(mergeHeaders(texts, headers));
}

/** Headers in one, the later ones over the earlier ones. */
export function mergeHeaders(...all: (HeadersInput | undefined)[]): Headers {
  const merged = new Headers();
  try {
    for (const each of all) {
      const given =
        each && !(Symbol.iterator in each) ? Object.entries(each).filter(([, value]) => value != null) : each;
      new Headers(given).forEach((value, name) => merged.set(name, value));
    }
  } catch {
    // Without the platform's error: it quotes the value, which may be a token.
    throw new Fault("headers has a name or a value that HTTP does not allow");
  }
  return merged;
}

function checkBaseUrl(baseUrl: string): string {
  const page = globalThis.location?.href;
  // Not every caller has types: in a page, undefined would be a path like any other.
  const fits = typeof baseUrl === "string" && /^[^{}]+$/.test(baseUrl) && URL.canParse(baseUrl, page);
  const href = fits ? new URL(baseUrl, page).href : "";
  if (!/^https?:\/\/[^/@]+\/[^?#]*$/.test(href))
    throw new TypeError("baseUrl must be an absolute http(s) URL of host and path only");
  return href.replace(/\/+$/, "");
}
