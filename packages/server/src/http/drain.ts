import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "node:net";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";

/** A request and its answer, at least one of which is not complete. */
export interface OpenExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Tracks connections, so that closing neither loses a request nor waits for idle clients. */
export interface Drain {
  /** True from the moment that the server closes. */
  readonly isDraining: boolean;
  /** Begins to track. */
  watch(app: FastifyInstance): void;
  /** Whether the server closes, and no request has come behind this one on its connection. */
  isLast(request: IncomingMessage): boolean;
  /** What is under way on a connection, in the order of the requests. */
  openOn(socket: Duplex): readonly OpenExchange[];
  /** Closes the server: requests that are on their way are answered, what is left after `graceMs` is cut off. */
  close(app: FastifyInstance, graceMs: number): Promise<void>;
}

/** How long a connection without a request is left open while the server closes: one may be on its way in. */
const idleWindowMs = 500;
/** How often the server looks for connections that wait to be accepted. */
const maxAcceptTurns = 1000;

/** Tracks the connections of one server. */
export function createDrain(): Drain {
  const sockets = new Set<Socket>();
  const exchanges = new WeakMap<Duplex, Set<OpenExchange>>();
  const newest = new WeakMap<Duplex, IncomingMessage>();
  const idleTimers = new WeakMap<Socket, NodeJS.Timeout>();
  const bytesOfRequests = new WeakMap<Socket, number>();
  let accepted = 0;
  /** Set when the server closes. */
  let windowMs: number | null = null;
  let allClosed = (): void => {};

  const openOn = (socket: Duplex): readonly OpenExchange[] => [...(exchanges.get(socket) ?? [])];

  /** Closes a connection unless a request comes in time; after the answer to that, this is called again. */
  const closeWhenIdle = (socket: Socket): void => {
    clearTimeout(idleTimers.get(socket));
    const timer = setTimeout(() => {
      const open = openOn(socket);
      const isAnswered = open.every(({ response }) => response.closed);
      // More bytes than those of complete requests are the beginning of one. The timeouts apply to it as always.
      const isIdle = open.length > 0 || socket.bytesRead === (bytesOfRequests.get(socket) ?? 0);
      if (isAnswered && isIdle) socket.destroy();
    }, windowMs ?? 0);
    idleTimers.set(socket, timer);
  };

  const track = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const open = exchanges.get(socket) ?? new Set();
    const exchange = { request, response };
    exchanges.set(socket, open.add(exchange));
    newest.set(socket, request);
    const settle = (): void => {
      if (request.complete && response.closed) open.delete(exchange);
      bytesOfRequests.set(socket, socket.bytesRead);
      if (windowMs !== null) closeWhenIdle(socket);
    };
    request.once("close", settle);
    response.once("close", settle);
  };

  const accept = (socket: Socket): void => {
    accepted += 1;
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      clearTimeout(idleTimers.get(socket));
      if (sockets.size === 0) allClosed();
    });
    if (windowMs !== null) closeWhenIdle(socket);
  };

  const watch = (app: FastifyInstance): void => {
    app.server.on("connection", accept);
    app.server.prependListener("request", track);
  };

  const close = async (app: FastifyInstance, graceMs: number): Promise<void> => {
    windowMs = Math.min(idleWindowMs, graceMs);
    const cutOff = setTimeout(() => sockets.forEach((socket) => socket.destroy()), graceMs);
    for (const socket of sockets) closeWhenIdle(socket);
    await acceptWaiting(() => accepted);
    // That of the HTTP server would close idle connections at once, and end the check for slow clients.
    Server.prototype.close.call(app.server);
    if (sockets.size > 0) await new Promise<void>((resolve) => (allClosed = resolve));
    clearTimeout(cutOff);
    await app.close();
  };

  return {
    get isDraining() {
      return windowMs !== null;
    },
    isLast: (request) => windowMs !== null && newest.get(request.socket) === request,
    watch,
    close,
    openOn,
  };
}

/** The system has completed the handshake of connections that wait here; closing the listener would reset them. */
async function acceptWaiting(accepted: () => number): Promise<void> {
  let before = -1;
  for (let turn = 0; turn < maxAcceptTurns && before !== accepted(); turn += 1) {
    before = accepted();
    await nextTurn();
    await nextTurn();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
