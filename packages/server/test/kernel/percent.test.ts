import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodePercent, safePath } from "../../src/kernel/percent.ts";

describe("decodePercent", () => {
  it("undoes encodeURIComponent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!text.includes("\0"));
        expect(decodePercent(encodeURIComponent(text), "query")).toBe(text);
      }),
    );
  });

  it.each([
    ["%", "has a broken percent-encoding"],
    ["a%2", "has a broken percent-encoding"],
    ["%zz", "has a broken percent-encoding"],
    ["%ff", "is not UTF-8 after percent-decoding"],
    ["%ed%a0%80", "is not UTF-8 after percent-decoding"],
    ["a%00b", "has a NUL character"],
    ["ž", "must be percent-encoded as UTF-8"],
  ])("refuses %j", (text, reason) => {
    expect(() => decodePercent(text, "query")).toThrow(reason);
  });
});

describe("safePath", () => {
  it("leaves a valid path alone", () => {
    expect(safePath("/a/b-c_d~e.f/:g@h%20%C5%BE!$&'()*+,;=")).toBe("/a/b-c_d~e.f/:g@h%20%C5%BE!$&'()*+,;=");
  });

  it("never names another host", () => {
    expect(safePath("//evil.example/x")).toBe("/%2Fevil.example/x");
    expect(safePath("///x")).toBe("/%2F/x");
  });

  it("makes a valid path of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const path = safePath(text);
        expect(path).toMatch(/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/);
        expect(safePath(path)).toBe(path);
      }),
    );
  });
});
