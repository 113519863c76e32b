import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** One request as a test server saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A real HTTP server on a free loopback port, closed when the test ends. `baseUrl` ends with `/api/v1`. */
export async function serve(
  answer: (seen: Seen, response: ServerResponse) => void,
): Promise<{ baseUrl: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const listener: RequestListener = (request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const one = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body };
      seen.push(one);
      answer(one, response);
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/api/v1`, seen };
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const type = status < 400 ? "application/json" : "application/problem+json";
  response.writeHead(status, { "content-type": type, "x-request-id": "req-0000001", ...headers });
  response.end(JSON.stringify(body));
}
