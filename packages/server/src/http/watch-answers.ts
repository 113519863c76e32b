import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AccessLog } from "./access-log.ts";
import { discardBody, isTooLongToDiscard } from "./discard-body.ts";
import type { Drain } from "./drain.ts";
import { expectsContinue, sendContinue } from "./node-request.ts";

const ending = new WeakSet<Socket>();

/** Whether an answer with `Connection: close` has been sent on a connection. */
export function isEnding(socket: Socket): boolean {
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
      bytes: raw.method === "HEAD" ? 0 : bytesOf(payload, reply),
      ...(typeof requestId === "string" && { requestId }),
    });
    done(null, payload);
  });
}

function endsConnection({ raw }: FastifyRequest, drain: Drain): boolean {
  // Whoever waits for `100 Continue` may send the body all the same, or leave it out.
  const isUnclear = !raw.complete && expectsContinue(raw);
  return isUnclear || isTooLongToDiscard(raw) || drain.isLast(raw);
}

function bytesOf(payload: unknown, reply: FastifyReply): number {
  if (typeof payload === "string") return Buffer.byteLength(payload);
  return Number(reply.getHeader("content-length") ?? 0);
}
