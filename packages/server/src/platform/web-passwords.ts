import { argon2id, argon2Verify } from "hash-wasm";
import type { Argon2id, PasswordOptions } from "./argon2id.ts";
import { createPasswords } from "./argon2id.ts";
import type { Passwords } from "./passwords.ts";

const HASH_BYTES = 32;
const encoder = new TextEncoder();

/** Refuses an empty password, which no contract allows: so it fits no hash. */
const hashWasm: Argon2id = {
  hash: (password, salt, { memoryCost, timeCost, parallelism }) =>
    argon2id({
      password: encoder.encode(password),
      salt,
      memorySize: memoryCost,
      iterations: timeCost,
      parallelism,
      hashLength: HASH_BYTES,
      outputType: "encoded",
    }),
  verify: async (phc, password) =>
    password !== "" && (await argon2Verify({ hash: phc, password: encoder.encode(password) })),
};

/** Passwords in WebAssembly, one after the other: hashing blocks the thread. The same hashes as `argon2Passwords`. */
export function webPasswords(options: PasswordOptions = {}): Passwords {
  return createPasswords(hashWasm, { parallel: 1, ...options });
}
