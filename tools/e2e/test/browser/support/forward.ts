import { request, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";

/** An answer of the service, not yet passed on. */
export interface ForwardedAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request on to the service at this origin, as a reverse proxy does. Resolves to its answer. */
export async function forward(incoming: IncomingMessage, body: Buffer, origin: string): Promise<ForwardedAnswer> {
  const { host, hostname, port } = new URL(origin);
  const { method, url, headers } = incoming;
  return new Promise((resolve, reject) => {
    const onward = request({ hostname, port, method, path: url, headers: { ...headers, host } }, (answer) => {
      const { statusCode = 502 } = answer;
      readAll(answer).then((text) => resolve({ status: statusCode, headers: answer.headers, body: text }), reject);
    });
    onward.on("error", reject);
    onward.end(body);
  });
}

export async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Gives the answer to the page, or breaks the connection if there is none. */
export function passOn(response: ServerResponse, answer: ForwardedAnswer | undefined): void {
  if (answer === undefined) response.destroy();
  else response.writeHead(answer.status, answer.headers).end(answer.body);
}
