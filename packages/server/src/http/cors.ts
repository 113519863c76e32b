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

/** Sends the CORS headers, with the rotation header exposed: without that, a page would lose its newer tokens. */
export function enableCors(app: FastifyInstance, { origins, headers = [] }: CorsOptions): void {
  app.register(fastifyCors, {
    origin: origins === "*" ? "*" : [...origins],
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: ["Authorization", "Content-Type", "X-Request-Id", ...headers],
    exposedHeaders: [
      "Authorization",
      "WWW-Authenticate",
      "Allow",
      "Date",
      "Retry-After",
      "X-Request-Id",
      "Location",
      "ETag",
      "Idempotency-Replayed",
    ],
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
