import { availableParallelism } from "node:os";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import type { Passwords } from "./passwords.ts";
import { PasswordsBusyError } from "./passwords.ts";
import type { Random } from "./random.ts";
import { systemRandom } from "./random.ts";
import { createWorkQueue } from "./work-queue.ts";

/** Argon2 cost: memory in KiB, passes, lanes. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's minimum for argon2id: m = 19 MiB, t = 2, p = 1 (about 6 ms). */
export const defaultPasswordCost: PasswordCost = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** `const enum Algorithm` of the library, which cannot be imported under `isolatedModules`. */
const ARGON2ID = 2;
const SALT_BYTES = 16;

/** Settings of `argon2Passwords`. */
export interface PasswordOptions {
  /** Source of the salts. @default the platform's */
  readonly random?: Random;
  readonly cost?: PasswordCost;
  /** Hashes at the same time. @default the number of cores */
  readonly parallel?: number;
  /** Hashes that may wait; beyond it callers are told to come back. @default 64 */
  readonly maxWaiting?: number;
}

/** Argon2id passwords as PHC strings. Hashing runs outside of the event loop, bounded by the cores. */
export function argon2Passwords(options: PasswordOptions = {}): Passwords {
  const { random = systemRandom, cost = defaultPasswordCost } = options;
  const queue = createWorkQueue({
    parallel: options.parallel ?? availableParallelism(),
    maxWaiting: options.maxWaiting ?? 64,
    refusal: () => new PasswordsBusyError(),
  });
  const make = (password: string): Promise<string> =>
    queue.run(() => hash(password, { ...cost, algorithm: ARGON2ID, salt: random.bytes(SALT_BYTES) }));
  const check = (phc: string, password: string): Promise<boolean> =>
    isPhc(phc) ? queue.run(() => verify(phc, password)) : Promise.resolve(false);

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
  if (!phc.startsWith("$argon2id$v=19$")) return true;
  const made = parseOptions(phc);
  return made.memoryCost < cost.memoryCost || made.timeCost < cost.timeCost || made.parallelism < cost.parallelism;
}
