import { parseJson, suspect } from "./parse-safe.ts";
import { restore } from "./restore.ts";
import { mapNumbers } from "./tokens.ts";

/**
 * Parses JSON (RFC 8259) like `JSON.parse`, but never rounds an integer.
 *
 * - An integer literal, so one without fraction and exponent, from -(2^53 - 1) to 2^53 - 1 is a number.
 * - One beyond that is an exact `bigint`.
 * - A number with a fraction or an exponent is the nearest double, as always: `1.0e20`, `123456789012345678.0`.
 * - A literal beyond the range of doubles (`1e400`, an integer of 310 digits) is an error: it would be `Infinity`.
 * - Of members with one name the last counts; what the others hold is not looked at.
 *
 * Throws a `CallError` of kind `decode` with the path of the number, and a `SyntaxError` for what is no JSON. Neither quotes
 * the text, which may hold secrets.
 */
export function parseExact(text: string): unknown {
  const value = parseJson(text);
  return suspect(value) ? restore(value, parseJson(text, quoteUnsafe)) : value;
}

/** The text with each integer that a number would round as a JSON string of its digits. */
function quoteUnsafe(text: string): string {
  return mapNumbers(text, quoted);
}

function quoted(literal: string): string {
  const exact = Number.isSafeInteger(Number(literal)) || /[^\d-]/.test(literal);
  return exact ? literal : `"${literal}"`;
}
