/** Base64 with the alphabet for URLs and without padding (RFC 4648, section 5); also valid in a cookie. */
export function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary)
    .replace(/[+/]/g, (sign) => (sign === "+" ? "-" : "_"))
    .replace(/=+$/, "");
}

/** The bytes of such a text. Throws if it is none. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/[-_]/g, (sign) => (sign === "-" ? "+" : "/")));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
