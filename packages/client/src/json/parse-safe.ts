import { CallError } from "../errors/call-error.ts";

/**
 * Parses JSON (RFC 8259) as `JSON.parse` does, unless that would round an integer (beyond 2^53 - 1, without fraction and
 * exponent) or make `Infinity` of a number: then it throws a `CallError` of kind `decode`. Throws a `SyntaxError` for what
 * is no JSON. Neither quotes the text, which may hold secrets.
 */
export function parseSafe(text: string): unknown {
  const value = parseJson(text);
  if (suspect(value) && roundsOne(text))
    throw new CallError(
      "holds an integer beyond 2^53 - 1, which a number would round: set int64: exactInt64",
      "decode",
    );
  return value;
}

/**
 * Whether a parsed value has a number that its text may have said otherwise: one beyond what integers are exact to. A
 * look at the values takes a quarter of the time of a look at the text. Below many levels it does not go: the text is
 * then looked at, which needs no recursion.
 */
export function suspect(value: unknown, level = 0): boolean {
  if (typeof value === "number") return !(Math.abs(value) <= Number.MAX_SAFE_INTEGER);
  if (typeof value !== "object" || value === null) return false;
  if (level > 100) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (suspect(item, level + 1)) return true;
  } else for (const name in value) if (suspect((value as Record<string, unknown>)[name], level + 1)) return true;
  return false;
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
