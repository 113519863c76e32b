/** A proxy before the service that breaks the first connection of each stream: its reader has to continue with another one. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that is running. */
interface BreakingProxy {
  /** Address of the service by way of the proxy. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

export async function startBreakingProxy(target: string): Promise<BreakingProxy> {
  const { origin, pathname, host } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    // A connection of its own for each request, so that none is sent on one that the service is just closing.
    const onward = request(`${origin}${url}`, { method, headers: { ...headers, host }, agent: false }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      if (isFirstOfStream(incoming)) breakSecondEvent(response, outgoing);
      else response.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${pathname}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function isFirstOfStream({ method, url = "", headers }: IncomingMessage): boolean {
  return method === "GET" && url.includes("/monitoring/stream?") && headers["last-event-id"] === undefined;
}

/** Passes one event with positions on. The next one is lost with the connection. */
function breakSecondEvent(response: IncomingMessage, outgoing: ServerResponse): void {
  let events = 0;
  // The headers go out now: the first event may be long in coming.
  outgoing.flushHeaders();
  response.on("data", (chunk: Buffer) => {
    if (chunk.includes("event: positions") && ++events === 2) outgoing.destroy();
    else outgoing.write(chunk);
  });
}
