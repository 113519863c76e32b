import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { CallError } from "../../src/errors/call-error.ts";
import { parseExact } from "../../src/json/parse-exact.ts";
import { exactInt64 } from "../../src/json/index.ts";
import { stringifyExact } from "../../src/json/stringify-exact.ts";
import { serializeBody } from "../../src/transport/serialize-body.ts";

const { rawJSON = null } = JSON as { rawJSON?: (text: string) => unknown };

/** Both ways to write a bigint; the second is for platforms without JSON.rawJSON. */
const ways: [string, (value: unknown) => string | undefined][] = [
  ["with JSON.rawJSON", (value) => stringifyExact(value, rawJSON)],
  ["without it", (value) => stringifyExact(value, null)],
];

afterEach(() => {
  Reflect.deleteProperty(BigInt.prototype, "toJSON");
});

describe.each(ways)("stringifyExact %s", (_name, stringify) => {
  it("is what the platform writes where there is no bigint", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!/\d(e\+|\d{15})/.test(JSON.stringify(value)));
        expect(stringify(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  // No name is a single escaped character, see parse.test.ts.
  const names = fc.string().map((text) => `n${text}`);

  it("reads back as it was, bigints among all other values", () => {
    const member = fc.oneof(
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
      fc.bigInt({ min: -(2n ** 70n), max: -(2n ** 53n) }),
      fc.string({ unit: "binary" }),
      fc.constantFrom("1.7976931348623157e+308", '"1.7976931348623157e+308', "9007199254740993", "\\", '"'),
      fc.maxSafeInteger(),
    );
    const body = fc.dictionary(
      fc.oneof(names, fc.constantFrom("__proto__", "1.7976931348623157e+308")),
      fc.array(member, { maxLength: 4 }),
    );
    fc.assert(
      fc.property(body, (value) => {
        const plain = Object.setPrototypeOf(value, Object.prototype);
        const back = parseExact(stringify(plain) ?? "");
        expect(back).toSatisfy((read) => isDeepStrictEqual(read, plain));
      }),
    );
  });

  it("writes bigints as integers of all their digits, small ones and nested ones too", () => {
    const text = '{"a":9223372036854775807,"b":[{"c":-9007199254740993},1],"d":7}';
    expect(stringify({ a: 2n ** 63n - 1n, b: [{ c: -9007199254740993n }, 1], d: 7n })).toBe(text);
  });

  it("writes them so where the program has given bigints a toJSON, and where a toJSON returns one", () => {
    Object.assign(BigInt.prototype, {
      toJSON(this: bigint) {
        return String(this);
      },
    });
    expect(stringify({ a: 2n ** 63n })).toBe('{"a":9223372036854775808}');
    Reflect.deleteProperty(BigInt.prototype, "toJSON");
    expect(stringify({ a: { toJSON: () => 2n ** 63n } })).toBe('{"a":9223372036854775808}');
  });

  it.each<[string, unknown]>([
    ["odometer_m", { odometer_m: Number.NaN }],
    ["id", { units: [{ id: 2 ** 53 }] }],
    ["1", { ids: [1, -(2 ** 53)] }],
    ["b", { a: 1n, b: Number.MAX_VALUE }],
    ["a", { a: -Infinity }],
    ["*", { "f1.7.S3cret": 1e300 }],
  ])("refuses a number that JSON cannot say or that was rounded, by the name %s", (name, value) => {
    expect(() => stringify(value)).toThrow(
      new CallError(`${name} in the body must be a number below 2^53, or a bigint with int64: exactInt64`),
    );
  });

  it("keeps numbers up to the limit", () => {
    expect(stringify([2 ** 53 - 1, 1 - 2 ** 53, 0.1, -0])).toBe("[9007199254740991,-9007199254740991,0.1,0]");
  });
});

describe("serializeBody", () => {
  it("writes bigints", () => {
    expect(serializeBody({ client_id: 9007199254740993n }, exactInt64)).toBe('{"client_id":9007199254740993}');
  });

  it("says which number is wrong, and of anything else what a body must be", () => {
    expect(() => serializeBody({ client_id: 2 ** 53 }, exactInt64)).toThrow(
      "client_id in the body must be a number below 2^53",
    );
    expect(() => serializeBody(1n, exactInt64)).toThrow("the body must be a plain object");
    expect(() => serializeBody(() => 1, exactInt64)).toThrow("the body must be a plain object");
  });
});
