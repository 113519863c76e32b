import fastifyCors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Which web pages may call the service. */
export interface CorsOptions {
  /** `*` for all, or the exact origins, for example `https://fleet.example.com`. */
  readonly origins: "*" | readonly string[];
  /** Request headers that pages may send besides those of every request: the header parameters of the contract. */
  readonly headers?: readonly string[];
}

const oneDay = 86_400;

const exposedHeaders = [
  "Authorization",
  "WWW-Authenticate",
  "Allow",
  "Date",
  "Retry-After",
  "X-Request-Id",
  "Location",
  "ETag",
  "Idempotency-Replayed",
];

/** Sends the CORS headers, with the rotation header exposed: without that, a page would lose its newer tokens. */
export function enableCors(app: FastifyInstance, { origins, headers = [] }: CorsOptions): void {
  app.register(fastifyCors, {
    origin: origins === "*" ? "*" : [...origins],
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: ["Authorization", "Content-Type", "X-Request-Id", ...headers],
    exposedHeaders,
    maxAge: oneDay,
    // An OPTIONS request that is no preflight is answered by the kernel, with `Allow`.
    strictPreflight: false,
    preflightContinue: true,
  });
}

/** True for a CORS preflight (Fetch standard, "CORS-preflight fetch"). */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/**
 * The CORS headers of a response that never reaches a handler; `origin` is null where the bytes of the request do not say
 * it. Then one origin that may call is named, because browsers compare it with that of the page. Of several none is: the
 * page sees that the request failed, and not why.
 */
export function corsHeaders({ origins }: CorsOptions, origin: string | null): Record<string, string> {
  const exposed = { "access-control-expose-headers": exposedHeaders.join(", ") };
  if (origins === "*") return { "access-control-allow-origin": "*", ...exposed };
  const [first = "", ...others] = origins;
  const guessed = others.length === 0 ? first : null;
  const allowed = origin === null ? guessed : (origins.find((each) => each === origin) ?? null);
  return { vary: "Origin", ...(allowed !== null && { "access-control-allow-origin": allowed, ...exposed }) };
}
