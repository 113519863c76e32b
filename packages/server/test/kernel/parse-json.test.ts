import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../src/kernel/parse-json.ts";
import { ProblemError } from "../../src/kernel/problem.ts";

const utf8 = new TextEncoder();

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

  it("refuses a byte order mark", () => {
    expect(refusal(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31))).toMatch(/not JSON: .* at offset 0/);
  });

  it("names the position of broken JSON", () => {
    expect(refusal(utf8.encode("{"))).toBe("The body is not JSON: unexpected end at offset 1.");
  });
});
