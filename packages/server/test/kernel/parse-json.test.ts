import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson, maxJsonDepth, scanJson } from "../../src/kernel/parse-json.ts";
import { ProblemError } from "../../src/kernel/problem.ts";

const utf8 = new TextEncoder();

/** Offset of the first byte at which no character of UTF-8 begins; -1 without one. */
function firstBadByte(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const fits = (start: number, length: number): boolean => {
    try {
      return start + length <= bytes.length && decoder.decode(bytes.subarray(start, start + length)).length > 0;
    } catch {
      return false;
    }
  };
  let at = 0;
  while (at < bytes.length) {
    const length = [1, 2, 3, 4].find((count) => fits(at, count));
    if (length === undefined) return at;
    at += length;
  }
  return -1;
}

/** The text of the 400 that the bytes lead to. */
function refusal(bytes: Uint8Array): string {
  try {
    parseJson(bytes);
  } catch (error) {
    if (error instanceof ProblemError && error.status === 400) return error.message;
    throw error;
  }
  return "no error";
}

describe("parseJson", () => {
  it("gives the value of good JSON", () => {
    expect(parseJson(utf8.encode(' {"a":[1,-2.5e3,"ž",null,true]} '))).toEqual({ a: [1, -2500, "ž", null, true] });
  });

  it("keeps __proto__ an ordinary property", () => {
    const value = parseJson(utf8.encode('{"__proto__":{"admin":true}}'));
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect((value as { admin?: boolean }).admin).toBeUndefined();
  });

  it("names the byte that is not UTF-8", () => {
    expect(refusal(Uint8Array.of(0x22, 0x61, 0xff, 0x22))).toBe("The body is not UTF-8: bad byte at offset 2.");
    expect(refusal(Uint8Array.of(0x22, 0xc3, 0x22))).toBe("The body is not UTF-8: bad byte at offset 1.");
    expect(refusal(Uint8Array.of(0x22, 0xc3))).toBe("The body is not UTF-8: bad byte at offset 1.");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (before, after) => {
        const good = utf8.encode(before);
        const bytes = Uint8Array.of(...good, 0xff, ...utf8.encode(after));
        expect(refusal(bytes)).toBe(`The body is not UTF-8: bad byte at offset ${good.length}.`);
      }),
    );
  });

  it("names the first byte of a character that is not complete, whatever its bytes are", () => {
    for (const text of ["22efbf", "22ef22", "22c322", "22efbf22", "22efbfbdef", "22f09f98", "22edbfbf22"]) {
      const bytes = Uint8Array.from(Buffer.from(text, "hex"));
      expect([text, refusal(bytes)]).toEqual([
        text,
        `The body is not UTF-8: bad byte at offset ${firstBadByte(bytes)}.`,
      ]);
    }
    const parts = [0x22, 0x80, 0xbd, 0xbf, 0xc0, 0xc3, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xff];
    const byte = fc.oneof(fc.constantFrom(...parts), fc.integer({ min: 0, max: 255 }));
    const piece = fc.oneof(
      fc.constantFrom([0xef, 0xbf, 0xbd], [0xf0, 0x9f, 0x98, 0x80]),
      fc.array(byte, { maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const bytes = Uint8Array.from(pieces.flat());
        const offset = firstBadByte(bytes);
        fc.pre(offset >= 0);
        expect(refusal(bytes)).toBe(`The body is not UTF-8: bad byte at offset ${offset}.`);
      }),
      { numRuns: 2000 },
    );
  });

  it("refuses a byte order mark", () => {
    expect(refusal(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31))).toMatch(/not JSON: .* at offset 0/);
  });

  it("names the position of broken JSON", () => {
    expect(refusal(utf8.encode("{"))).toBe("The body is not JSON: unexpected end at offset 1.");
  });
});

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
    ['["\\ud800"]', 1, "a string with a lone surrogate"],
    ['{"a":1,"b\\udc00":2}', 7, "a string with a lone surrogate"],
    ['["\\ude9a\\ud83d"]', 1, "a string with a lone surrogate"],
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
