import fastify from "fastify";
import { maxHeadBytes } from "../kernel/index.ts";
import type { Kernel } from "../kernel/index.ts";
import type { Stopwatch } from "../platform/clock.ts";
import { systemStopwatch } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { createAccessLog } from "./access-log.ts";
import { answer, passToKernel, refuse, watchAnswers } from "./answer.ts";
import { isWithin, originForm, targetPath } from "./node-request.ts";
import type { CorsOptions } from "./cors.ts";
import { corsHeaders, enableCors } from "./cors.ts";
import { isDocsPath, serveDocs } from "./docs.ts";
import type { Drain } from "./drain.ts";
import { createDrain } from "./drain.ts";
import type { Serving } from "./outside.ts";
import { loggedPath } from "./outside.ts";
import type { Listening, ListenOptions } from "./listen.ts";
import { listen } from "./listen.ts";
import type { ReadyCheck } from "./probes.ts";
import { watchSockets } from "./watch-sockets.ts";

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
  /** Rejects when the service cannot do its work; asked by `/readyz`. @default it can */
  readonly ready?: ReadyCheck;
  /** For durations in the access log. @default the machine's */
  readonly stopwatch?: Stopwatch;
}

/** Times in ms. */
interface Timeouts {
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
  /** Passes requests to another kernel from now on: that of a service that has started. */
  serve(kernel: Kernel, ready: ReadyCheck): void;
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
  const drain = createDrain();
  const serving = servingOf(options, drain);
  const { docsDir } = options;
  const app = fastify({
    ...limits({ ...defaultTimeouts, ...options.timeouts }),
    logger: false,
    trustProxy: isWithin(options.trustProxy ?? []),
    return503OnClosing: false,
    rewriteUrl: ({ url = "/" }) => (serving.hasDocs && isDocsPath(targetPath(url)) ? originForm(url) : kernelRoute),
    // Before any hook, that of CORS included.
    frameworkErrors: (error, request, reply) => {
      reply.headers(corsHeaders(options.cors, request.headers.origin ?? null));
      refuse(serving, request, reply, error);
    },
    // `watchSockets` has another one, with the errors that Node really gives.
    clientErrorHandler: () => {},
  });
  app.removeAllContentTypeParsers();
  app.setErrorHandler((error, request, reply) => refuse(serving, request, reply, error));
  enableCors(app, options.cors);
  watchAnswers(app, serving.accessLog, drain);
  // After CORS, so that its headers are there whatever the answer is.
  app.after(() => {
    app.addHook("onRequest", (request, reply) => answer(serving, request, reply));
  });
  app.setNotFoundHandler((request, reply) => passToKernel(serving, request, reply));
  if (docsDir !== undefined) serveDocs(app, docsDir);
  watchSockets(app.server, serving, drain);
  drain.watch(app);
  let closing: Promise<void> | undefined;
  return {
    listen: (where) => listen(app, where),
    serve: (kernel, ready) => Object.assign(serving, { kernel, ready }),
    close: ({ graceMs = defaultGraceMs } = {}) => (closing ??= drain.close(app, graceMs)),
  };
}

function servingOf(options: HostOptions, drain: Drain): Serving {
  const { kernel, docsDir, log, stopwatch = systemStopwatch, ready = async () => {} } = options;
  const path = (target: string, status: number | null): string => loggedPath(serving, target, status);
  const serving: Serving = {
    kernel,
    ready,
    isDraining: () => drain.isDraining,
    hasDocs: docsDir !== undefined,
    accessLog: createAccessLog({ log, stopwatch, path }),
    cors: options.cors,
  };
  return serving;
}
