import fc from "fast-check";
import { expect, test } from "vitest";
import { brokenValues, huge, rawJsonOf } from "./support/broken-values.ts";

test("generated texts reach the server as they are, whatever they begin with", () => {
  const text = fc.string({ unit: "grapheme" });
  const odd = fc.oneof(
    text,
    text.map((one) => `\uE000${one}`),
  );
  fc.assert(
    fc.property(fc.array(fc.dictionary(odd, odd)), (value) => {
      expect(JSON.parse(rawJsonOf(value))).toEqual(value);
    }),
  );
});

test("numbers beyond JavaScript's reach it as digits", () => {
  expect(rawJsonOf({ speed: huge("1e400"), list: [huge("-1e999")] })).toBe('{"speed":1e400,"list":[-1e999]}');
});

test("a map that is full is broken in one place, too", () => {
  const schema = { type: "object", maxProperties: 2, additionalProperties: { type: "string" } };
  fc.assert(
    fc.property(brokenValues(schema, { a: "1", b: "2" }), ({ value, codes }) => {
      fc.pre(typeof value === "object" && value !== null && !Array.isArray(value));
      const isTooLarge = Object.keys(Object(value)).length > 2;
      expect(isTooLarge).toBe(codes.includes("max_properties"));
    }),
  );
});

test("a value is broken in one place, also where an object with required members may be null", () => {
  const text = { type: "string" };
  const schema = { type: ["object", "null"], required: ["one", "other"], properties: { one: text, other: text } };
  fc.assert(
    fc.property(brokenValues(schema, null), ({ pointer }) => {
      expect(pointer).toBe("");
    }),
  );
});

test("an object with too few members has those that are required, and one without those has enough", () => {
  const text = { type: "string" };
  const schema = { type: "object", required: ["one"], minProperties: 2, properties: { one: text, other: text } };
  fc.assert(
    fc.property(brokenValues(schema, { one: "1", other: "2" }), ({ value, codes }) => {
      if (codes.includes("min_properties")) expect(value).toEqual({ one: "1" });
      expect(codes).not.toContain("required");
    }),
    { seed: 1 },
  );
});

test("a value of a list of values is not broken, whatever it means", () => {
  fc.assert(
    fc.property(brokenValues({ type: "string", enum: ["unknown", "active"] }, "active"), ({ value }) => {
      expect(value).not.toBe("unknown");
    }),
    { seed: 1 },
  );
});
