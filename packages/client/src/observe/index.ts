/**
 * Middleware that watches calls: a log without secrets, diagnostics channels, deprecations and rate limits.
 *
 * @module
 */
export type { CallEnd, CallSubject } from "./call-record.ts";
export { type CallMessage, diagnostics } from "./diagnostics.ts";
export { type Deprecation, lifecycle, type LifecycleOptions } from "./lifecycle.ts";
export type { Link } from "./lifecycle.ts";
export { logger, type LoggerOptions, type LogLevel, type LogRecord } from "./logger.ts";
export { rateLimits, type RateLimits, type RateLimitsOptions, type RateLimitState } from "./rate-limits.ts";
