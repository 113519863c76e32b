import { setImmediate as endOfTurn } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ProblemError, malformed } from "../kernel/index.ts";
import type { KernelResponse, RequestHead } from "../kernel/index.ts";
import { clientAddress } from "./client-address.ts";
import { framingProblem } from "./framing-problem.ts";
import { nodeBodyReader, NodeRequestHead } from "./node-request.ts";
import { answerOutside } from "./outside.ts";
import type { Serving } from "./serving.ts";
import { isEnding } from "./watch-answers.ts";

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

function send(reply: FastifyReply, { status, headers, body }: KernelResponse): FastifyReply {
  // The serializer keeps Fastify from adding a charset to the media type.
  return reply
    .serializer(String)
    .code(status)
    .headers(headers)
    .send(body ?? undefined);
}
