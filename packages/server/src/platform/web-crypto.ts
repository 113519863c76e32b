import { gcm } from "@noble/ciphers/aes.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { argon2id, argon2Verify } from "hash-wasm";
import type { Crypto } from "./crypto.ts";
import { fromBase64url, toBase64url } from "./crypto.ts";
import type { Argon2id, PasswordOptions, Passwords } from "./passwords.ts";
import { createPasswords } from "./passwords.ts";
import type { Random } from "./random.ts";
import { systemRandom } from "./random.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * The crypto facade in JavaScript: the same bytes as `nodeCrypto`. Web Crypto cannot implement it, because the facade is
 * synchronous. `random` gives the nonces.
 */
export function webCrypto(random: Random = systemRandom): Crypto {
  return {
    sha256Hex: (text) => bytesToHex(sha256(utf8ToBytes(text))),
    sha256: (bytes) => sha256(bytes),
    hmacHex: (key, text) => bytesToHex(hmac(sha256, bytesOf(key), utf8ToBytes(text))),
    deriveKey: (secret, purpose) =>
      hkdf(sha256, bytesOf(secret), utf8ToBytes("fleet-api"), utf8ToBytes(purpose), KEY_BYTES),
    seal: (key, plain, context) => {
      const nonce = random.bytes(NONCE_BYTES);
      return toBase64url(concatBytes(nonce, gcm(key, nonce, utf8ToBytes(context)).encrypt(plain)));
    },
    open,
    equal,
  };
}

function open(key: Uint8Array, sealed: string, context: string): Uint8Array | null {
  const bytes = fromBase64url(sealed);
  if (bytes === null || bytes.length < NONCE_BYTES + TAG_BYTES || key.length !== KEY_BYTES) return null;
  const cipher = gcm(key, bytes.subarray(0, NONCE_BYTES), utf8ToBytes(context));
  try {
    return cipher.decrypt(bytes.subarray(NONCE_BYTES));
  } catch {
    return null;
  }
}

function equal(a: string, b: string): boolean {
  // Hashing first makes the lengths equal, and what the time tells is about hashes.
  const [left, right] = [sha256(utf8ToBytes(a)), sha256(utf8ToBytes(b))];
  return left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0;
}

function bytesOf(value: Uint8Array | string): Uint8Array {
  return typeof value === "string" ? utf8ToBytes(value) : value;
}

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
