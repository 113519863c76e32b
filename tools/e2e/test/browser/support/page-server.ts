import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const entry = fileURLToPath(new URL("../../../src/browser/page.ts", import.meta.url));

/** Pages of an origin of their own. */
export interface PageServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** Listens on a free port of this machine. Resolves to its origin. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}

/** Stops listening and breaks what is open. */
export async function stopListening(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Serves `/` (our packages in one script) and `/framed` (the same in a sandbox that refuses storage). */
export async function servePages(): Promise<PageServer> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
  });
  const page = '<!doctype html><title>tab</title><script type="module" src="/page.js"></script>';
  const answers: Record<string, readonly [string, string]> = {
    "/": ["text/html", page],
    "/framed": ["text/html", '<!doctype html><title>frame</title><iframe sandbox="allow-scripts" src="/"></iframe>'],
    "/page.js": ["text/javascript", outputFiles[0]?.text ?? ""],
  };
  const server = createServer((request, response) => {
    const [type, body] = answers[request.url ?? ""] ?? ["text/plain", undefined];
    // A sandboxed page has an origin of its own, also towards the server that it came from.
    const headers = { "content-type": type, "access-control-allow-origin": "*" };
    response.writeHead(body === undefined ? 404 : 200, headers).end(body);
  });
  const origin = await listen(server);
  return { origin, close: () => stopListening(server) };
}
