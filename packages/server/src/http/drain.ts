import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** A request and its answer, at least one of which is not complete. */
export interface OpenExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Tracks connections, so that closing neither breaks an answer nor waits for idle clients. */
export interface Drain {
  /** Begins to track. */
  watch(app: FastifyInstance): void;
  /** What is under way on a connection, in the order of the requests. */
  openOn(socket: Duplex): readonly OpenExchange[];
  /** Closes the server: answers under way are delivered, what is left after `graceMs` is cut off. */
  close(app: FastifyInstance, graceMs: number): Promise<void>;
}

/** Tracks the connections of one server. */
export function createDrain(): Drain {
  const sockets = new Set<Socket>();
  const exchanges = new WeakMap<Duplex, readonly OpenExchange[]>();
  let draining = false;

  const openOn = (socket: Duplex): readonly OpenExchange[] =>
    (exchanges.get(socket) ?? []).filter(({ request, response }) => !request.complete || !response.closed);

  const watch = (app: FastifyInstance): void => {
    const { server } = app;
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    server.prependListener("request", (request, response) => {
      exchanges.set(request.socket, [...openOn(request.socket), { request, response }]);
      response.once("close", () => {
        if (draining) server.closeIdleConnections();
      });
    });
    // Otherwise the connection would be idle after its answer, and closing would wait for its keep-alive timeout.
    app.addHook("onSend", (_request, reply, payload, done) => {
      if (draining) reply.header("connection", "close");
      done(null, payload);
    });
  };

  const close = async (app: FastifyInstance, graceMs: number): Promise<void> => {
    draining = true;
    // For Node a connection that never sent a byte is not idle; it would be kept until the headers timeout.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs);
    await app.close();
    clearTimeout(cutOff);
  };

  return { watch, close, openOn };
}
