import type { CallContext, Middleware } from "../middleware.ts";
import { type AnyFailure, brokenResult } from "../outcome.ts";
import { machine, type Platform } from "../platform.ts";
import { createBudget, type RetryBudget } from "./budget.ts";
import { checkRange, isCount } from "./check-range.ts";
import { isRepeatable, worthRetrying } from "./may-retry.ts";
import { retryAfter } from "./retry-after.ts";
import { stoppedResult, wait } from "./wait.ts";

/** Options of {@link retry}. */
export interface RetryOptions {
  /** Tries of one call, the first one included. Default 3. The call option `retries`, which counts without it, wins. */
  readonly attempts?: number | undefined;
  /** Upper bound of the first wait, in milliseconds; it doubles with each further one. Default 250. */
  readonly baseDelayMs?: number | undefined;
  /** Upper bound of every wait that is ours to choose, in milliseconds. Default 10 000. */
  readonly maxDelayMs?: number | undefined;
  /** A `Retry-After` beyond this many milliseconds ends the call at once. Default 30 000. */
  readonly maxRetryAfterMs?: number | undefined;
  /** What limits the retries of all calls together. Default `{ capacity: 10, ratio: 0.1 }`; false for no limit. */
  readonly budget?: RetryBudget | false | undefined;
  /**
   * Decides about a failure instead of the table of statuses; undefined leaves it to the table. Asked only where a
   * retry is safe, and where the service has not said `x-should-retry: false`. A throw makes the result `request`.
   */
  readonly shouldRetry?: ((result: AnyFailure, context: CallContext) => boolean | undefined) | undefined;
  /** Clock, timers and randomness. Give the client's, if it has one of its own. Default: those of the machine. */
  readonly platform?: Platform | undefined;
}

/**
 * Makes a middleware that sends a failed call again, where that is safe and the failure may pass. All calls through
 * one instance share its budget: those of a client, and of the clients made by its `with()`.
 *
 * - Safe are GET, HEAD, PUT, DELETE and OPTIONS (RFC 9110 section 9.2.2), and others with an `idempotency-key` header.
 * - It waits a random time below 250 ms, 500 ms, 1 s and so on, after what `Retry-After` asks for. It never comes
 *   earlier than that: where it may not wait so long, or the deadline comes first, the failure is the result at once.
 * - Parameters, body and headers are the same each time; `fetch` is asked anew, and so takes the newest token.
 *
 * Throws a `TypeError` for options that cannot work.
 */
export function retry(options: RetryOptions = {}): Middleware {
  const { attempts = 3, baseDelayMs = 250, maxDelayMs = 10_000, maxRetryAfterMs = 30_000 } = options;
  const { shouldRetry, platform = machine } = options;
  if (!isCount(attempts - 1)) throw new TypeError("attempts must be a whole number from 1");
  checkRange({ baseDelayMs, maxDelayMs, maxRetryAfterMs });
  const budget = createBudget(options.budget);

  return async (context, next) => {
    const { call, operation } = context;
    const { retries = attempts - 1 } = context.options;
    if (!isCount(retries))
      return brokenResult(operation.id, "request", "retries must be a whole number from 0", null, {});
    for (let done = 0; ; done += 1) {
      const result = await next(context);
      // A 304 is no failure of the service: it becomes a success further out.
      if (!done && (result.ok || result.status === 304)) budget.earn();
      if (result.ok || done >= retries || !isRepeatable(context) || !worthRetrying(result, context, shouldRetry))
        return result;
      const asked = retryAfter(result.headers, platform);
      const ms = asked + platform.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** done);
      // Read this late because the client makes the signal when it is first asked for.
      const { signal } = context;
      const late = asked > maxRetryAfterMs || platform.now() + ms >= call.deadlineAt;
      if (late || signal?.aborted || !budget.take()) return result;
      await wait(platform, ms, signal);
      if (signal?.aborted) {
        budget.giveBack();
        return stoppedResult(operation.id, signal.reason);
      }
    }
  };
}
