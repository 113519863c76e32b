import { ProblemError } from "../kernel/problem.ts";
import type { Clock } from "../platform/clock.ts";
import { addressBlock } from "./address-block.ts";
import type { Limit } from "./failure-buckets.ts";
import { createFailureBuckets, LimitReached } from "./failure-buckets.ts";

/** Who tries. */
export interface LoginAttempt {
  /** Address of the caller; IPv6 addresses count by their /64. */
  readonly ip: string;
  /** Name of the account: the username, or the e-mail address. */
  readonly username: string;
  /** What the caller says of its program; with the address it makes a device. */
  readonly userAgent?: string;
}

/** Limits failed logins. */
export interface LoginThrottle {
  /**
   * Runs `check`, which resolves with null for wrong credentials. Failures count by address, by account, and by both; a
   * success clears those of its address and account. Where a limit is reached, a device from which the account has
   * logged in before may still try, under a limit of its own: strangers must not keep a user out.
   * @throws ProblemError `too_many_requests` with `retry_after_s`
   */
  guard<T>(
    attempt: LoginAttempt,
    check: () => Promise<T | null>,
    isKnownDevice?: () => Promise<boolean>,
  ): Promise<T | null>;
}

/** Limits of failures by what they are counted. */
export interface ThrottleLimits {
  /** From one address on one account, and from one known device. */
  readonly pair: Limit;
  readonly address: Limit;
  /** On one account, from everywhere. */
  readonly account: Limit;
}

/** Settings of the throttle. */
export interface LoginThrottleOptions {
  readonly clock: Clock;
  /** @default 10 by address and account and 60 by address in a minute, 30 by account in 15 minutes */
  readonly limits?: ThrottleLimits;
  /** What the refusal says. @default of attempts */
  readonly refusal?: (retryAfterS: number) => string;
}

const MINUTE_MS = 60_000;
const defaultLimits: ThrottleLimits = {
  pair: { failures: 10, windowMs: MINUTE_MS },
  address: { failures: 60, windowMs: MINUTE_MS },
  account: { failures: 30, windowMs: 15 * MINUTE_MS },
};
/**
 * For requests to reset a password, which all count: by caller only. Strangers who ask for somebody's address must not keep
 * its owner from asking.
 */
export const resetLimits: ThrottleLimits = {
  ...defaultLimits,
  account: { failures: Number.MAX_SAFE_INTEGER, windowMs: MINUTE_MS },
};

const defaultRefusal = (retryAfterS: number): string => `Too many attempts. Try again in ${retryAfterS} s.`;

/** Counts in the memory of each process: with n processes behind one address a guesser gets at most n times the limit. */
export function createLoginThrottle(options: LoginThrottleOptions): LoginThrottle {
  const { clock, limits = defaultLimits, refusal = defaultRefusal } = options;
  const byAddress = createFailureBuckets(clock, limits.address);
  const byAccount = createFailureBuckets(clock, limits.account);
  const byPair = createFailureBuckets(clock, limits.pair);
  const byDevice = createFailureBuckets(clock, limits.pair);
  const questions = createFailureBuckets(clock, limits.address);

  const asStranger = <T>(block: string, account: string, check: () => Promise<T | null>): Promise<T | null> =>
    // The address first, so that one that is refused cannot fill the memory with names and push others out.
    byAddress.attempt(block, (ofAddress) =>
      byAccount.attempt(account, (ofAccount) =>
        byPair.attempt(`${block} ${account}`, async (ofPair) => {
          const result = await check();
          if (result === null) {
            byAddress.fail(ofAddress);
            byAccount.fail(ofAccount);
            byPair.fail(ofPair);
          } else {
            ofPair.failures = [];
          }
          return result;
        }),
      ),
    );

  const asKnownDevice = <T>(device: string, check: () => Promise<T | null>): Promise<T | null> =>
    byDevice.attempt(device, async (ofDevice) => {
      const result = await check();
      if (result === null) byDevice.fail(ofDevice);
      else ofDevice.failures = [];
      return result;
    });

  /** Asking whether a device is known costs a query, so strangers may cause only so many. */
  const isKnown = (block: string, ask: () => Promise<boolean>): Promise<boolean> =>
    questions.attempt(block, async (ofQuestions) => {
      const known = await ask();
      if (!known) questions.fail(ofQuestions);
      return known;
    });

  const refuse = (error: unknown): never => {
    if (!(error instanceof LimitReached)) throw error;
    const { retryAfterS } = error;
    throw new ProblemError("too_many_requests", refusal(retryAfterS), { retry_after_s: retryAfterS });
  };

  return {
    guard: async ({ ip, username, userAgent = "" }, check, isKnownDevice) => {
      const block = addressBlock(ip);
      const account = username.toLowerCase();
      try {
        return await asStranger(block, account, check);
      } catch (error) {
        const mayAsk = error instanceof LimitReached && isKnownDevice !== undefined;
        const known = mayAsk && (await isKnown(block, isKnownDevice).catch(refuse));
        if (!known) return refuse(error);
        return asKnownDevice(`${block} ${account} ${userAgent}`, check).catch(refuse);
      }
    },
  };
}
