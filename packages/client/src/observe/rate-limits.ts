import { retryAfter } from "@fleet-api/http";
import type { CallContext, Middleware } from "../call/middleware.ts";
import { type AnyResult, failureResult } from "../call/result.ts";
import { abortError } from "../call/running-call.ts";
import { describeError } from "../errors/call-error.ts";
import { wait } from "../retry/wait.ts";
import { type LimitReading, readLimits } from "./rate-limit-headers.ts";

/** What is known of one limit. */
export interface RateLimitState {
  /** Name of the policy; `default` for services that do not name them, `retry-after <operation>` after a 429. */
  readonly policy: string;
  /** What may still be asked for; null when that is not known, as after the reset of a quota that was never told. */
  readonly remaining: number | null;
  /** The whole quota of a window; null when not told. */
  readonly limit: number | null;
  /** Length of the window in milliseconds; null when not told. */
  readonly windowMs: number | null;
  /** When the quota is fresh again, in milliseconds since 1970, which may be over; null when not told. */
  readonly resetAt: number | null;
  /** The operations whose answers named the policy: a limit of exports says nothing about the others. */
  readonly operations: ReadonlySet<string>;
}

/** Options of {@link rateLimits}. */
export interface RateLimitsOptions {
  /**
   * Holds a call back while nothing remains under a policy of its operation, until the reset. A call whose deadline
   * comes before the reset fails at once, as `timeout`. Default false: only reads.
   */
  readonly wait?: boolean | undefined;
}

/** The middleware, and what it has read so far. */
export interface RateLimits extends Middleware {
  /** By policy; kept up to date. It is the state of one client: give each client its own. */
  readonly state: ReadonlyMap<string, RateLimitState>;
}

type Writable = { -readonly [Name in keyof RateLimitState]: RateLimitState[Name] } & { operations: Set<string> };

/** More than a service has: partition keys that change must not fill the memory. */
const mostKept = 100;

/** Reads the rate limits that responses carry, and the `Retry-After` of a 429. Best inside of `retry()`. */
export function rateLimits({ wait: holds = false }: RateLimitsOptions = {}): RateLimits {
  const state = new Map<string, Writable>();
  const middleware: Middleware = async (context, next) => {
    const stopped = holds ? await held(context, state) : undefined;
    if (stopped) return stopped;
    const result = await next(context);
    const date = context.platform.now();
    for (const reading of readingsOf(result, context.operation.id, date))
      keep(state, reading, context.operation.id, date);
    return result;
  };
  return Object.assign(middleware, { state });
}

/** Waits until the call may go. Gives a result when it must not go any more. */
async function held(context: CallContext, state: ReadonlyMap<string, Writable>): Promise<AnyResult | undefined> {
  const { operation, call, platform } = context;
  const { signal = call.signal } = context;
  for (;;) {
    const date = platform.now();
    const own = [...state.values()].filter(({ operations }) => operations.has(operation.id));
    for (const each of own) renew(each, date);
    const waitMs = Math.max(...own.map(({ remaining, resetAt }) => (remaining === 0 && resetAt ? resetAt - date : 0)));
    if (!(waitMs > 0)) {
      // Counted down here too: calls that leave together would all see the last number that was told.
      for (const each of own) if (each.remaining) each.remaining -= 1;
      return undefined;
    }
    if (platform.monotonic() + waitMs >= call.deadlineAt) {
      const message = `held back: the rate limit is fresh again in ${waitMs} ms, after the deadline`;
      return failureResult(operation.id, { kind: "timeout", message });
    }
    // A timer keeps no longer time; then the loop comes round again.
    if (!signal.aborted) await wait(platform, Math.min(waitMs, 2 ** 31 - 1), signal);
    if (signal.aborted)
      return failureResult(operation.id, describeError(abortError(signal.reason), "stopped while it waited"));
  }
}

function renew(entry: Writable, date: number): void {
  if (entry.resetAt === null || entry.resetAt > date) return;
  entry.resetAt = null;
  entry.remaining = entry.limit;
}

function readingsOf({ headers, status }: AnyResult, operationId: string, date: number): LimitReading[] {
  if (!headers) return [];
  const readings = readLimits(headers, date);
  const resetMs = status === 429 ? retryAfter(headers, date) : 0;
  const asked = { policy: `retry-after ${operationId}`, remaining: 0, resetMs, limit: undefined, windowMs: undefined };
  return resetMs > 0 ? [...readings, asked] : readings;
}

function keep(state: Map<string, Writable>, reading: LimitReading, operationId: string, date: number): void {
  const { policy, remaining, resetMs, limit, windowMs } = reading;
  const before = state.get(policy);
  const [oldest] = state.keys();
  if (!before && oldest !== undefined && state.size >= mostKept) state.delete(oldest);
  state.set(policy, {
    policy,
    remaining: remaining ?? before?.remaining ?? null,
    limit: limit ?? before?.limit ?? null,
    windowMs: windowMs ?? before?.windowMs ?? null,
    resetAt: resetMs === undefined ? (before?.resetAt ?? null) : date + resetMs,
    operations: (before?.operations ?? new Set()).add(operationId),
  });
}
