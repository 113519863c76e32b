import type { Exchange } from "../../src/traffic/har.ts";
import { recordedBaseUrl } from "../../src/traffic/record.ts";

/** What matters of an exchange in a test. */
interface Sketch {
  readonly method?: string;
  /** Below the base address, with the query. */
  readonly path: string;
  readonly status: number;
  /** Of the request. */
  readonly sent?: Readonly<Record<string, string>>;
  /** Of the answer; `content-type` follows from the status unless it is given. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Null for none. Default: an empty object. */
  readonly body?: unknown;
}

/** An exchange as a recorder would have written it. */
export function exchange({ method = "GET", path, status, sent = {}, headers = {}, body = {} }: Sketch): Exchange {
  const url = new URL(recordedBaseUrl + path);
  const usual = status < 400 ? "application/json" : "application/problem+json";
  const mimeType = headers["content-type"] ?? (body === null ? "" : usual);
  const text = body === null ? "" : JSON.stringify(body);
  const type = mimeType === "" ? {} : { "content-type": mimeType };
  const about = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1, bodySize: -1 } as const;
  return {
    startedDateTime: "2026-03-01T12:00:00.000Z",
    time: 1,
    request: {
      ...about,
      method,
      url: url.href,
      headers: Object.entries(sent).map(([name, value]) => ({ name, value })),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
    },
    response: {
      ...about,
      status,
      statusText: "",
      headers: Object.entries({ ...type, ...headers }).map(([name, value]) => ({ name, value })),
      content: { size: text.length, mimeType, text },
      redirectURL: "",
    },
    cache: {},
    timings: { send: 0, wait: 1, receive: 0 },
  };
}
