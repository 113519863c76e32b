import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallError } from "../src/errors.ts";
import { parseJson, serializeBody, stringifyJson } from "../src/transport/json.ts";
import { parseBigints } from "./support/bigint-json.ts";

/** What a function throws. */
function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

/** A copy without members that are undefined; those of arrays stay. -0 becomes 0, as in JSON. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from(value, withoutUndefined);
  if (typeof value === "number") return value + 0;
  if (value !== Object(value) || Object.getPrototypeOf(value) === Map.prototype) return value;
  const members = Object.entries(value as object).filter(([, each]) => each !== undefined);
  return Object.fromEntries(members.map(([name, each]) => [name, withoutUndefined(each)]));
}

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
const { json: jsonTexts } = fc.letrec<{ json: string }>((tie) => ({
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

describe("parseJson", () => {
  it("gives what JSON.parse gives, or an error when any integer of the text would be rounded", () => {
    const literal = /-?\d+(\.\d+)?([eE][+-]?\d+)?/g;
    const hasBigint = (value: unknown): boolean =>
      typeof value === "bigint" || (Object(value) === value && Object.values(Object(value)).some(hasBigint));
    const rounded = (token: string): boolean => /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
    fc.assert(
      fc.property(jsonTexts, (text) => {
        const outsideStrings = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
        // One that a later member of the same name replaced may be an error, or not be looked at.
        const replaced = outsideStrings.match(literal)?.some(rounded) ?? false;
        if (hasBigint(parseBigints(text, "large"))) expect(() => parseJson(text)).toThrow("2^53");
        else expect(replaced || isDeepStrictEqual(parseJson(text), JSON.parse(text))).toBe(true);
      }),
      { numRuns: 1000 },
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
  ])("reads %s as a number, alone and inside", (literal, number) => {
    expect(parseJson(literal)).toBe(number);
    expect(parseJson(`[ ${literal} ]`)).toStrictEqual([number]);
    expect(parseJson(`{"a":${literal}}`)).toStrictEqual({ a: number });
  });

  it.each([
    "9007199254740992",
    "-9007199254740992",
    "9223372036854775807",
    `1${"0".repeat(308)}`,
    "1e400",
    "-1E+0400",
    "1.5e309",
    `9${"0".repeat(309)}`,
    `1${"0".repeat(250)}e99`,
    `${"9".repeat(400)}.5`,
  ])("refuses %s, alone and inside, and names the option but not the number", (literal) => {
    for (const text of [literal, `[1,${literal}]`, `{"a":{"b":\n${literal}}}`]) {
      const error = thrown(() => parseJson(text));
      expect(error).toBeInstanceOf(CallError);
      expect(error).toMatchObject({
        kind: "decode",
        message: "holds an integer beyond 2^53 - 1, which a number would round: set the option json.parse",
      });
    }
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
    expect(parseJson(JSON.stringify(body))).toStrictEqual(body);
  });

  it("takes the last of duplicate names, without a look at the others", () => {
    expect(parseJson('{"a":9007199254740993,"a":1}')).toStrictEqual({ a: 1 });
  });

  it("finds a large integer below ten thousand levels", () => {
    const levels = 10_000;
    expect(() => parseJson(`${"[".repeat(levels)}9007199254740993${"]".repeat(levels)}`)).toThrow("holds an integer");
  });

  it.each([
    ["an unfinished text", '{"password":"hunter2'],
    ["a page", "<html>hunter2</html>"],
    ["nothing", ""],
    ["a long number before the mistake", '{"a":9007199254740993,"b":hunter2}'],
    ["a number that JSON does not know", '{"hunter2":01}'],
  ])("throws a SyntaxError that quotes nothing for %s", (_name, text) => {
    const error = thrown(() => parseJson(text));
    expect(error).toBeInstanceOf(SyntaxError);
    expect(error).toMatchObject({ message: "the body cannot be read as JSON" });
    expect(error).not.toHaveProperty("cause");
  });

  it("takes time in proportion to the text, also for texts made to delay it", () => {
    const size = 200_000;
    const hostile = ["1".repeat(size), ",1".repeat(size), ",".repeat(size), "1.".repeat(size), ",-".repeat(size)];
    for (const text of [...hostile, "\\".repeat(size), '"'.repeat(size)]) {
      expect(parseJson(`[${JSON.stringify(text)},1]`)).toStrictEqual([text, 1]);
      expect(() => parseJson(`[${JSON.stringify(text)},9007199254740993]`)).toThrow("holds an integer");
    }
  });
});

describe("stringifyJson", () => {
  it("writes what the platform writes where there is no bigint", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!/\d(e\+|\d{15})/.test(JSON.stringify(value)));
        expect(stringifyJson(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it("keeps numbers up to the limit", () => {
    expect(stringifyJson({ a: new Number(2 ** 53 - 1) })).toBe('{"a":9007199254740991}');
    expect(stringifyJson([2 ** 53 - 1, 1 - 2 ** 53, 0.1, -0])).toBe("[9007199254740991,-9007199254740991,0.1,0]");
  });

  it.each<[string, unknown]>([
    ["odometer_m", { odometer_m: Number.NaN }],
    ["id", { units: [{ id: 2 ** 53 }] }],
    ["1", { ids: [1, -(2 ** 53)] }],
    ["a", { a: 1n, b: Number.MAX_VALUE }],
    ["a", { a: -Infinity }],
    ["a", { a: { toJSON: () => 2n ** 63n } }],
    ["*", { "f1.7.S3cret": 1e300 }],
    ["a", { a: new Number(Number.NaN) }],
    ["0", [new Number(2 ** 60)]],
  ])("refuses a number that JSON cannot say or that was rounded, by the name %s", (name, value) => {
    expect(() => stringifyJson(value)).toThrow(
      new CallError(`${name} in the body must be a number below 2^53, or set the option json.stringify`),
    );
  });
});

describe("stringifyJson and Unicode", () => {
  const wrong = "must be well-formed Unicode: it has a lone surrogate at index";

  it.each<[string, unknown]>([
    [`name in the body ${wrong} 1`, { units: [{ id: 1, name: "a\ud800" }] }],
    [`1 in the body ${wrong} 0`, { tags: ["a", "\udfff"] }],
    [`name in the body ${wrong} 2`, { name: { toJSON: () => "ab\udbff" } }],
    [`name in the body ${wrong} 2`, { name: Object("ab\udbff") }],
    [`* in the body ${wrong} 0`, { "f1.7.S3cret": "\ud800" }],
    [`a name in the body ${wrong} 6`, { "secret\ud800": "a" }],
    [`a name in the body ${wrong} 6`, { map: { "secret\ud800": [] } }],
  ])("says: %s", (message, value) => {
    expect(() => stringifyJson(value)).toThrow(new CallError(message));
  });

  it("writes every well-formed string, also one that looks like an escape", () => {
    for (const text of ["🚚", "\\ud800", "\\\\ud800", '"\\ud800"', "\ufffd", "\u2028"])
      expect(stringifyJson({ [text]: [text] })).toBe(JSON.stringify({ [text]: [text] }));
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(stringifyJson({ text })).toBe(JSON.stringify({ text }));
      }),
    );
  });
});

describe("serializeBody", () => {
  const json = { parse: parseJson, stringify: stringifyJson };

  it.each<[string, unknown]>([
    ["member in the body must be a plain value", new Uint8Array(2)],
    ["member in the body must be a plain value", new Map([["a", 1]])],
    ["member in the body must be a valid date", new Date(Number.NaN)],
    ["member in the body must be a plain value", Symbol("red")],
    ["member in the body must be a plain value", Object(Symbol("red"))],
    ["member in the body must be a plain value", () => 1],
    ["1 in the body must be a plain value", [1, Symbol("red")]],
    ["1 in the body must be a plain value", [1, undefined]],
    // oxlint-disable-next-line no-sparse-arrays
    ["1 in the body must be a plain value", [1, , 3]],
  ])("says that %s", (message, member) => {
    expect(() => serializeBody({ username: "ada", member }, json)).toThrow(message);
  });

  it("says what it was given, or refuses it; an undefined member is one that is not there", () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.bigInt(),
      fc.constantFrom(null, undefined, Symbol("a"), () => 1, new Map(), Object(Symbol("b"))),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.array(tie("value"), { maxLength: 4 }),
        fc.sparseArray(tie("value"), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie("value"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value, { maxKeys: 4 }), (body) => {
        let text: string | undefined;
        try {
          text = serializeBody(body, json);
        } catch (error) {
          expect(error).toBeInstanceOf(CallError);
        }
        if (text !== undefined) expect(JSON.parse(text)).toEqual(withoutUndefined(body));
      }),
      { numRuns: 1000 },
    );
  });

  it("says which number is wrong, and of anything else what a body must be", () => {
    expect(() => serializeBody({ client_id: 2 ** 53 }, json)).toThrow("client_id in the body must be a number");
    expect(() => serializeBody(() => 1, json)).toThrow("the body must be a plain object");
    expect(() => serializeBody(1n, { ...json, stringify: String })).toThrow("the body must be a plain object");
  });
});
