import type { SocketAddress } from "@fleet-api-tools/test-postgres";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { once } from "node:events";

/** What stands between a server and its database, as a load balancer or a firewall would. */
export interface DatabaseProxy {
  /** The address of a database behind it. */
  url(user?: string, database?: string): string;
  /** Where new connections lead; those that are open stay where they are. */
  leadTo(target: SocketAddress): void;
  /**
   * From now on nothing passes any more, or no answer, and no connection is closed; new ones get no answer, either, unless
   * it is about those that are open.
   */
  swallow(what: "everything" | "answers" | "open connections"): void;
  /** As `swallow`, as soon as a message with this text has been passed on to the database. */
  swallowAnswersAfter(text: string): void;
  /** From now on everything passes again, also what was held back. */
  pass(): void;
  close(): Promise<void>;
}

/** A proxy before a server on a socket in a folder. */
export async function startDatabaseProxy(first: SocketAddress): Promise<DatabaseProxy> {
  let target = first;
  let trigger: string | null = null;
  let [holdsMessages, holdsAnswers] = [false, false];
  const held: (() => void)[] = [];
  /** Connections on which nothing passes any more, by the socket of the client. */
  const lost = new WeakSet<Socket>();
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = connect(join(target.host, `.s.PGSQL.${target.port ?? 5432}`));
    keep(client);
    keep(upstream);
    client.on("data", (chunk) => {
      if (holdsMessages || lost.has(client)) held.push(() => upstream.write(chunk));
      else upstream.write(chunk);
      if (trigger === null || !chunk.includes(trigger)) return;
      trigger = null;
      holdsAnswers = true;
    });
    upstream.on("data", (chunk) => {
      if (holdsAnswers || lost.has(client)) held.push(() => client.write(chunk));
      else client.write(chunk);
    });
    client.on("close", () => {
      if (holdsMessages || lost.has(client)) held.push(() => upstream.destroy());
      else upstream.destroy();
    });
    upstream.on("close", () => {
      if (holdsAnswers || lost.has(client)) held.push(() => client.destroy());
      else client.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: (user = "test", database = "postgres") => `postgres://${user}@127.0.0.1:${port}/${database}`,
    leadTo: (other) => {
      target = other;
    },
    swallow: (what) => {
      if (what === "open connections") for (const socket of sockets) lost.add(socket);
      else [holdsAnswers, holdsMessages] = [true, what === "everything"];
    },
    swallowAnswersAfter: (text) => {
      trigger = text;
    },
    pass: () => {
      [holdsMessages, holdsAnswers] = [false, false];
      for (const release of held.splice(0)) release();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
