import { isIdempotent, retryAfter } from "@fleet-api/http";
import type { CallContext, Middleware, Next } from "../call/middleware.ts";
import { type AnyFailure, type AnyResult, failureResult } from "../call/result.ts";
import { abortError } from "../call/running-call.ts";
import { describeError } from "../errors.ts";
import { wait } from "../platform.ts";

/**
 * Limits the retries of all calls together, so that they do not add to an outage: a bucket of tokens, full at first.
 * Each retry takes a token, and there is none without one. Each call that succeeds at its first try puts `ratio` of a
 * token back. So there are never more retries than `capacity + ratio * calls`: a few failures are retried at once,
 * a failing service gets 10 requests more and then one per call, and a busy one with some failures 10 % more.
 *
 * Like the retry budgets of Finagle, each retry costs a whole token; like the retry throttling of gRPC (gRFC A6), only
 * successes earn.
 */
export interface RetryBudget {
  /** Most tokens, and those at the beginning. Default 10. */
  readonly capacity?: number | undefined;
  /** Tokens for a call that succeeds at its first try. Default 0.1. */
  readonly ratio?: number | undefined;
}

/** Options of {@link retry}. */
export interface RetryOptions {
  /** Tries of one call, the first one included. Default 3. The call option `retries`, which counts without it, wins. */
  readonly attempts?: number | undefined;
  /** Upper bound of the first wait, in milliseconds; it doubles with each further one. Default 250. */
  readonly baseDelayMs?: number | undefined;
  /** Upper bound of every wait that the service does not ask for, in milliseconds. Default 10 000. */
  readonly maxDelayMs?: number | undefined;
  /** A `Retry-After` beyond this many milliseconds ends the call at once. Default 30 000. */
  readonly maxRetryAfterMs?: number | undefined;
  /** What limits the retries of all calls together. Default `{ capacity: 10, ratio: 0.1 }`; false for no limit. */
  readonly budget?: RetryBudget | false | undefined;
  /**
   * Decides about a failure instead of the table of statuses; undefined leaves it to the table. Asked only where a
   * retry is safe, and where the service has not said `x-should-retry: false`. When it throws, the failure that it was
   * asked about is the result.
   */
  readonly shouldRetry?: ShouldRetry | undefined;
}

/**
 * Makes a middleware that sends a failed call again, where that is safe and the failure may pass. All calls through
 * one instance share its budget: those of a client, and of the clients made by its `with()`.
 *
 * - Safe are GET, HEAD, PUT, DELETE and OPTIONS (RFC 9110 section 9.2.2), others with an `idempotency-key` header, and those that
 *   the contract marks as safe to repeat.
 * - It waits a random time below 250 ms, 500 ms, 1 s and so on, after what `Retry-After` asks for. It never comes
 *   earlier than that: where it may not wait so long, or the deadline comes first, the failure is the result at once.
 * - Parameters, body and headers are the same each time; `fetch` is asked anew, and so takes the newest token.
 *
 * Throws a `TypeError` for options that cannot work.
 */
export function retry(options: RetryOptions = {}): Middleware {
  const { attempts = 3, baseDelayMs = 250, maxDelayMs = 10_000, maxRetryAfterMs = 30_000, shouldRetry } = options;
  if (!isCount(attempts - 1)) throw new TypeError("attempts must be a whole number from 1");
  checkRange({ baseDelayMs, maxDelayMs, maxRetryAfterMs });
  const budget = new Budget(options.budget);

  const again = async (context: CallContext, next: Next, first: AnyResult, retries: number): Promise<AnyResult> => {
    const { call, operation, platform } = context;
    let result = first;
    for (let done = 0; ; done += 1) {
      if (result.ok || done >= retries || !isRepeatable(context)) return result;
      const failure = result;
      if (!mayPass(failure, operation.verb, () => shouldRetry?.(failure, context))) return result;
      const asked = retryAfter(result.headers, platform.now());
      const ms = asked + platform.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** done);
      const isLate = asked > maxRetryAfterMs || platform.monotonic() + ms >= call.deadlineAt;
      // Read only now: the signal of a call is made when it is first read.
      const { signal = call.signal } = context;
      if (isLate || signal.aborted || !budget.take()) return result;
      await wait(platform, ms, signal);
      if (signal.aborted) {
        budget.giveBack();
        return failureResult(operation.id, describeError(abortError(signal.reason), "stopped while it waited"));
      }
      result = await next(context);
    }
  };

  return (context, next) => {
    const { retries } = context.options;
    if (retries !== undefined && !isCount(retries))
      return Promise.resolve(wrongCall(context, "retries must be a whole number from 0"));
    return next(context).then((result) => {
      // A 304 is no failure of the service: it becomes a success further out.
      if (result.ok || result.status === 304) {
        budget.earn();
        return result;
      }
      return again(context, next, result, retries ?? attempts - 1);
    });
  };
}

