import { toBase64url } from "../platform/bytes.ts";
import type { Random } from "../platform/random.ts";

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
