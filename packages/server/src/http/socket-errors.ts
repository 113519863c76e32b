import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ProblemError, headTooLarge, malformed } from "../kernel/index.ts";
import type { Kernel, KernelResponse, RequestHead } from "../kernel/index.ts";

/** The error of a connection whose bytes are no HTTP request, with the code that Node gives it. */
interface ConnectionError extends Error {
  readonly code?: string;
}

/** Problems of what never becomes a request: broken framing, too many header bytes, a client that is too slow. */
export function connectionProblem({ code }: ConnectionError): ProblemError {
  if (code === "HPE_HEADER_OVERFLOW") return headTooLarge();
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new ProblemError("malformed_request", "The request did not arrive in time.", { status: 408 });
  }
  return malformed("The request is not HTTP/1.1.");
}

/** Answers on the bare socket, unless an answer has begun there already, and closes it. */
export function answerSocket(kernel: Kernel, error: ConnectionError, socket: Socket, answering: boolean): void {
  if (error.code === "ECONNRESET" || !socket.writable || answering) {
    socket.destroy();
    return;
  }
  const response = kernel.refuse(unknownHead(socket.remoteAddress ?? ""), connectionProblem(error));
  socket.end(responseText(response));
}

function unknownHead(ip: string): RequestHead {
  return { method: "GET", target: "/", ip, hasBody: false, values: () => [] };
}

function responseText({ status, headers, body }: KernelResponse): string {
  const length = Buffer.byteLength(body ?? "");
  const fields = { ...headers, connection: "close", "content-length": String(length) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}
