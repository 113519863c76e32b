import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** A folder on a port of this machine. */
export interface StaticServer {
  readonly origin: string;
  close(): Promise<void>;
}

interface Answer {
  readonly type: string;
  readonly body: Buffer;
  readonly isCompressed: boolean;
}

/** Serves a folder as a host of static files does: gzip for text, `index.html` for a folder, nothing else. */
export async function serveFolder(folder: string): Promise<StaticServer> {
  const answers = new Map<string, Promise<Answer | null>>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const answer = answers.get(path) ?? readAnswer(folder, path);
    answers.set(path, answer);
    void answer.then((found) => {
      if (found === null) return response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
      const encoding = found.isCompressed ? { "content-encoding": "gzip" } : {};
      const headers = { "content-type": found.type, "content-length": found.body.length, ...encoding };
      return response.writeHead(200, headers).end(found.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The static server has no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Null for what the folder does not have. */
async function readAnswer(folder: string, path: string): Promise<Answer | null> {
  const file = normalize(join(folder, path.endsWith("/") ? `${path}index.html` : path));
  if (!file.startsWith(normalize(folder))) return null;
  const content = await readFile(file).catch(() => null);
  if (content === null) return null;
  const type = TYPES[extname(file)] ?? "application/octet-stream";
  const isCompressed = type !== "font/woff2" && type !== "application/octet-stream";
  return { type, isCompressed, body: isCompressed ? gzipSync(content) : content };
}
