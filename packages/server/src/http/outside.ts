import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kernel, ProblemError } from "../kernel/index.ts";
import { methodNotAllowed } from "../kernel/index.ts";
import type { AccessLog } from "./access-log.ts";
import type { CorsOptions } from "./cors.ts";
import { isPreflight } from "./cors.ts";
import { docsPath, isDocsPath, problemDocsPath } from "./docs.ts";
import { targetPath } from "./node-request.ts";
import type { ReadyCheck } from "./probes.ts";
import { answerProbe, isProbePath } from "./probes.ts";

/** What requests are answered with; kernel and check change when the service has started. */
export interface Serving {
  kernel: Kernel;
  ready: ReadyCheck;
  readonly isDraining: () => boolean;
  readonly hasDocs: boolean;
  readonly accessLog: AccessLog;
  readonly cors: CorsOptions;
}

/** Who answers a request, or why nobody does; `done` when it is answered. */
type Next = "kernel" | "files" | "done" | ProblemError;

const allow = "GET, HEAD, OPTIONS";
/** The methods of the server as a whole; it is no proxy, so CONNECT is none of them. */
export const serverMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** Answers what lies outside of the contract: preflights, probes, and the way to the documentation. */
export async function answerOutside(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<Next> {
  const { hasDocs } = serving;
  const { method } = request;
  const path = targetPath(request.originalUrl);
  const problem = hasDocs ? problemDocsPath(path) : null;
  const isDocs = hasDocs && (path === "/" || problem !== null || isDocsPath(path));
  // `OPTIONS *` asks about the server as a whole (RFC 9110 section 9.3.7).
  const isServer = method === "OPTIONS" && path === "*";
  if (isPreflight(request)) await reply.code(204).send();
  else if (!isDocs && !isProbePath(path) && !isServer) return "kernel";
  else if (method === "OPTIONS")
    await reply
      .code(204)
      .header("allow", isServer ? serverMethods : allow)
      .send();
  else if (method !== "GET" && method !== "HEAD") return methodNotAllowed(method, allow);
  else if (isProbePath(path)) await answerProbe(serving, reply, path);
  else if (problem !== null) await reply.redirect(problem, 302);
  else if (path === "/") await reply.redirect(docsPath, 302);
  else return "files";
  return "done";
}

/** The path of a request as logs may have it. */
export function loggedPath({ kernel, hasDocs }: Serving, target: string, status: number | null): string {
  const path = targetPath(target);
  if (isProbePath(path)) return path;
  if (!hasDocs || !isDocsPath(path)) return kernel.loggedPath(path);
  // The path of a file that exists is no secret.
  const isFile = status !== null && status < 400 && status !== 204;
  return isFile ? path : `${docsPath}*`;
}
