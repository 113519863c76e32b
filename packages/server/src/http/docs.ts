import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { problems } from "@fleet-api/contract/problems";
import type { FastifyInstance, FastifyReply } from "fastify";

/** Where the documentation is served. */
export const docsPath = "/docs/";

/** Nothing but files of the site: no inline script or style, no other origin. The pages say the same themselves. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The reference as one file has its scripts, styles and fonts inside. */
const singleFile = /[/\\]reference\.html(?:\.gz)?$/;
const singleFilePolicy = contentSecurityPolicy
  .replace("script-src 'self'", "script-src 'unsafe-inline'")
  .replace("worker-src 'self'", "worker-src blob:")
  .replace("style-src 'self'", "style-src 'unsafe-inline'")
  .replace("font-src 'self'", "font-src data:");

/** On the pages "Try it" and "Live map" readers name the service that they call. */
const servicePage = /[/\\]v1[/\\](?:try|map)[/\\]index\.html(?:\.gz)?$/;
const servicePolicy = contentSecurityPolicy.replace(
  "connect-src 'self'",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
);

/** The worker of the sandbox runs WebAssembly. It has the policy of its own response, not that of the page. */
const worker = /[/\\]assets[/\\]sandbox-worker\.[\da-f]{10}\.js(?:\.gz)?$/;
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Files whose names change with their content. */
const hashed = /[/\\]assets[/\\][\w-]+\.[\da-f]{10}(?:\.\w+)+$/;

/** True for paths that belong to the documentation, not to the contract. */
export function isDocsPath(path: string): boolean {
  return path.startsWith(docsPath) || path === "/docs";
}

/** The page of the documentation about what the `type` of a problem names; null for other paths. */
export function problemDocsPath(path: string): string | null {
  const code = /^\/problems\/([a-z_]+)$/.exec(path)?.[1];
  if (code !== undefined && Object.hasOwn(problems, code)) return `${docsPath}v1/problems/${code}/`;
  return path === "/problems" || path === "/problems/" ? `${docsPath}v1/problems/` : null;
}

/** Serves the files of `root` under `docsPath`, and its `404.html` for paths that lead nowhere. */
export function serveDocs(app: FastifyInstance, root: string): void {
  app.get("/docs", (_request, reply) => reply.redirect(docsPath, 308));
  app.register(
    async (docs) => {
      const notFound = await readFile(join(root, "404.html")).catch(() => null);
      if (notFound !== null) {
        // As a text, not as a file: conditions and ranges of the request are not about this page.
        docs.setNotFoundHandler((_request, reply) => {
          setHeaders(reply, "404.html");
          return reply.code(404).type("text/html; charset=utf-8").send(notFound);
        });
      }
      await docs.register(fastifyStatic, {
        root,
        cacheControl: false,
        preCompressed: true,
        acceptRanges: false,
        redirect: true,
        setHeaders,
      });
    },
    { prefix: docsPath },
  );
}

function setHeaders(reply: FastifyReply, path: string): void {
  reply.header("cache-control", hashed.test(path) ? "public, max-age=31536000, immutable" : "no-cache");
  reply.header("content-security-policy", policyOf(path));
  reply.header("referrer-policy", "no-referrer");
  reply.header("x-content-type-options", "nosniff");
}

function policyOf(path: string): string {
  if (worker.test(path)) return workerPolicy;
  if (singleFile.test(path)) return singleFilePolicy;
  return servicePage.test(path) ? servicePolicy : contentSecurityPolicy;
}
