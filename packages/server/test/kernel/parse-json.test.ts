import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../src/kernel/parse-json.ts";
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
