import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** What became of the requests of a load. */
export interface LoadResult {
  /** Whole answers, whatever their status. */
  readonly answered: number;
  /** Connections that the server no longer took. */
  readonly refused: number;
  /**
   * New connections that were reset before a byte came: the system had taken them for the server, which closed its
   * listener in that instant. Only the server can tell that it had not accepted them.
   */
  readonly reset: number;
  /** Requests on a connection that had been used before, and answers that were cut: why. */
  readonly failed: readonly string[];
}

/** A load that goes on until each of its clients is refused a connection. */
export interface Load {
  readonly answered: () => number;
  readonly ended: Promise<LoadResult>;
}

/** Clients that send request after request: half of them keep their connection, half open one for each request. */
export function startLoad(port: number, path: string, clients: number): Load {
  const counts = { answered: 0, refused: 0, reset: 0 };
  const failed: string[] = [];
  const run = async (isKeptAlive: boolean): Promise<void> => {
    const agent = new Agent({ keepAlive: isKeptAlive, maxSockets: 1 });
    for (let pause = 0; ; pause = (pause + 1) % 4) {
      const outcome = await send(agent, port, path);
      if (outcome === "answered") counts.answered += 1;
      else if (outcome === "ECONNREFUSED") {
        counts.refused += 1;
        agent.destroy();
        return;
      } else if (outcome === "reset") counts.reset += 1;
      else failed.push(outcome);
      // Some requests follow at once, some find an idle connection.
      await wait(pause);
    }
  };
  const all = Promise.all(Array.from({ length: clients }, (_, index) => run(index % 2 === 0)));
  return { answered: () => counts.answered, ended: all.then(() => ({ ...counts, failed })) };
}

/** Sends a request; resolves with `answered`, `reset` for a new connection, or the code of the error. */
function send(agent: Agent, port: number, path: string): Promise<string> {
  return new Promise((resolve) => {
    const outgoing = request({ host: "127.0.0.1", port, path, agent }, (incoming) => {
      incoming.resume();
      incoming.on("end", () => resolve("answered"));
      incoming.on("error", (error) => resolve(`answer cut: ${error.message}`));
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      const isNew = error.code === "ECONNRESET" && !outgoing.reusedSocket && outgoing.socket?.bytesRead === 0;
      resolve(isNew ? "reset" : (error.code ?? error.message));
    });
    outgoing.end();
  });
}
