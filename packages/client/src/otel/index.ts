/**
 * Spans of calls and of the requests that they send. Needs the optional package `@opentelemetry/api`.
 *
 * @module
 */
export { traceAttempts, type TraceAttemptsOptions } from "./tracing.ts";
export { traceCalls, type TraceCallsOptions } from "./tracing.ts";
