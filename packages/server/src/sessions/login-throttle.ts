import { ProblemError } from "../kernel/problem.ts";
import type { Clock } from "../platform/clock.ts";
import { foldCase } from "../platform/fold-case.ts";
import type { Limit } from "./failure-buckets.ts";
import { createFailureBuckets, LimitReached } from "./failure-buckets.ts";

/** Who tries. */
interface LoginAttempt {
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
   * logged in before may still try, under a limit of its own: strangers must not keep a user out. A wrong password is then
   * refused as the limit is.
   * @throws ProblemError `too_many_requests` with `retry_after_s`
   */
  guard<T>(
    attempt: LoginAttempt,
    check: () => Promise<T | null>,
    isKnownDevice?: () => Promise<boolean>,
  ): Promise<T | null>;
}

/** Limits of failures by what they are counted. */
interface ThrottleLimits {
  /** From one address on one account, and from one known device. */
  readonly pair: Limit;
  readonly address: Limit;
  /** On one account, from everywhere. */
  readonly account: Limit;
}

/** Settings of the throttle. */
interface LoginThrottleOptions {
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

  const refuse = (error: unknown): never => {
    if (!(error instanceof LimitReached)) throw error;
    const { retryAfterS } = error;
    throw new ProblemError("too_many_requests", refusal(retryAfterS), { retry_after_s: retryAfterS });
  };

  return {
    guard: async ({ ip, username, userAgent = "" }, check, isKnownDevice) => {
      const block = addressBlock(ip);
      const account = foldCase(username);
      try {
        return await asStranger(block, account, check);
      } catch (error) {
        // Asked for every attempt that is refused, without a limit of its own: strangers at the address would use it up.
        const isKnown = error instanceof LimitReached && isKnownDevice !== undefined && (await isKnownDevice());
        if (!isKnown) return refuse(error);
        const result = await asKnownDevice(`${block} ${account} ${userAgent}`, check).catch(refuse);
        // The same as to any other device: nobody learns which users have logged in from here.
        return result ?? refuse(error);
      }
    },
  };
}

/**
 * The block of addresses that counts as one caller: a single IPv4 address, in whatever form it is written, or the /64 of
 * an IPv6 address, which is the least that one customer gets (RFC 6177).
 */
export function addressBlock(ip: string): string {
  const address = ip.toLowerCase().split("%")[0] ?? "";
  if (!address.includes(":")) return address;
  const groups = expand(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return `${groups.slice(0, 4).map(text).join(":")}::/64`;
}

/** The eight groups of an IPv6 address (RFC 4291 section 2.2). */
function expand(address: string): number[] {
  const dotted = address.lastIndexOf(":") + 1;
  const [a = 0, b = 0, c = 0, d = 0] = address.slice(dotted).split(".").map(Number);
  const isDotted = address.includes(".");
  const hex = isDotted ? `${address.slice(0, dotted)}${text(a * 256 + b)}:${text(c * 256 + d)}` : address;
  const [head = "", tail] = hex.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => "0"), ...right].map(
    (group) => Number.parseInt(group, 16) || 0,
  );
}

function text(group: number): string {
  return group.toString(16);
}
