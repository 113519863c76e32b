import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallError } from "../../src/errors/call-error.ts";
import { parseExact } from "../../src/json/parse-exact.ts";
import { parseSafe } from "../../src/json/parse-safe.ts";
import { restore } from "../../src/json/restore.ts";
import { referenceParse } from "./reference.ts";

/** What a function throws. */
function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

/** Equal to the last -0. Not vitest's own, which is misled by members called constructor and __proto__. */
function same(wanted: unknown): (value: unknown) => boolean {
  return (value) => isDeepStrictEqual(value, wanted);
}

const parsers = [parseSafe, parseExact];

/** Number literals around the limit, by any way to write them; none is out of the range of doubles. */
const literals = fc.oneof(
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map((n) => `${n}`),
  fc.bigInt({ min: -(2n ** 53n) - 3n, max: -(2n ** 53n) + 3n }).map((n) => `${n}`),
  fc.integer({ min: 15, max: 300 }).map((zeros) => `1${"0".repeat(zeros)}`),
  fc.constantFrom("-0", "0", "1e2", "1E+05", "1.0e20", "1e-400", "123456789012345678.0", "0.1234567890123456789"),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);

/** Strings that look like what a scanner might stumble over. */
const strings = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "__proto__",
      "constructor",
      "0",
      "",
      "8999900000000000014",
      '"',
      "\\",
      '\\"',
      "a, 9007199254740993",
    ),
    fc.constantFrom(' 9007199254740993,"', ":1e400 ", "e".repeat(20), "-".repeat(20)),
  )
  .map((text) => JSON.stringify(text));

/**
 * Names of members. None is a single escaped character: V8 13.6, in Node 24.21, reads `{"":1,"\\n":2}` as if the second
 * name were a backslash, with plain JSON.parse too.
 */
const names = fc
  .oneof(
    fc.string({ unit: "binary" }).map((text) => `n${text}`),
    fc.constantFrom("__proto__", "constructor", "0", "", "a, 9007199254740993", ' 9007199254740993,"'),
  )
  .map((text) => JSON.stringify(text));

const space = fc.constantFrom("", "", " ", "\n\t", "\r");

