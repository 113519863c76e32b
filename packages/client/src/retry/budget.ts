import { checkRange } from "./check-range.ts";

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

/** The bucket of a {@link RetryBudget}; without a bottom for `false`. Throws a `TypeError` for what is no amount. */
export function createBudget(given: RetryBudget | false = {}) {
  const { capacity = 10, ratio = 0.1 } = given || {};
  checkRange({ capacity, ratio });
  const most = given ? capacity : Infinity;
  let tokens = most;
  const put = (some: number): void => {
    tokens = Math.min(most, tokens + some);
  };
  return {
    /** A call succeeded at its first try. */
    earn: (): void => put(ratio),
    /** A retry was not sent after all. */
    giveBack: (): void => put(1),
    /** Whether there is a token for a retry; takes it. */
    take(): boolean {
      // Ten times 0.1 is a little less than 1.
      if (tokens < 1 - 1e-9) return false;
      tokens -= 1;
      return true;
    },
  };
}
