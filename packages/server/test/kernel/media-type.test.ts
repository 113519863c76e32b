import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJson, parseMediaType } from "../../src/kernel/media-type.ts";

describe("isJson", () => {
  it.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json ; charset="utf-8"',
    "application/json\t;\tcharset=utf-8",
    "application/json;",
    "application/json;; charset=utf-8",
  ])("takes %j", (value) => {
    expect(isJson(value)).toBe(true);
  });

  it.each([
    "",
    "json",
    "text/plain",
    "application/jsonx",
    "application/json5",
    "application/problem+json",
    "application/json charset=utf-8",
    "application/json; charset=iso-8859-1",
    "application/json; charset=utf-8; charset=utf-8",
    "application/json; charset",
    "application/json; charset =utf-8",
    "application/json; boundary=x",
    "application / json",
    "application/json, application/json",
    "application/json\u00a0",
    "multipart/form-data; application/json",
  ])("refuses %j", (value) => {
    expect(isJson(value)).toBe(false);
  });
});

describe("parseMediaType", () => {
  it("undoes the quoting of a parameter and lowers names", () => {
    const media = parseMediaType('Text/Plain; Title="a \\"b\\"; c"');
    expect(media?.type).toBe("text/plain");
    expect(media?.parameters.get("title")).toBe('a "b"; c');
  });
});

describe("parseMediaType and the grammar as one pattern", () => {
  const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
  const quoted = '"(?:[\\t \\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\\t\\x20-\\x7e])*"';
  const parameter = `[ \\t]*;[ \\t]*(?:${token}=(?:${token}|${quoted}))?`;
  const grammar = new RegExp(`^${token}/${token}(?:${parameter})*[ \\t]*$`);
  const names = new RegExp(`;[ \\t]*(${token})=(?:${token}|${quoted})`, "g");

  /** Whether a value fits RFC 9110 and repeats no parameter, as slowly as a backtracking pattern tells. */
  const fits = (value: string): boolean => {
    const found = [...value.matchAll(names)].map(([, name]) => name?.toLowerCase());
    return grammar.test(value) && new Set(found).size === found.length;
  };

  it("agree on every value", () => {
    const piece = fc.constantFrom("a", "b", "/", ";", "=", " ", "\t", '"', "\\", ",", "é", "charset=utf-8", '"a b"');
    const tail = fc.array(piece, { maxLength: 10 }).map((parts) => parts.join(""));
    const value = fc.oneof(
      tail,
      tail.map((text) => `a/b${text}`),
      tail.map((text) => `a/b;c=d${text}`),
    );
    fc.assert(
      fc.property(value, (text) => {
        expect(parseMediaType(text) !== null).toBe(fits(text));
      }),
      { numRuns: 20_000 },
    );
  });
});
