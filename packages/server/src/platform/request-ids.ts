import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";

/** Crockford's base 32: no letters that are taken for digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const RANDOM_CHARACTERS = 16;
/** Randomness is drawn for many ids at once: a draw for each was a fifth of the main thread's work. */
const POOL_BYTES = 256 * RANDOM_CHARACTERS;

/** Makes request ids: 26 characters, 10 of the time in ms and 16 random, so that they sort by time. */
export function createRequestIds(clock: Clock, random: Random): () => string {
  let pool: Uint8Array = new Uint8Array(0);
  let used = 0;
  let lastMs = Number.NaN;
  let lastTime = "";
  return () => {
    if (used === pool.length) {
      pool = random.bytes(POOL_BYTES);
      used = 0;
    }
    const now = clock.now().getTime();
    if (now !== lastMs) {
      lastMs = now;
      lastTime = timePart(now);
    }
    let id = lastTime;
    for (const end = used + RANDOM_CHARACTERS; used < end; used += 1) id += alphabet[(pool[used] ?? 0) & 31];
    return id;
  };
}

function timePart(ms: number): string {
  let text = "";
  for (let rest = ms, digit = 0; digit < 10; digit += 1, rest = Math.floor(rest / 32)) {
    text = (alphabet[rest % 32] ?? "0") + text;
  }
  return text;
}
