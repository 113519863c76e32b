import { STATUS_CODES } from "node:http";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Kernel, KernelResponse, ProblemError, RequestHead } from "../kernel/index.ts";
import { closeGently } from "./close-gently.ts";
import type { OpenExchange } from "./drain.ts";

const answered = new WeakSet<Socket>();

/**
 * Answers on the bare socket and closes it, after the answers to earlier requests. Null when there is nothing to say:
 * the answer to the broken request itself has begun, or the client cannot be reached.
 */
export async function answerSocket(
  kernel: Kernel,
  problem: ProblemError,
  socket: Socket,
  open: readonly OpenExchange[],
): Promise<KernelResponse | null> {
  // Node reports the same error again for each further piece that arrives.
  if (answered.has(socket)) return null;
  answered.add(socket);
  if (socket.writable) {
    const earlier = open.filter(({ request }) => request.complete).map(({ response }) => closed(response));
    // Node does not close the responses that wait when their connection is lost.
    await Promise.race([Promise.all(earlier), closed(socket)]);
  }
  const begun = open.find(({ request, response }) => !request.complete && response.headersSent);
  if (begun?.response.writableEnded) closeGently(socket);
  else if (begun !== undefined || !socket.writable) socket.destroy();
  if (begun !== undefined || !socket.writable) return null;
  const response = kernel.refuse(unknownHead(socket.remoteAddress ?? ""), problem);
  socket.write(responseText(response));
  // Node no longer watches this connection: a client that does not close its side would hold it for ever.
  closeGently(socket);
  return response;
}

function closed(stream: ServerResponse | Socket): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once("close", resolve);
  });
}

function unknownHead(ip: string): RequestHead {
  const { signal } = new AbortController();
  return { method: "GET", target: "/", ip, signal, hasBody: false, values: () => [] };
}

function responseText({ status, headers, body }: KernelResponse): string {
  const length = Buffer.byteLength(body ?? "");
  const fields = { ...headers, connection: "close", "content-length": String(length) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}
