import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { AppConfig } from "../../../app/src/config.ts";
import { listen, stopListening } from "../support/page-server.ts";

const root = fileURLToPath(new URL("../../../app", import.meta.url));
const types: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript", json: "application/json" };

/** The built app, once for each configuration: `/<name>/` of one origin. */
export interface AppSite {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves the app, and the service below `/api/` of the same origin. */
export async function serveApp(
  configs: Readonly<Record<string, AppConfig>>,
  service: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<AppSite> {
  const files = await buildApp();
  const server = createServer((request, response) => {
    const { url = "" } = request;
    if (url.startsWith("/api/")) return void service(request, response).catch(() => response.destroy());
    const [, config = "", file = ""] = /^\/(\w+)\/([^?]*)/.exec(url) ?? [];
    const body = file === "config.json" ? JSON.stringify(configs[config]) : files.get(file || "index.html");
    const type = types[file.split(".").at(-1) || "html"] ?? "text/plain";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body);
  });
  const origin = await listen(server);
  return { origin, close: () => stopListening(server) };
}

/** Paths and contents of the built files. Nothing is written. */
async function buildApp(): Promise<Map<string, string | Uint8Array>> {
  const built = await build({ root, logLevel: "warn", build: { write: false } });
  const [result = built] = Array.isArray(built) ? built : [built];
  if (!("output" in result)) throw new Error("Vite watches instead of building.");
  return new Map(result.output.map((file) => [file.fileName, file.type === "chunk" ? file.code : file.source]));
}
