import type { Server, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { KernelResponse, ProblemError, RequestHead } from "../kernel/index.ts";
import { methodNotAllowed, textOf } from "../kernel/index.ts";
import { sentFacts } from "./access-log.ts";
import type { ConnectionError } from "./connection-problem.ts";
import { connectionProblem, originOf } from "./connection-problem.ts";
import { corsHeaders } from "./cors.ts";
import { closeGently } from "./discard-body.ts";
import type { Drain, OpenExchange } from "./drain.ts";
import type { Serving } from "./outside.ts";
import { serverMethods } from "./outside.ts";

/** Answers what Node does not hand over as a request, and logs all requests. */
export function watchSockets(server: Server, serving: Serving, drain: Drain): void {
  // The host counts the fields: Node would leave out some of them, or refuse them as too many bytes.
  server.maxHeadersCount = 0;
  server.prependListener("request", (request, response) => serving.accessLog.begin(request, response));
  server.on("clientError", (error: ConnectionError, socket) => {
    // What follows `Connection: close` is ignored.
    if (error.code === "HPE_CLOSED_CONNECTION") return;
    const open = drain.openOn(socket);
    const broken = open.find(isIncomplete);
    const problem = connectionProblem(error, broken !== undefined);
    const origin = broken === undefined ? originOf(error) : (broken.request.headers.origin ?? null);
    if (problem === null) socket.destroy();
    else void refuseSocket(serving, open, socket, { problem, origin, code: error.code ?? "" });
  });
  server.on("connect", (request, socket) => {
    socket.on("error", () => {}).resume();
    const problem = methodNotAllowed(request.method ?? "", serverMethods);
    const { origin = null } = request.headers;
    void refuseSocket(serving, drain.openOn(socket), socket, { problem, origin, code: "CONNECT" });
  });
  // Without these two, Node asks for every body itself, and answers other expectations with a bare 417.
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

function isIncomplete({ request }: OpenExchange): boolean {
  return !request.complete;
}

interface Refusal {
  readonly problem: ProblemError;
  /** The page that sent the request; null if the bytes do not say it. */
  readonly origin: string | null;
  /** For the access log. */
  readonly code: string;
}

async function refuseSocket(
  { kernel, accessLog, cors }: Serving,
  open: readonly OpenExchange[],
  socket: Duplex,
  { problem, origin, code }: Refusal,
): Promise<void> {
  if (!(socket instanceof Socket)) return;
  const answer = (): KernelResponse => {
    const response = kernel.refuse(unknownHead(socket.remoteAddress ?? ""), problem);
    return { ...response, headers: { ...response.headers, ...corsHeaders(cors, origin) } };
  };
  const response = await answerSocket(answer, socket, open);
  const broken = open.find(isIncomplete);
  if (response === null) return;
  if (broken === undefined) accessLog.refused(socket, response, code);
  else accessLog.note(broken.request, { ...sentFacts(response), status: response.status });
}

const answered = new WeakSet<Socket>();

/**
 * Answers on the bare socket and closes it, after the answers to earlier requests. Null when there is nothing to say:
 * the answer to the broken request itself has begun, or the client cannot be reached.
 */
async function answerSocket(
  answer: () => KernelResponse,
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
  const response = answer();
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
  const text = textOf(body ?? "");
  const length = Buffer.byteLength(text);
  const fields = { ...headers, connection: "close", "content-length": String(length) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${text}`;
}
