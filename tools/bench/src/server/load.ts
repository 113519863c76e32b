import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** One kept-alive connection that sends a request only after the answer to the last. */
export interface Connection {
  /** Sends a request and resolves when its answer has come in whole; rejects for any status but 200. */
  exchange(request: string): Promise<void>;
  close(): void;
}

/** A server that hangs must not hang the bench. */
const patienceMs = 10_000;

/**
 * Opens a connection of the load generator. It speaks just enough HTTP/1.1 for two servers that give a Content-Length:
 * a full client would take several times the CPU of the server that it is to keep busy.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  let waiting: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const settle = (error?: Error): void => {
    const caller = waiting;
    waiting = undefined;
    if (error) caller?.reject(error);
    else caller?.resolve();
  };
  readAnswers(socket, settle);
  socket.setTimeout(patienceMs, () => socket.destroy(new Error("the server did not answer in time")));
  socket.on("error", settle);
  socket.on("close", () => settle(new Error("the server closed the connection")));
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
}

function readAnswers(socket: Socket, settle: (error?: Error) => void): void {
  let head = "";
  let missing = 0;
  socket.on("data", (chunk) => {
    if (missing > 0) missing -= chunk.length;
    else {
      head += chunk.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const status = head.slice(9, 12);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end))?.[1];
      missing = end + 4 + Number(length ?? Number.NaN) - head.length;
      head = "";
      if (status !== "200" || Number.isNaN(missing)) {
        settle(new Error(`the server answered ${status} with Content-Length ${length}`));
        return;
      }
    }
    if (missing === 0) settle();
    else if (missing < 0) settle(new Error("the server sent more than it announced"));
  });
}

/** How hard, and for how long at most. */
export interface LoadLimits {
  readonly connections: number;
  readonly seconds: number;
  readonly requests: number;
}

/** What came of it. */
export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds of each request. */
  readonly latencies: readonly number[];
}

/** Sends one request again and again over several connections, until either limit is reached. Loopback only. */
export async function load(port: number, request: string, limits: LoadLimits): Promise<LoadResult> {
  const connections = await Promise.all(Array.from({ length: limits.connections }, () => openConnection(port)));
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + limits.seconds * 1000;
  let sent = 0;
  try {
    await Promise.all(
      connections.map(async (connection) => {
        for (let now = performance.now(); now < end && sent < limits.requests;) {
          sent++;
          await connection.exchange(request);
          const after = performance.now();
          latencies.push(after - now);
          now = after;
        }
      }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
  return { requests: latencies.length, seconds: (performance.now() - start) / 1000, latencies };
}
