import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";

/** What is answered on each path: a page as text, or a file by its path. */
export type Paths = Readonly<Record<string, string | { readonly html: string }>>;

const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".wasm": "application/wasm" };

/** Serves pages and files on this machine. */
export async function servePaths(paths: Paths): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const read = async (what: Paths[string]): Promise<readonly [type: string, body: string | Uint8Array]> => {
    if (typeof what !== "string") return ["text/html", what.html];
    return [TYPES[extname(what)] ?? "application/octet-stream", await readFile(what)];
  };
  const entries = Object.entries(paths).map(async ([path, what]) => [path, await read(what)] as const);
  const answers = new Map(await Promise.all(entries));
  const server = createServer(({ url = "/" }, response) => {
    const answer = answers.get(url);
    if (answer === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": answer[0] }).end(answer[1]);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server of the page has no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
