/** The only source of randomness. */
export interface Random {
  /** `length` random bytes. */
  bytes(length: number): Uint8Array;
}

/** Cryptographic randomness of the platform (Web Crypto). */
export const systemRandom: Random = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};

/**
 * A repeatable source for tests and demo data: the same seed gives the same bytes.
 * Never for secrets of a real service.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) & 0xff;
  };
  return { bytes: (length) => Uint8Array.from({ length }, next) };
}
