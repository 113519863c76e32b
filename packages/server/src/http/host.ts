import type { FastifyReply, FastifyRequest } from "fastify";
import fastify from "fastify";
import { ProblemError, headTooLarge, malformed, maxHeadBytes, maxHeaderFields } from "../kernel/index.ts";
import type { Kernel, KernelResponse, RequestHead } from "../kernel/index.ts";
import type { Log } from "../platform/log.ts";
import { clientAddress, isWithin } from "./client-address.ts";
import type { CorsOptions } from "./cors.ts";
import { enableCors, isPreflight } from "./cors.ts";
import { createDrain } from "./drain.ts";
import { docsPath, isDocsPath, serveDocs } from "./docs.ts";
import type { Listening, ListenOptions } from "./listen.ts";
import { listen } from "./listen.ts";
import { discardBody, fieldValues, nodeBodyReader, nodeRequestHead } from "./node-request.ts";
import { answerSocket } from "./socket-errors.ts";

/** What a host is made of. */
export interface HostOptions {
  readonly kernel: Kernel;
  readonly cors: CorsOptions;
  /** Folder with the rendered documentation, served under /docs/; `/` then leads there. */
  readonly docsDir?: string;
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` names the client. @default none */
  readonly trustProxy?: readonly string[];
  /** How slow a client may be. @default 4 s for the headers, 10 s for the whole request, 2 min without a byte */
  readonly timeouts?: Partial<Timeouts>;
  readonly log: Log;
}

/** Times in ms. */
export interface Timeouts {
  /** In which the headers have to arrive, and the whole request; a client that is slower gets 408. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** After which a connection on which nothing moves is closed, as that of a client that does not read its answer. */
  readonly idleMs: number;
}

/** A kernel on a Node HTTP server. */
export interface Host {
  /** Starts listening; rejects with a `ListenError` for a port in use. */
  listen(where: ListenOptions): Promise<Listening>;
  /** Takes no more connections, lets requests under way finish, and cuts off what is left after `graceMs` (10000). */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

const defaultTimeouts = { headersMs: 4000, requestMs: 10_000, idleMs: 120_000 };
const defaultGraceMs = 10_000;

/** Limits against slow and greedy clients. */
function limits({ headersMs, requestMs, idleMs }: Timeouts) {
  return {
    requestTimeout: requestMs,
    connectionTimeout: idleMs,
    // Longer than the usual 60 s of reverse proxies, so that these never write into a connection that is being closed.
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 10_000,
    routerOptions: { maxParamLength: 256 },
    http: {
      maxHeaderSize: maxHeadBytes,
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.min(500, headersMs),
      // The host answers a missing Host header itself, as a problem.
      requireHostHeader: false,
    },
  };
}

/** Fastify's own router never sees a path of the contract: the kernel matches those, and decodes them strictly. */
const kernelRoute = "/";

/** Makes a host. It does not listen yet. */
export function createHost(options: HostOptions): Host {
  const { kernel, docsDir, log } = options;
  const drain = createDrain();
  const app = fastify({
    ...limits({ ...defaultTimeouts, ...options.timeouts }),
    logger: false,
    trustProxy: isWithin(options.trustProxy ?? []),
    return503OnClosing: false,
    rewriteUrl: ({ url = "/" }) => (docsDir !== undefined && isDocsPath(url) ? url : kernelRoute),
    frameworkErrors: (error, request, reply) => void refuse(kernel, request, reply, error),
    clientErrorHandler: (error, socket) => {
      log.debug("connection refused", { ip: socket.remoteAddress, code: error.code });
      void answerSocket(kernel, error, socket, drain.openOn(socket));
    },
  });
  app.removeAllContentTypeParsers();
  app.setErrorHandler((error, request, reply) => refuse(kernel, request, reply, error));
  enableCors(app, options.cors);
  // What is answered before its body was read would otherwise be read to its end, however long that is.
  app.addHook("onSend", (request, _reply, payload, done) => {
    discardBody(request.raw);
    done(null, payload);
  });
  // After CORS, so that its headers are there whatever the answer is.
  app.after(() => {
    app.addHook("onRequest", (request, reply) => answer(options, request, reply));
  });
  app.setNotFoundHandler((request, reply) => passToKernel(kernel, request, reply));
  if (docsDir !== undefined) serveDocs(app, docsDir);
  app.server.maxHeadersCount = maxHeaderFields;
  // Without these two, Node asks for every body itself, and answers other expectations with a bare 417.
  app.server.on("checkContinue", (request, response) => app.server.emit("request", request, response));
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  drain.watch(app);
  return {
    listen: (where) => listen(app, where),
    close: ({ graceMs = defaultGraceMs } = {}) => drain.close(app, graceMs),
  };
}

async function answer(options: HostOptions, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { docsDir, kernel } = options;
  if (docsDir !== undefined && isDocsPath(request.originalUrl)) return;
  if (isPreflight(request)) await reply.code(204).send();
  else if (docsDir !== undefined && request.originalUrl === "/") await reply.redirect(docsPath, 302);
  else await passToKernel(kernel, request, reply);
}

async function passToKernel(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { raw } = request;
  const head = headOf(request, reply);
  // Versions of Node that do not refuse too many fields leave them out of `headers`, the length of the body among them.
  if (raw.rawHeaders.length > 2 * maxHeaderFields) return send(reply, kernel.refuse(head, headTooLarge()));
  if (raw.httpVersion === "1.1" && fieldValues(raw.rawHeaders, "host").length !== 1) {
    return send(reply, kernel.refuse(head, malformed("Send exactly one Host header.")));
  }
  return send(reply, await kernel.handle(head, nodeBodyReader(raw, reply.raw)));
}

/** Answers what Fastify itself refuses, for example a broken path below /docs/. */
function refuse(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  return send(reply, kernel.refuse(headOf(request, reply), asProblem(error)));
}

function asProblem(error: unknown): unknown {
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (error instanceof ProblemError || status >= 500) return error;
  if (status === 404) return new ProblemError("not_found", "There is no such path.");
  if (status === 415) return new ProblemError("unsupported_media_type", "The path takes no body.");
  return malformed("The request cannot be parsed.");
}

function headOf(request: FastifyRequest, reply: FastifyReply): RequestHead {
  return nodeRequestHead(request.raw, reply.raw, request.originalUrl, clientAddress(request));
}

function send(reply: FastifyReply, { status, headers, body }: KernelResponse): FastifyReply {
  // The serializer keeps Fastify from adding a charset to the media type.
  return reply
    .serializer(String)
    .code(status)
    .headers(headers)
    .send(body ?? undefined);
}
