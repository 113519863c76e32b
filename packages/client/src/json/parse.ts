import { type Int64Policy, restore } from "./restore.ts";
import { mapNumbers } from "./tokens.ts";

export type { Int64Policy } from "./restore.ts";

/**
 * A cheap look for what `JSON.parse` would change without a word: an integer of 16 digits or more, or an exponent of
 * three digits. Both start where JSON values start, so that long digits in a text (an ICCID) do not count. Digits that
 * follow a comma inside a text do; that is only slower.
 *
 * It must stay linear in the text and begin with a short list of characters, which is what makes it fast.
 */
const suspect = /[:,[ \n\r\t][-\d](?:\d{15}|[\d.]*[eE]\+?\d{3})/;

/**
 * Parses JSON (RFC 8259) like `JSON.parse`, but never rounds an integer.
 *
 * - An integer literal, so one without fraction and exponent, from -(2^53 - 1) to 2^53 - 1 is a number.
 * - One beyond that is an exact `bigint` by policy `bigint`, and an error by policy `safe`.
 * - A number with a fraction or an exponent is the nearest double, as always: `1.0e20`, `123456789012345678.0`.
 * - A literal beyond the range of doubles (`1e400`, an integer of 310 digits) is an error by both policies: it would be
 *   `Infinity`.
 * - Of members with one name the last counts; what the others hold is not looked at.
 *
 * Throws a `Fault` of kind `decode` with the path of the number, and a `SyntaxError` for what is no JSON. Neither quotes
 * the text, which may hold secrets.
 */
export function parseExact(text: string, policy: Int64Policy): unknown {
  const value = parse(text);
  if (!suspect.test(text) && typeof value !== "number") return value;
  return restore(value, parse(text, quoteUnsafe), policy);
}

function parse(text: string, replace?: (literal: string) => string): unknown {
  try {
    return JSON.parse(replace ? mapNumbers(text, replace) : text);
  } catch {
    // Without the parser's error: it quotes the text. A string of many megabytes of escapes ends here too.
    throw new SyntaxError("the body cannot be read as JSON");
  }
}

/** An integer that a number would round, as a JSON string; anything else as it is. */
function quoteUnsafe(literal: string): string {
  const exact = Number.isSafeInteger(Number(literal)) || /[^\d-]/.test(literal);
  return exact ? literal : `"${literal}"`;
}
