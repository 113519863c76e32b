import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { listen, stopListening } from "../../browser/support/page-server.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export interface StaticServer {
  /** Address of the served folder, with a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The plainest host: files below `prefix`, `index.html` for a path that ends with a slash, `404.html` for the rest.
 * @param headersOf - what it adds for a path
 */
export async function serveFolder(
  folder: string,
  prefix = "/docs/",
  headersOf: (path: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<StaticServer> {
  const server = createServer(async ({ url = "" }, response) => {
    const path = decodeURIComponent(url.split("?", 1)[0] ?? "");
    const name = path.endsWith("/") ? `${path}index.html` : path;
    const file = name.startsWith(prefix) ? await read(join(folder, name.slice(prefix.length))) : null;
    const type = file === null ? ".html" : extname(name);
    response.writeHead(file === null ? 404 : 200, {
      "content-type": TYPES[type] ?? "text/plain; charset=utf-8",
      ...headersOf(path),
    });
    response.end(file ?? (await read(join(folder, "404.html"))));
  });
  return { url: `${await listen(server)}${prefix}`, close: () => stopListening(server) };
}

function read(file: string): Promise<Buffer | null> {
  return readFile(file).catch(() => null);
}
