import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Keeps account of connections, so that closing neither breaks an answer nor waits for idle clients. */
export interface Drain {
  /** Begins the account. */
  watch(app: FastifyInstance): void;
  /** Whether the answer under way on a connection has begun to be sent. */
  hasAnswered(socket: Duplex): boolean;
  /** Closes the server: answers under way are delivered, what is left after `graceMs` is cut off. */
  close(app: FastifyInstance, graceMs: number): Promise<void>;
}

/** Makes the account of one server. */
export function createDrain(): Drain {
  const sockets = new Set<Socket>();
  const answers = new Map<Duplex, ServerResponse>();
  let draining = false;

  const watch = (app: FastifyInstance): void => {
    const { server } = app;
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    server.prependListener("request", ({ socket }, response) => {
      answers.set(socket, response);
      response.once("close", () => {
        answers.delete(socket);
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

  return { watch, close, hasAnswered: (socket) => answers.get(socket)?.headersSent === true };
}
