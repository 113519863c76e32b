import { connect } from "node:net";
import type { Socket } from "node:net";

/** Clients that hold connections and make no progress, by kind. */
export interface CrowdSizes {
  /** Never send a byte. */
  readonly idle: number;
  /** Send a header field now and then, and never the last one. */
  readonly slowHead: number;
  /** Send a byte of a body now and then. */
  readonly slowBody: number;
  /** Send requests, and read no answer. */
  readonly deaf: number;
}

/** Such clients on one server. */
export interface Crowd {
  /** How many of them the server has not closed. */
  open(): number;
  leave(): void;
}

const login = "POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
const ping = "GET /api/v1/tests/ping HTTP/1.1\r\nHost: a\r\n\r\n";

/** Connects them all; each slow one sends something every `everyMs`. */
export async function openCrowd(port: number, sizes: CrowdSizes, everyMs: number): Promise<Crowd> {
  const sockets = new Set<Socket>();
  const join = (first: string, more: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1" }, () => {
        socket.off("error", reject).on("error", () => {});
        sockets.add(socket);
        if (first !== "") socket.write(first);
        const timer = more === "" ? undefined : setInterval(() => socket.writable && socket.write(more), everyMs);
        socket.once("close", () => {
          clearInterval(timer);
          sockets.delete(socket);
        });
        if (first === "" || more !== "") socket.resume();
        resolve();
      });
      socket.once("error", reject);
    });
  const kinds: readonly [number, string, string][] = [
    [sizes.idle, "", ""],
    [sizes.slowHead, "GET / HTTP/1.1\r\nHost: a\r\n", "X-A: b\r\n"],
    [sizes.slowBody, `${login}Content-Length: 10000\r\n\r\n`, " "],
    [sizes.deaf, ping.repeat(50), ""],
  ];
  for (const [count, first, more] of kinds) {
    // In portions, so that the backlog of the listener does not overflow.
    for (let left = count; left > 0; left -= 100) {
      await Promise.all(Array.from({ length: Math.min(left, 100) }, () => join(first, more)));
    }
  }
  return { open: () => sockets.size, leave: () => sockets.forEach((socket) => socket.destroy()) };
}
