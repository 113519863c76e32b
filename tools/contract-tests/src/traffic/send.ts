import { request as sendRequest } from "node:http";
import { buffer } from "node:stream/consumers";

/** A request as it goes over the wire: nothing is added that could hide a mistake in it. */
export interface RawRequest {
  readonly method: string;
  /** Below the base address, percent-encoded, with its query. */
  readonly path: string;
  /** Header fields in order; a name may be repeated. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/** What came back. */
export interface RawAnswer {
  readonly status: number;
  /** The token of the `Authorization` header, with its scheme; null when there is none. */
  readonly token: string | null;
  /** The entity tag; null when there is none. */
  readonly etag: string | null;
  readonly body: string;
}

/** Sends a request. `fetch` would refuse or join repeated headers, and mend paths. */
export function send(baseUrl: string, { method, path, headers = [], body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port, pathname, host } = new URL(baseUrl);
  // Otherwise Node sends a POST without a body in chunks.
  const length = method === "GET" ? [] : ["Content-Length", String(Buffer.byteLength(body ?? ""))];
  return new Promise((resolve, reject) => {
    const request = sendRequest({
      host: hostname,
      port,
      method,
      path: pathname + path,
      headers: ["Host", host, ...headers.flat(), ...length],
      agent: false,
    });
    request.once("error", reject);
    request.once("response", (response) => {
      buffer(response).then((bytes) => {
        const token = response.headers["authorization"] ?? null;
        const etag = response.headers.etag ?? null;
        resolve({ status: response.statusCode ?? 0, token, etag, body: bytes.toString("utf8") });
      }, reject);
    });
    request.end(body);
  });
}
