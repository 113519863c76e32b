import { gcm } from "@noble/ciphers/aes.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { fromBase64url, toBase64url } from "./bytes.ts";
import type { Crypto } from "./crypto.ts";
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
