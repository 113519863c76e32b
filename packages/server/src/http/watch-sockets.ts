import type { Server } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { methodNotAllowed } from "../kernel/index.ts";
import type { ProblemError } from "../kernel/index.ts";
import { answerSocket } from "./answer-socket.ts";
import type { ConnectionError } from "./connection-problem.ts";
import { connectionProblem } from "./connection-problem.ts";
import { sentFacts } from "./access-log.ts";
import type { Drain, OpenExchange } from "./drain.ts";
import { serverMethods } from "./outside.ts";
import type { Serving } from "./serving.ts";

/** Answers what Node does not hand over as a request, and logs all requests. */
export function watchSockets(server: Server, serving: Serving, drain: Drain): void {
  // The host counts the fields: Node would leave out some of them, or refuse them as too many bytes.
  server.maxHeadersCount = 0;
  server.prependListener("request", (request, response) => serving.accessLog.begin(request, response));
  server.on("clientError", (error: ConnectionError, socket) => {
    // What follows `Connection: close` is ignored.
    if (error.code === "HPE_CLOSED_CONNECTION") return;
    const open = drain.openOn(socket);
    const problem = connectionProblem(error, open.some(isIncomplete));
    if (problem === null) socket.destroy();
    else void refuseSocket(serving, open, socket, { problem, code: error.code ?? "" });
  });
  server.on("connect", (request, socket) => {
    socket.on("error", () => {}).resume();
    const problem = methodNotAllowed(request.method ?? "", serverMethods);
    void refuseSocket(serving, drain.openOn(socket), socket, { problem, code: "CONNECT" });
  });
  // Without these two, Node asks for every body itself, and answers other expectations with a bare 417.
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

function isIncomplete({ request }: OpenExchange): boolean {
  return !request.complete;
}

async function refuseSocket(
  { kernel, accessLog }: Serving,
  open: readonly OpenExchange[],
  socket: Duplex,
  { problem, code }: { readonly problem: ProblemError; readonly code: string },
): Promise<void> {
  if (!(socket instanceof Socket)) return;
  const response = await answerSocket(kernel, problem, socket, open);
  const broken = open.find(isIncomplete);
  if (response === null) return;
  if (broken === undefined) accessLog.refused(socket, response, code);
  else accessLog.note(broken.request, { ...sentFacts(response), status: response.status });
}
