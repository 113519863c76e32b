import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** Responds to one request of a real server. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Servers on loopback, each another origin, which live as long as one test: `await using servers = realServers()`. */
export function realServers(): { listen(listener: Listener): Promise<string> } & AsyncDisposable {
  const servers: Server[] = [];
  return {
    /** Resolves to the origin. */
    async listen(listener) {
      const server = createServer((request, response) => void listener(request, response));
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(
        servers.map((server) => {
          const closed = new Promise((resolve) => server.close(resolve));
          server.closeAllConnections();
          return closed;
        }),
      );
    },
  };
}
