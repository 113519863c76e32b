import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Where the documentation is served. */
export const docsPath = "/docs/";

/** Enough for a self-contained reference page with its scripts inlined, and nothing from another origin. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** True for paths that belong to the documentation, not to the contract. */
export function isDocsPath(path: string): boolean {
  return path.startsWith(docsPath) || path === "/docs";
}

/** Serves the files of `root` under `docsPath`. */
export function serveDocs(app: FastifyInstance, root: string): void {
  app.get("/docs", (_request, reply) => reply.redirect(docsPath, 308));
  app.register(fastifyStatic, {
    root,
    prefix: docsPath,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header("cache-control", "no-cache");
      reply.header("content-security-policy", contentSecurityPolicy);
      reply.header("referrer-policy", "no-referrer");
      reply.header("x-content-type-options", "nosniff");
    },
  });
}
