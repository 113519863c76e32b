import type { Crypto } from "../platform/crypto.ts";
import { toBase64url } from "../platform/crypto.ts";
import type { Random } from "../platform/random.ts";

/** Seals the two secrets of a session: its key under each token, its current token under its key. */
export class SessionKeys {
  readonly #crypto: Crypto;

  constructor(crypto: Crypto) {
    this.#crypto = crypto;
  }

  sealKey(token: string, sessionKey: Uint8Array): string {
    return this.#crypto.seal(this.#crypto.deriveKey(token, "session key"), sessionKey, "key");
  }

  openKey(token: string, sealed: string): Uint8Array {
    const key = this.#crypto.deriveKey(token, "session key");
    return opened(this.#crypto.open(key, sealed, "key"));
  }

  sealToken(sessionKey: Uint8Array, token: string): string {
    const key = this.#crypto.deriveKey(sessionKey, "current token");
    return this.#crypto.seal(key, new TextEncoder().encode(token), "token");
  }

  openToken(sessionKey: Uint8Array, sealed: string): string {
    const key = this.#crypto.deriveKey(sessionKey, "current token");
    return new TextDecoder().decode(opened(this.#crypto.open(key, sealed, "token")));
  }
}

function opened(plain: Uint8Array | null): Uint8Array {
  // The row was found by the token's own hash, so a failure means that rows were altered.
  if (plain === null) throw new Error("A sealed session secret does not open: its row was altered.");
  return plain;
}

const SECRET_BYTES = 32;
const shape = /^f1\.[1-9][0-9]{0,8}\.[A-Za-z0-9_-]{43}$/;

/**
 * Makes an access token `f1.<seq>.<secret>`: `f1` the format, `seq` its place in the session
 * (rising, so that two tokens of one session can be ordered by looking at them), `secret` 256
 * random bits as base64url.
 */
export function mintToken(random: Random, seq: number): string {
  return `f1.${seq}.${toBase64url(random.bytes(SECRET_BYTES))}`;
}

/** True for a text that could be an access token of this service. */
export function looksLikeToken(text: string): boolean {
  return shape.test(text);
}
