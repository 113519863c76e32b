import { Fault } from "../fault.ts";

/**
 * A cheap look for what `JSON.parse` would change without a word: an integer of 16 digits or more, or an exponent of
 * three digits. Both start where JSON values start, so that long digits in a text (an ICCID) do not count. Digits that
 * follow a comma inside a text do; that is only slower.
 *
 * It must stay linear in the text and begin with a short list of characters, which is what makes it fast.
 */
const odd = /[:,[ \n\r\t][-\d](?:\d{15}|[\d.]*[eE]\+?\d{3})/;

/**
 * Parses JSON (RFC 8259) as `JSON.parse` does, unless that would round an integer (beyond 2^53 - 1, without fraction and
 * exponent) or make `Infinity` of a number: then it throws a `Fault` of kind `decode`. Throws a `SyntaxError` for what
 * is no JSON. Neither quotes the text, which may hold secrets.
 */
export function parseSafe(text: string): unknown {
  const value = parseJson(text);
  if (suspect(text, value) && roundsOne(text))
    throw new Fault("holds an integer beyond 2^53 - 1, which a number would round: set int64: exactInt64", "decode");
  return value;
}

/** Whether a text that was parsed to this value may hold a number that was changed by it. */
export function suspect(text: string, value: unknown): boolean {
  return odd.test(text) || typeof value === "number";
}

/** `JSON.parse` without its words on what is wrong, which quote the text. `mapped` is applied to the text first. */
export function parseJson(text: string, mapped?: (text: string) => string): unknown {
  try {
    return JSON.parse(mapped ? mapped(text) : text);
  } catch {
    // A string of many megabytes of escapes ends here too.
    throw new SyntaxError("the body cannot be read as JSON");
  }
}

/** Looks at every number of a valid JSON text; strings are passed over as a whole. */
function roundsOne(text: string): boolean {
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]{4,}/g)) {
    const number = Number(token);
    if (token.startsWith('"') || Number.isSafeInteger(number)) continue;
    if (!Number.isFinite(number) || !/[.eE]/.test(token)) return true;
  }
  return false;
}
