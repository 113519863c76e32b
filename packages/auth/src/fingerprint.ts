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
