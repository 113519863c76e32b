import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Asked, KernelResponse } from "../kernel/index.ts";
import type { Stopwatch } from "../platform/clock.ts";
import type { Log, LogFields } from "../platform/log.ts";
import { isProbePath } from "./probes.ts";

/** What the access log is made of. */
interface AccessLogOptions {
  readonly log: Log;
  readonly stopwatch: Stopwatch;
  /** The path of a request target, without query and secrets; the status is null for an answer that was never sent. */
  readonly path: (target: string, status: number | null) => string;
}

/** Writes one line for each request, when its answer is sent or its client has left. */
export interface AccessLog {
  /** A request has come. */
  begin(message: IncomingMessage, response: ServerResponse): void;
  /** Adds what is known of a request. */
  note(message: IncomingMessage, noted: Noted): void;
  /** The line of something that never became a request. */
  refused(socket: Socket, response: KernelResponse, code: string): void;
}

/** What the host learns of a request. */
interface Noted extends Partial<Asked> {
  /** Address of the client, behind trusted proxies. */
  readonly ip?: string;
  readonly requestId?: string;
  /** Of the body as it was sent. @default what was piped into the response */
  readonly bytes?: number;
  /** Status of an answer that went past the response, on the bare socket. */
  readonly status?: number;
}

/** What is noted of an answer. */
export function sentFacts({ headers, body }: KernelResponse): Pick<Noted, "requestId" | "bytes"> {
  return { requestId: headers["x-request-id"] ?? "", bytes: Buffer.byteLength(body ?? "") };
}

/** Makes an access log. Headers and bodies never reach it. */
export function createAccessLog({ log, stopwatch, path }: AccessLogOptions): AccessLog {
  const known = new WeakMap<IncomingMessage, Noted>();
  /** Node does not close the responses that wait behind another one when a connection is lost. */
  const unfinished = new WeakMap<Socket, Set<() => void>>();

  const finishersOf = (socket: Socket): Set<() => void> => {
    const found = unfinished.get(socket) ?? new Set();
    if (!unfinished.has(socket)) socket.once("close", () => found.forEach((finish) => finish()));
    unfinished.set(socket, found);
    return found;
  };

  const begin = (message: IncomingMessage, response: ServerResponse): void => {
    const begun = stopwatch();
    // Fastify changes the URL later.
    const { socket, method, url = "" } = message;
    known.set(message, { ip: socket.remoteAddress ?? "" });
    let piped = 0;
    // The length of a stream of events is known only when it is over.
    response.once("pipe", (body) => body.on("data", (chunk: Uint8Array) => void (piped += chunk.length)));
    const finishers = finishersOf(socket);
    const finish = (): void => {
      if (!finishers.delete(finish)) return;
      const noted = { bytes: piped, ...known.get(message) };
      const fields = requestFields(response, noted);
      const line = {
        method,
        path: noted.path ?? path(url, fields.status),
        ...fields,
        duration_ms: tenths(stopwatch() - begun),
      };
      // A supervisor asks every few seconds, and nobody wants to read about it.
      if (isProbePath(line.path)) log.debug("request", line);
      else log.info("request", line);
    };
    finishers.add(finish);
    response.once("close", finish);
  };

  return {
    begin,
    note: (message, noted) => void known.set(message, Object.assign(known.get(message) ?? {}, noted)),
    refused: (socket, response, code) => {
      const { requestId, bytes } = sentFacts(response);
      const { status } = response;
      log.info("request", { status, request_id: requestId, ip: socket.remoteAddress, bytes, cause: code });
    },
  };
}

function requestFields(
  { writableFinished, headersSent, statusCode }: ServerResponse,
  noted: Noted,
): LogFields & { readonly status: number | null } {
  const { ip, operation, userId, requestId, bytes } = noted;
  const isAnswered = writableFinished || noted.status !== undefined;
  return {
    status: noted.status ?? (headersSent ? statusCode : null),
    ...(requestId && { request_id: requestId }),
    ...(operation && { operation }),
    ...(userId && { user_id: userId }),
    ip,
    bytes,
    // The client left before it had the whole answer.
    ...(!isAnswered && { aborted: true }),
  };
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