function wrongCall({ operation }: CallContext, message: string): AnyResult {
  return failureResult(operation.id, { kind: "request", message });
}

/** The bucket of a {@link RetryBudget}; without a bottom for `false`. Throws a `TypeError` for what is no amount. */
export class Budget {
  readonly #most: number;
  readonly #ratio: number;
  #tokens: number;

  constructor(given: RetryBudget | false = {}) {
    const { capacity = 10, ratio = 0.1 } = given || {};
    checkRange({ capacity, ratio });
    this.#most = given ? capacity : Infinity;
    this.#ratio = ratio;
    this.#tokens = this.#most;
  }

  /** A call succeeded at its first try. */
  earn(): void {
    this.#put(this.#ratio);
  }

  /** A retry was not sent after all. */
  giveBack(): void {
    this.#put(1);
  }

  /** Whether there is a token for a retry; takes it. */
  take(): boolean {
    // Ten times 0.1 is a little less than 1.
    if (this.#tokens < 1 - 1e-9) return false;
    this.#tokens -= 1;
    return true;
  }

  #put(some: number): void {
    this.#tokens = Math.min(this.#most, this.#tokens + some);
  }
}

/** Decides about a failure; undefined leaves it to the table. */
export type ShouldRetry = (result: AnyFailure, context: CallContext) => boolean | undefined;

/**
 * Statuses that may pass. 500 is among them: a database that fails over and a deployment look like that, and for a bug
 * that stays, the budget bounds the cost.
 */
const passing = /^(408|425|429|50[0234])$/;

/** Whether doing the call twice is the same as doing it once. */
function isRepeatable({ operation, headers }: CallContext): boolean {
  return operation.idempotent === true || isIdempotent(operation.verb, headers["idempotency-key"]);
}

/**
 * Whether a failure may pass. Never: `request` (nothing was sent), `abort`, `auth` (the session has its own pauses), and
 * `unexpected` without a status.
 * The service has the next word (`x-should-retry: false`), then the caller, then the service again (`true`).
 */
export function mayPass(result: AnyFailure, verb: string, shouldRetry?: () => boolean | undefined): boolean {
  const said = result.headers?.get("x-should-retry");
  const { kind, status } = result;
  // Without a response it is unexpected by a mistake of the program, or by a redirect of a write.
  const isFinal = /^(request|abort|auth)$/.test(kind) || (kind === "unexpected" && status === null);
  if (isFinal || said === "false") return false;
  try {
    return shouldRetry?.() ?? (said === "true" || mayPassByStatus(result, verb));
  } catch {
    // The failure says more than the error of who was asked about it.
    return false;
  }
}

function mayPassByStatus(result: AnyFailure, verb: string): boolean {
  if (result.kind === "network" || result.kind === "timeout" || passing.test(`${result.status}`)) return true;
  // An earlier try, which this client has given up, is still being carried out.
  if (result.error.code === "request_in_progress") return true;
  // A body that was cut off. Only for a read: a write was done, and doing it again may fail where it did not. A cause
  // says that the body was whole, but holds what cannot be taken.
  return result.kind === "decode" && verb === "GET" && result.error.cause === undefined;
}

/** Whether it is a whole number from 0. */
function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/**
 * Throws a `TypeError` for options beyond 0 to 86400000: a day, for those in milliseconds. That keeps the sum of two
 * waits below 2^31 ms, beyond which `setTimeout` fires at once.
 */
function checkRange(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options))
    if (!(value >= 0 && value <= 86_400_000)) throw new TypeError(`${name} must be 0 to 86400000`);
}