/** JSON texts, duplicate names and odd whitespace included. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc
    .tuple(
      space,
      fc.oneof(
        { maxDepth: 5 },
        fc.oneof(literals, strings, fc.constantFrom("null", "true", "false", "[]", "{}")),
        fc.array(tie("json"), { maxLength: 4 }).map((items) => `[${items.join()}]`),
        fc
          .array(fc.tuple(names, space, tie("json")))
          .map((all) => `{${all.map(([k, s, v]) => `${k}${s}:${v}`).join()}}`),
      ),
      space,
    )
    .map((parts) => parts.join("")),
}));

describe("parseExact", () => {
  it("gives what a plain parser by the grammar gives, on any JSON", () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(parseExact(text)).toSatisfy(same(referenceParse(text)));
      }),
      { numRuns: 1000 },
    );
  });

  it("parseSafe gives what JSON.parse gives, or an error when any integer of the text would be rounded", () => {
    const literal = /-?\d+(\.\d+)?([eE][+-]?\d+)?/g;
    const hasBigint = (value: unknown): boolean =>
      typeof value === "bigint" || (Object(value) === value && Object.values(Object(value)).some(hasBigint));
    const rounded = (token: string): boolean => /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
    fc.assert(
      fc.property(json, (text) => {
        const outsideStrings = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
        // One that a later member of the same name replaced may be an error, or not be looked at.
        const replaced = outsideStrings.match(literal)?.some(rounded) ?? false;
        if (hasBigint(referenceParse(text))) expect(() => parseSafe(text)).toThrow("2^53");
        else expect(replaced || isDeepStrictEqual(parseSafe(text), JSON.parse(text))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("never writes a bigint back as other digits than it read", () => {
    const digits = fc.oneof(fc.bigInt(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));
    fc.assert(
      fc.property(digits, (big) => {
        expect(parseExact(`{"a":[${big}]}`)).toEqual({
          a: [Number.isSafeInteger(Number(big)) ? Number(big) : big],
        });
      }),
    );
  });

  it.each([
    ["9007199254740991", 9007199254740991],
    ["-9007199254740991", -9007199254740991],
    ["1000000000000000", 1000000000000000],
    ["1.0e20", 1e20],
    ["1e5", 1e5],
    ["123456789012345678.0", 123456789012345680],
    ["1E22", 1e22],
    ["0.12345678901234567890", 0.12345678901234568],
    ["1e308", 1e308],
    ["1e-400", 0],
    ["-0", -0],
  ])("%s is a number by both, alone and inside", (literal, number) => {
    for (const parse of parsers) {
      expect(parse(literal)).toBe(number);
      expect(parse(`[ ${literal} ]`)).toStrictEqual([number]);
      expect(parse(`{"a":${literal}}`)).toStrictEqual({ a: number });
    }
  });

  it.each(["9007199254740992", "-9007199254740992", "9223372036854775807", `1${"0".repeat(308)}`])(
    "%s is a bigint or an error, alone and inside",
    (literal) => {
      expect(parseExact(literal)).toBe(BigInt(literal));
      expect(parseExact(`[1,${literal}]`)).toStrictEqual([1, BigInt(literal)]);
      expect(parseExact(`{"a":\n${literal}}`)).toStrictEqual({ a: BigInt(literal) });
      for (const text of [literal, `[${literal}]`, `{"a": ${literal}}`])
        expect(() => parseSafe(text)).toThrow(CallError);
    },
  );

  it.each(["1e400", "-1E+0400", "1.5e309", `9${"0".repeat(309)}`, `1${"0".repeat(250)}e99`, `${"9".repeat(400)}.5`])(
    "%s is an error by both, as it would be Infinity",
    (literal) => {
      for (const parse of parsers) {
        for (const text of [literal, `[${literal}]`, `{"a":{"b":${literal}}}`])
          expect(thrown(() => parse(text))).toMatchObject({
            kind: "decode",
            message: expect.stringMatching(/beyond the range of a double|an integer beyond/),
          });
      }
    },
  );

  it("parseSafe names the way out, but not the number", () => {
    expect(thrown(() => parseSafe('{"data":[{"id":9007199254740993}]}'))).toMatchObject({
      kind: "decode",
      message: "holds an integer beyond 2^53 - 1, which a number would round: set int64: exactInt64",
    });
  });

  it("parseExact names the place of a number that it cannot read, but not the number", () => {
    const text = `{"data":[{"id":1},{"id":9007199254740993},{"id":1e400}]}`;
    expect(() => parseExact(text)).toThrow(/^data\[2\]\.id is beyond/);
    expect(() => parseExact("1e400")).toThrow(/^the body is beyond/);
    expect(() => parseExact("[1e400]")).toThrow(/^\[0\] is beyond/);
  });

  it("does not show names that may be values, and only the last steps of a long way", () => {
    expect(() => parseExact(`{"f1.7.S3cret":{"units":1e400}}`)).toThrow(/^\*\.units is/);
    const deep = `${'{"a":['.repeat(5000)}1e400${"]}".repeat(5000)}`;
    expect(() => parseExact(deep)).toThrow(/^\.\.\.(\.a\[0\]){6} is beyond/);
  });

  it("keeps digits in texts as they are, whatever stands around them", () => {
    const texts = [
      "8999900000000000014",
      "a, 9007199254740993",
      '",9007199254740993',
      "\\",
      '\\",9007199254740993,\\"',
    ];
    const body = { texts, names: Object.fromEntries(texts.map((name) => [name, 1])) };
    for (const parse of parsers) expect(parse(JSON.stringify(body))).toStrictEqual(body);
    const both = JSON.stringify({ texts, big: 0 }).replace(/0}$/, "9007199254740993}");
    expect(parseExact(both)).toStrictEqual({ texts, big: 9007199254740993n });
  });

  it("of duplicate names takes the last, without a look at the others", () => {
    expect(parseExact('{"a":9007199254740993,"a":1}')).toStrictEqual({ a: 1 });
    expect(parseExact('{"a":1,"a":9007199254740993}')).toStrictEqual({ a: 9007199254740993n });
    expect(parseExact('{"a":"9007199254740993","a":9007199254740993}')).toStrictEqual({
      a: 9007199254740993n,
    });
  });

  it("makes __proto__ a member like any other", () => {
    const value = parseExact('{"__proto__":9007199254740993,"a":{"__proto__":{"b":9007199254740995}}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(Object(value))[0]).toEqual(["__proto__", 9007199254740993n]);
    expect(Object.entries(Object(value).a)).toEqual([["__proto__", { b: 9007199254740995n }]]);
    expect({}).not.toHaveProperty("b");
  });

  it("gives members that can be changed and are counted, also where it put a bigint", () => {
    const value = Object(parseExact('{"a":9007199254740993}'));
    expect(Object.getOwnPropertyDescriptor(value, "a")).toEqual({
      value: 9007199254740993n,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  });

  it("never guesses when its two looks at the text differ", () => {
    for (const marked of [{ b: "9007199254740993" }, { a: "9007199254740995" }, { a: true }, {}, null])
      expect(() => restore({ a: 9007199254740992 }, marked)).toThrow("cannot be read exactly");
    expect(() => restore({ a: [1] }, { a: "1" })).toThrow("a cannot be read exactly");
  });

  it("survives deep nesting", () => {
    const levels = 10_000;
    const text = `${"[".repeat(levels)}9007199254740993${"]".repeat(levels)}`;
    let value = parseExact(text);
    for (let level = 0; level < levels; level++) value = Object(value)[0];
    expect(value).toBe(9007199254740993n);
    expect(() => parseSafe(text)).toThrow("holds an integer");
  });

  it.each([
    ["an unfinished text", '{"password":"hunter2'],
    ["a page", "<html>hunter2</html>"],
    ["nothing", ""],
    ["a long number before the mistake", '{"a":9007199254740993,"b":hunter2}'],
    ["a number that JSON does not know", '{"hunter2":01}'],
  ])("of %s throws a SyntaxError that quotes nothing", (_name, text) => {
    for (const parse of parsers) {
      const error = thrown(() => parse(text));
      expect(error).toBeInstanceOf(SyntaxError);
      expect(error).toMatchObject({ message: "the body cannot be read as JSON" });
      expect(error).not.toHaveProperty("cause");
    }
  });

  it("takes time in proportion to the text, also for texts made to delay it", () => {
    const size = 200_000;
    const hostile = ["1".repeat(size), ",1".repeat(size), ",".repeat(size), "1.".repeat(size), ",-".repeat(size)];
    for (const text of [...hostile, "\\".repeat(size), '"'.repeat(size)])
      for (const more of [1, 9007199254740993n])
        expect(parseExact(`[${JSON.stringify(text)},${more}]`)).toStrictEqual([text, more]);
  });
});
