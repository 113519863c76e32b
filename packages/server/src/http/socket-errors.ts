import { STATUS_CODES } from "node:http";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ProblemError, headTooLarge, malformed } from "../kernel/index.ts";
import type { Kernel, KernelResponse, RequestHead } from "../kernel/index.ts";
import type { OpenExchange } from "./drain.ts";

/** The error of a connection whose bytes are no HTTP request, with the code that Node gives it. */
interface ConnectionError extends Error {
  readonly code?: string;
}

/** Problems of what never becomes a request: broken framing, too many header bytes, a client that is too slow. */
export function connectionProblem({ code }: ConnectionError): ProblemError {
  if (code === "HPE_HEADER_OVERFLOW") return headTooLarge();
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new ProblemError("request_timeout", "The request did not arrive in time. Send it again.");
  }
  return malformed("The request is not HTTP/1.1.");
}

/** How long a connection whose last answer was sent may stay open from the client's side, in ms. */
const lingerMs = 2000;

/**
 * Answers on the bare socket and closes it, after the answers to earlier requests. If the answer to the broken request
 * itself has begun, there is nothing to say any more.
 */
export async function answerSocket(
  kernel: Kernel,
  error: ConnectionError,
  socket: Socket,
  open: readonly OpenExchange[],
): Promise<void> {
  if (error.code !== "ECONNRESET" && socket.writable) {
    await Promise.all(open.filter(({ request }) => request.complete).map(({ response }) => closed(response)));
  }
  const hasBegun = open.some(({ request, response }) => !request.complete && response.headersSent);
  if (error.code === "ECONNRESET" || hasBegun || !socket.writable) {
    socket.destroy();
    return;
  }
  const response = kernel.refuse(unknownHead(socket.remoteAddress ?? ""), connectionProblem(error));
  socket.end(responseText(response));
  // Node no longer watches this connection: a client that does not close its side would hold it for ever.
  const linger = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(linger));
}

function closed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed) resolve();
    else response.once("close", resolve);
  });
}

function unknownHead(ip: string): RequestHead {
  return { method: "GET", target: "/", ip, hasBody: false, signal: AbortSignal.any([]), values: () => [] };
}

function responseText({ status, headers, body }: KernelResponse): string {
  const length = Buffer.byteLength(body ?? "");
  const fields = { ...headers, connection: "close", "content-length": String(length) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}
