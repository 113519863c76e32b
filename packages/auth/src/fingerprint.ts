/**
 * Eight hexadecimal digits that name a secret without telling it (FNV-1a, 32 bit). Synchronous, because events are,
 * and `crypto.subtle` is neither synchronous nor everywhere. 32 bits of a 256-bit token are no help in guessing it.
 */
export function fingerprint(secret: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < secret.length; index++) {
    hash = Math.imul(hash ^ secret.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

const offset = 0x6c62272e07bb014262b821756295c58dn;
const prime = 0x1000000000000000000013bn;

/**
 * Names a user without telling the name (FNV-1a, 128 bit): with 32 bits, somebody could choose a user name that counts as
 * another user's. Empty for no name.
 */
export function userFingerprint(user: unknown): string {
  if (typeof user !== "string" || user === "") return "";
  let hash = offset;
  for (const byte of new TextEncoder().encode(user)) hash = BigInt.asUintN(128, (hash ^ BigInt(byte)) * prime);
  return hash.toString(16).padStart(32, "0");
}
