import type { Random } from "./random.ts";
import { systemRandom } from "./random.ts";
import { createWorkQueue } from "./work-queue.ts";

/** Password hashing; the implementation is argon2id, see `argon2Passwords`. */
export interface Passwords {
  /**
   * Hashes a password to a PHC string, in Normalization Form C: keyboards type the same letters in other forms.
   * @throws PasswordsBusyError when too many hashes are already waiting
   */
  hash(password: string): Promise<string>;
  /**
   * Whether the password fits the PHC string, in Normalization Form C or else as it was typed; null when it does not, also
   * for a string that is no PHC string. A password that does not fit takes as long as `verifyDummy`.
   */
  verify(phc: string, password: string): Promise<VerifiedPassword | null>;
  /** Does the work of `verify` for a user that does not exist, so that both take equally long. Always null. */
  verifyDummy(password: string): Promise<null>;
}

/** A password that fits. */
export interface VerifiedPassword {
  /** Whether `hash` would make a better string today: of higher cost, or of the normalized password. */
  readonly needsRehash: boolean;
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
  const check = (phc: string, password: string): Promise<boolean> => queue.run(() => library.verify(phc, password));

  let dummy: Promise<string> | null = null;
  const verifyDummy = async (password: string): Promise<null> => {
    // A failed first attempt must not poison all later ones.
    dummy ??= make("no user has this password").catch((error: unknown) => {
      dummy = null;
      throw error;
    });
    const phc = await dummy;
    for (const form of formsOf(password)) await check(phc, form);
    return null;
  };
  return {
    hash: (password) => make(password.normalize("NFC")),
    verify: async (phc, password) => {
      if (!isPhc(phc)) return verifyDummy(password);
      for (const [index, form] of formsOf(password).entries()) {
        if (await check(phc, form)) return { needsRehash: index > 0 || isWeak(phc, cost) };
      }
      return null;
    },
    verifyDummy,
  };
}

/** The forms in which a password may have been hashed, that of today first. */
function formsOf(password: string): readonly string[] {
  return [...new Set([password.normalize("NFC"), password])];
}

function isPhc(text: string): boolean {
  return text.startsWith("$argon2");
}

function isWeak(phc: string, cost: PasswordCost): boolean {
  const made = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(phc);
  if (made === null) return true;
  const { memoryCost, timeCost, parallelism } = cost;
  return [memoryCost, timeCost, parallelism].some((today, index) => Number(made[index + 1]) < today);
}
