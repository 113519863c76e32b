import type { Random } from "./random.ts";
import { systemRandom } from "./random.ts";
import { createWorkQueue } from "./work-queue.ts";

/** Password hashing; the implementation is argon2id, see `argon2Passwords`. */
export interface Passwords {
  /**
   * Hashes a password to a PHC string.
   * @throws PasswordsBusyError when too many hashes are already waiting
   */
  hash(password: string): Promise<string>;
  /** True when the password fits the PHC string. False also for a string that is no PHC string. */
  verify(phc: string, password: string): Promise<boolean>;
  /** True when the PHC string was made with weaker parameters than today's. */
  needsRehash(phc: string): boolean;
  /** Does the work of `verify` for a user that does not exist, so that both take equally long. Always false. */
  verifyDummy(password: string): Promise<false>;
}

/** Too many passwords wait to be hashed or checked. */
export class PasswordsBusyError extends Error {
  override readonly name = "PasswordsBusyError";

  constructor() {
    super("Too many passwords wait to be hashed or checked.");
  }
}

/** Argon2 cost: memory in KiB, passes, lanes. */
interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's minimum for argon2id: m = 19 MiB, t = 2, p = 1 (about 6 ms in native code, 55 ms in WebAssembly). */
const defaultPasswordCost: PasswordCost = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** A library that computes argon2id. */
export interface Argon2id {
  /** A PHC string with a hash of 32 bytes. */
  hash(password: string, salt: Uint8Array, cost: PasswordCost): Promise<string>;
  /** @throws Error for a text that only begins as a PHC string */
  verify(phc: string, password: string): Promise<boolean>;
}

const SALT_BYTES = 16;

/** Settings of passwords. */
export interface PasswordOptions {
  /** Source of the salts. @default the platform's */
  readonly random?: Random;
  readonly cost?: PasswordCost;
  /** Hashes at the same time. @default what the library can do */
  readonly parallel?: number;
  /** Hashes that may wait; beyond it callers are told to come back. @default 64 */
  readonly maxWaiting?: number;
}

/** Argon2id passwords as PHC strings, computed by a library. */
export function createPasswords(
  library: Argon2id,
  options: PasswordOptions & { readonly parallel: number },
): Passwords {
  const { random = systemRandom, cost = defaultPasswordCost } = options;
  const queue = createWorkQueue({
    parallel: options.parallel,
    maxWaiting: options.maxWaiting ?? 64,
    refusal: () => new PasswordsBusyError(),
  });
  const make = (password: string): Promise<string> =>
    queue.run(() => library.hash(password, random.bytes(SALT_BYTES), cost));
  const check = (phc: string, password: string): Promise<boolean> =>
    isPhc(phc) ? queue.run(() => library.verify(phc, password)) : Promise.resolve(false);

  let dummy: Promise<string> | null = null;
  return {
    hash: make,
    verify: check,
    needsRehash: (phc) => needsRehash(phc, cost),
    verifyDummy: async (password) => {
      // A failed first attempt must not poison all later ones.
      dummy ??= make("no user has this password").catch((error: unknown) => {
        dummy = null;
        throw error;
      });
      await check(await dummy, password);
      return false;
    },
  };
}

function isPhc(text: string): boolean {
  return text.startsWith("$argon2");
}

function needsRehash(phc: string, cost: PasswordCost): boolean {
  const made = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(phc);
  if (made === null) return true;
  const { memoryCost, timeCost, parallelism } = cost;
  return [memoryCost, timeCost, parallelism].some((today, index) => Number(made[index + 1]) < today);
}
