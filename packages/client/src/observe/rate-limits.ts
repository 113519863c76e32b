import { retryAfter } from "@fleet-api/http";
import type { CallContext, Middleware } from "../call/middleware.ts";
import { type AnyResult, failureResult } from "../call/result.ts";
import { abortError } from "../call/running-call.ts";
import { describeError } from "../errors.ts";
import { wait } from "../platform.ts";
import { type FieldItem, parseList } from "./structured-field.ts";

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

/** What a response says about one limit. */
interface LimitReading {
  /** Name of the policy, with its partition key if it has one. */
  readonly policy: string;
  /** What may still be asked for until the reset; undefined when only the policy itself was told. */
  readonly remaining: number | undefined;
  /** Milliseconds until the quota is fresh again; undefined when the response does not say. */
  readonly resetMs: number | undefined;
  /** The whole quota of a window. */
  readonly limit: number | undefined;
  /** Length of the window in milliseconds. */
  readonly windowMs: number | undefined;
}

/**
 * Reads all limits of a response: `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers, from version
 * 08 on); else the headers of three that came before, with or without `X-`, as a policy named `default`.
 * `dateMs` is the present, in milliseconds since 1970.
 */
export function readLimits(headers: Headers, dateMs: number): LimitReading[] {
  const policies = new Map(parseList(headers.get("ratelimit-policy")).map((item) => [nameOf(item), item]));
  const current = new Map(parseList(headers.get("ratelimit")).map((item) => [nameOf(item), item]));
  const readings = [...new Set([...policies.keys(), ...current.keys()])].map((policy) => ({
    policy,
    remaining: count(current.get(policy)?.params.get("r")),
    resetMs: milliseconds(count(current.get(policy)?.params.get("t"))),
    limit: count(policies.get(policy)?.params.get("q")),
    windowMs: milliseconds(count(policies.get(policy)?.params.get("w"))),
  }));
  return readings.length > 0 ? readings : readOlder(headers, dateMs);
}

function readOlder(headers: Headers, dateMs: number): LimitReading[] {
  for (const prefix of ["ratelimit-", "x-ratelimit-"]) {
    const remaining = digits(headers.get(`${prefix}remaining`));
    if (remaining === undefined) continue;
    const reset = digits(headers.get(`${prefix}reset`));
    // Seconds from now, or, with some services, seconds since 1970: no window lasts for 30 years.
    const resetMs = reset !== undefined && reset > 1e9 ? Math.max(0, reset * 1000 - dateMs) : milliseconds(reset);
    const limit = digits(headers.get(`${prefix}limit`));
    return [{ policy: "default", remaining, resetMs, limit, windowMs: undefined }];
  }
  return [];
}

function nameOf({ value, params }: FieldItem): string {
  const partition = params.get("pk");
  return partition === undefined ? String(value) : `${String(value)};pk=${String(partition)}`;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** Whole seconds or counts of the older headers, which may bring a window after the number: `100, 100;w=60`. */
function digits(text: string | null): number | undefined {
  const found = /^(\d{1,12})(?:[ \t]*[,;].*)?$/.exec(text ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
