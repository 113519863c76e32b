import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Exchange, NameValue } from "./har.ts";

/** A proxy in front of a service that writes down what goes through it, byte for byte what was sent. */
export interface Recorder extends AsyncDisposable {
  /** Base address to use instead of the service's own. */
  readonly baseUrl: string;
  /** What went through so far, in the order of the answers. */
  readonly exchanges: readonly Exchange[];
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Every exchange is written down under this address, so that the traffic of several services is one body. It is https,
 * because that is how a service is reached; here TLS is left out, as between it and a proxy in front of it.
 */
export const recordedBaseUrl = "https://fleet.example.com/api/v1";

const recordedOrigin = new URL(recordedBaseUrl).origin;

/** Of the connection between two neighbours only (RFC 9110 section 7.6.1); Node writes its own. */
const hopByHop = new Set(["connection", "keep-alive", "transfer-encoding"]);

/**
 * Starts a recorder on a free port of the loopback.
 * @param baseUrl base address of the service, of the form `http://host:port/api/v1`
 */
export async function record(baseUrl: string): Promise<Recorder> {
  const target = new URL(baseUrl);
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => {
    forward(request, response, target).then(
      (exchange) => exchanges.push(exchange),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The recorder has no port.");
  return {
    baseUrl: `http://127.0.0.1:${address.port}${target.pathname}`,
    exchanges,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function forward(request: IncomingMessage, response: ServerResponse, target: URL): Promise<Exchange> {
  const started = new Date();
  const sent = await buffer(request);
  const { message, received } = await passOn(request, sent, target);
  response.writeHead(message.statusCode ?? 502, message.statusMessage, endToEnd(message.rawHeaders));
  response.end(received);
  return exchangeOf({ request, sent, message, received, started });
}

interface Answer {
  readonly message: IncomingMessage;
  readonly received: Buffer;
}

/** Sends the raw headers on: an object would join or drop those that are repeated. */
function passOn(request: IncomingMessage, sent: Buffer, target: URL): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const forwarded = sendRequest({
      host: target.hostname,
      port: target.port,
      method: request.method,
      path: request.url,
      headers: endToEnd(request.rawHeaders),
      agent: false,
    });
    forwarded.once("response", (message) => {
      buffer(message).then((received) => resolve({ message, received }), reject);
    });
    // A service may answer before it has read the whole body, and hang up on the rest: the answer counts.
    forwarded.on("error", reject);
    forwarded.end(sent);
  });
}

function exchangeOf(parts: Answer & { request: IncomingMessage; sent: Buffer; started: Date }): Exchange {
  const { request, sent, message, received, started } = parts;
  const time = Date.now() - started.getTime();
  const url = new URL(`${recordedOrigin}${request.url ?? "/"}`);
  const about = { cookies: [] as const, headersSize: -1 };
  return {
    startedDateTime: started.toISOString(),
    time,
    request: {
      ...about,
      method: request.method ?? "GET",
      url: `${recordedOrigin}${request.url ?? "/"}`,
      httpVersion: `HTTP/${request.httpVersion}`,
      headers: pairs(request.rawHeaders),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      bodySize: sent.length,
      ...(sent.length > 0 && {
        postData: { mimeType: request.headers["content-type"] ?? "", text: sent.toString("utf8") },
      }),
    },
    response: {
      ...about,
      status: message.statusCode ?? 0,
      statusText: message.statusMessage ?? "",
      httpVersion: `HTTP/${message.httpVersion}`,
      headers: pairs(message.rawHeaders),
      content: {
        size: received.length,
        mimeType: message.headers["content-type"] ?? "",
        text: received.toString("utf8"),
      },
      redirectURL: message.headers.location ?? "",
      bodySize: received.length,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

function endToEnd(rawHeaders: readonly string[]): string[] {
  return pairs(rawHeaders)
    .filter(({ name }) => !hopByHop.has(name.toLowerCase()))
    .flatMap(({ name, value }) => [name, value]);
}

function pairs(rawHeaders: readonly string[]): NameValue[] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: rawHeaders[index + 1] ?? "" }] : []));
}
