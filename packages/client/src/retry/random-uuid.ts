/** Where random bits come from: Web Crypto, or a part of it. */
export type RandomSource = Pick<Crypto, "getRandomValues"> & Partial<Pick<Crypto, "randomUUID">>;

/**
 * A random UUID, version 4 (RFC 9562 section 5.4). Browsers have `crypto.randomUUID` on secure pages only, so it is
 * made from random bytes elsewhere.
 */
export function randomUuid(source: RandomSource = crypto): string {
  if (source.randomUUID) return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => hexOf(at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte));
  return hex.join("").replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
