import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";

/** Crockford's base 32: no letters that are taken for digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Makes request ids: 26 characters, 10 of the time in ms and 16 random, so that they sort by time. */
export function createRequestIds(clock: Clock, random: Random): () => string {
  return () => timePart(clock.now().getTime()) + randomPart(random.bytes(16));
}

function timePart(ms: number): string {
  let text = "";
  for (let rest = ms, digit = 0; digit < 10; digit += 1, rest = Math.floor(rest / 32)) {
    text = (alphabet[rest % 32] ?? "0") + text;
  }
  return text;
}

function randomPart(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => alphabet[byte % 32]).join("");
}
