import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import type { PasswordOptions } from "./argon2id.ts";
import { createPasswords } from "./argon2id.ts";
import type { Passwords } from "./passwords.ts";

/** `const enum Algorithm` of the library, which cannot be imported under `isolatedModules`. */
const ARGON2ID = 2;

/** Passwords in native code. Hashing runs outside of the event loop, bounded by the cores. */
export function argon2Passwords(options: PasswordOptions = {}): Passwords {
  const library = {
    hash: (password: string, salt: Uint8Array, cost: object) => hash(password, { ...cost, algorithm: ARGON2ID, salt }),
    verify: (phc: string, password: string) => verify(phc, password),
  };
  return createPasswords(library, { parallel: availableParallelism(), ...options });
}
