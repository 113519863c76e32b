import type { Socket } from "node:net";
import { setImmediate as endOfTurn } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { KernelResponse, RequestHead } from "../kernel/index.ts";
import { malformed, ProblemError } from "../kernel/index.ts";
import { eventBody } from "./event-body.ts";
import type { AccessLog } from "./access-log.ts";
import { framingProblem } from "./connection-problem.ts";
import { discardBody, isTooLongToDiscard } from "./discard-body.ts";
import type { Drain } from "./drain.ts";
import { clientAddress, expectsContinue, nodeBodyReader, NodeRequestHead, sendContinue } from "./node-request.ts";
import type { Serving } from "./outside.ts";
import { answerOutside } from "./outside.ts";

/** Answers a request; leaves it to Fastify when it asks for a file. */
export async function answer(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { raw } = request;
  if (isEnding(raw.socket)) {
    // RFC 9112 section 9.6: what follows an answer with `Connection: close` is not processed.
    reply.hijack();
    return;
  }
  serving.accessLog.note(raw, { ip: clientAddress(request) });
  const problem = framingProblem(raw);
  if (problem !== null) reply.header("connection", "close");
  const next = problem ?? (await answerOutside(serving, request, reply));
  if (next === "kernel") await passToKernel(serving, request, reply);
  else if (next instanceof ProblemError) refuse(serving, request, reply, next);
  // For Fastify, a response whose client left before its end was not sent: it would answer the request again.
  if (next !== "files" && !reply.sent) reply.hijack();
}

/** Lets the kernel answer a request. */
export async function passToKernel(
  serving: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const response = await serving.kernel.handle(headOf(request, reply), nodeBodyReader(request.raw, reply.raw));
  // The answers of one turn of the event loop are written one after the other: the first wakes up whoever receives them, a
  // proxy for example, and the others find it awake; that took a third of the CPU time. An answer that comes before its request
  // has ended decides what becomes of the rest, and does not wait.
  if (request.raw.complete) await endOfTurn();
  if (response.asked) serving.accessLog.note(request.raw, response.asked);
  return send(reply, response);
}

/** Answers an error, for example what Fastify refuses by itself: a broken path below /docs/. */
export function refuse(serving: Serving, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  return send(reply, serving.kernel.refuse(headOf(request, reply), asProblem(error)));
}

function asProblem(error: unknown): unknown {
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (error instanceof ProblemError || status >= 500) return error;
  if (status === 404) return new ProblemError("not_found", "There is no such path.");
  if (status === 415) return new ProblemError("unsupported_media_type", "The path takes no body.");
  return malformed("The request cannot be parsed.");
}

function headOf(request: FastifyRequest, reply: FastifyReply): RequestHead {
  return new NodeRequestHead(request.raw, reply.raw, request.originalUrl, clientAddress(request));
}

function send(reply: FastifyReply, { status, headers, body, events }: KernelResponse): FastifyReply {
  if (events && reply.request.method !== "HEAD") return reply.code(status).headers(headers).send(eventBody(events));
  // The serializer keeps Fastify from adding a charset to the media type.
  return reply
    .serializer(String)
    .code(status)
    .headers(headers)
    .send(body ?? undefined);
}

const ending = new WeakSet<Socket>();

/** Whether an answer with `Connection: close` has been sent on a connection. */
function isEnding(socket: Socket): boolean {
  return ending.has(socket);
}

/** Decides with each answer what becomes of its connection, and notes what is sent. */
export function watchAnswers(app: FastifyInstance, accessLog: AccessLog, drain: Drain): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const { raw } = request;
    if (endsConnection(request, drain)) reply.header("connection", "close");
    // Without it Node ends the connection, although the body has come and the next request may be under way.
    else if (raw.complete) sendContinue(raw, reply.raw);
    if (reply.getHeader("connection") === "close") ending.add(raw.socket);
    // What is answered before its body was read would otherwise be read to its end, however long that is.
    discardBody(raw, reply.raw);
    const requestId = reply.getHeader("x-request-id");
    accessLog.note(raw, {
      ...(typeof requestId === "string" && { requestId }),
      ...((typeof payload === "string" || payload instanceof Uint8Array) && {
        bytes: raw.method === "HEAD" ? 0 : Buffer.byteLength(payload),
      }),
    });
    done(null, payload);
  });
}

function endsConnection({ raw }: FastifyRequest, drain: Drain): boolean {
  // Whoever waits for `100 Continue` may send the body all the same, or leave it out.
  const isUnclear = !raw.complete && expectsContinue(raw);
  return isUnclear || isTooLongToDiscard(raw) || drain.isLast(raw);
}
