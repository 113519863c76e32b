import { createCipheriv, createDecipheriv, createHash, createHmac, hash, hkdfSync, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash as hashPassword, verify as verifyPassword } from "@node-rs/argon2";
import type { Crypto } from "./crypto.ts";
import type { PasswordOptions, Passwords } from "./passwords.ts";
import { createPasswords } from "./passwords.ts";
import type { Random } from "./random.ts";
import { systemRandom } from "./random.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** The crypto facade over node:crypto. `random` gives the nonces. */
export function nodeCrypto(random: Random = systemRandom): Crypto {
  return {
    sha256Hex: (text) => hash("sha256", text),
    sha256: (bytes) => createHash("sha256").update(bytes).digest(),
    hmacHex: (key, text) => createHmac("sha256", key).update(text).digest("hex"),
    deriveKey: (secret, purpose) => new Uint8Array(hkdfSync("sha256", secret, "fleet-api", purpose, KEY_BYTES)),
    seal: (key, plain, context) => seal(key, plain, context, random.bytes(NONCE_BYTES)),
    open,
    equal,
  };
}

function seal(key: Uint8Array, plain: Uint8Array, context: string, nonce: Uint8Array): string {
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString("base64url");
}

function open(key: Uint8Array, sealed: string, context: string): Uint8Array | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES || key.length !== KEY_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return null;
  }
}

function equal(a: string, b: string): boolean {
  // Hashing first gives timingSafeEqual the equal lengths that it demands.
  return timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
}

/** `const enum Algorithm` of the library, which cannot be imported under `isolatedModules`. */
const ARGON2ID = 2;

/** Passwords in native code. Hashing runs outside of the event loop, bounded by the cores. */
export function argon2Passwords(options: PasswordOptions = {}): Passwords {
  const library = {
    hash: (password: string, salt: Uint8Array, cost: object) =>
      hashPassword(password, { ...cost, algorithm: ARGON2ID, salt }),
    verify: (phc: string, password: string) => verifyPassword(phc, password),
  };
  return createPasswords(library, { parallel: availableParallelism(), ...options });
}
