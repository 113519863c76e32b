import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxJsonDepth, scanJson } from "../../src/kernel/scan-json.ts";

/** What `JSON.parse` says; it is the judge of the grammar. */
function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("scanJson", () => {
  it("takes every text that JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        fc.pre(!text.includes("\\u0000") && !/\\u[dD][89a-fA-F]/.test(text));
        expect(scanJson(text)).toBeNull();
        expect(scanJson(JSON.stringify(JSON.parse(text), null, 2))).toBeNull();
      }),
    );
  });

  it("differs from JSON.parse only where it refuses a duplicate key", () => {
    const pieces = [
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      " ",
      "\n",
      '"a"',
      '"b"',
      '"',
      "\\",
      "1",
      "-",
      "0",
      ".",
      "e",
      "true",
      "nul",
    ];
    const own = (text: string): boolean => scanJson(text)?.reason.endsWith("is given twice") === true;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
        const text = parts.join("");
        expect(scanJson(text) === null || own(text)).toBe(parses(text) || own(text));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ["{", 1, "unexpected end"],
    ["", 0, "unexpected end"],
    ['{"a":1,}', 7, "a property name in double quotes was expected"],
    ["[1 2]", 3, ", was expected"],
    ['{"a" 1}', 5, ": was expected"],
    ["01", 1, "text after the end of the value"],
    ["[NaN]", 1, "a JSON value was expected"],
    ['"\\x"', 1, "an unknown escape sequence"],
    ['"\u0001"', 1, "a string that is not closed, or a raw control character in it"],
    ['["\0"]', 2, "a NUL character"],
    ['{"a":"\\u0000"}', 5, "a string with a NUL character (\\u0000)"],
    ['["\\ud800"]', 1, "a string with half of a surrogate pair"],
    ['{"a":1,"b":{"a":2,"\\u0061":3}}', 18, 'the property "a" is given twice'],
  ])("says what is wrong with %j and where", (text, offset, reason) => {
    expect(scanJson(text)).toEqual({ offset, reason });
  });

  it("counts keys per object, not per document", () => {
    expect(scanJson('{"a":{"a":1},"b":[{"a":1},{"a":2}]}')).toBeNull();
    expect(scanJson('{"__proto__":1,"constructor":2,"toString":3}')).toBeNull();
  });

  it("takes nesting up to the limit and not one level more", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(scanJson(nested(maxJsonDepth))).toBeNull();
    expect(scanJson(nested(maxJsonDepth + 1))).toEqual({ offset: maxJsonDepth, reason: "nesting deeper than 32" });
    expect(scanJson("[".repeat(1_000_000))?.reason).toBe("nesting deeper than 32");
  });

  it("takes a pair of surrogates, escaped or not", () => {
    expect(scanJson('["\\ud83d\\ude9a", "🚚"]')).toBeNull();
  });
});
