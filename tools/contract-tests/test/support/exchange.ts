import type { Exchange } from "../../src/exchange.ts";

/** What matters of an exchange in a test. */
interface Sketch {
  readonly method?: string;
  /** Below the base address, with the query. */
  readonly path: string;
  readonly status: number;
  /** Headers of the request. */
  readonly sent?: Readonly<Record<string, string>>;
  /** Headers of the response; `content-type` follows from the status unless it is given. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Null for none. Default: an empty object. */
  readonly body?: unknown;
}

/** An exchange as a test of the server would have recorded it. */
export function exchange({ method = "GET", path, status, sent = {}, headers = {}, body = {} }: Sketch): Exchange {
  const usual = status < 400 ? "application/json" : "application/problem+json";
  return {
    method,
    path,
    headers: sent,
    body: null,
    status,
    responseHeaders: { ...(body !== null && { "content-type": usual }), ...headers },
    responseBody: body === null ? "" : JSON.stringify(body),
  };
}
