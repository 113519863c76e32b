/** What the server needs of cryptography, free of the platform that does it. */
export interface Crypto {
  /** SHA-256 of a text (UTF-8) as 64 lower-case hex digits. */
  sha256Hex(text: string): string;
  /** SHA-256 of bytes. */
  sha256(bytes: Uint8Array): Uint8Array;
  /** HMAC-SHA-256 of a text under a key, as lower-case hex. */
  hmacHex(key: Uint8Array | string, text: string): string;
  /** HKDF-SHA-256 (RFC 5869) of a high-entropy secret to a 32 byte key; `purpose` separates uses. */
  deriveKey(secret: Uint8Array | string, purpose: string): Uint8Array;
  /**
   * AES-256-GCM: nonce (12 bytes) + ciphertext + tag (16 bytes) as base64url.
   * `context` is authenticated with it and must be the same on opening.
   */
  seal(key: Uint8Array, plain: Uint8Array, context: string): string;
  /** Opens what `seal` made; null when key, context or bytes do not fit. */
  open(key: Uint8Array, sealed: string, context: string): Uint8Array | null;
  /** Compares two texts in time that depends on their lengths only. */
  equal(a: string, b: string): boolean;
}

/** Bytes as base64url without padding (RFC 4648 section 5). */
export function toBase64url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of a text in base64url; null for a text that is none. */
export function fromBase64url(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
      character.charCodeAt(0),
    );
  } catch {
    return null;
  }
}
