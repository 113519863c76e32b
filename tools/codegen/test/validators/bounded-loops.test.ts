import type { KeywordCxt } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { _ as code } from "ajv/dist/compile/codegen/index.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundLoops } from "../../src/validators/bounded-loops.ts";

/** How many errors one of the list stands for: a bounded validator adds `more`. */
const weight = (error: object): number => 1 + ("more" in error ? Number(error.more) : 0);

/** A keyword of our own: an error for every item. */
function refuseItems(context: KeywordCxt): void {
  const { gen, data } = context;
  gen.forRange("i", 0, code`${data}.length`, () => context.error());
}

function compile(schema: object, bounded: boolean) {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, inlineRefs: false, strict: false });
  if (bounded) boundLoops(ajv);
  const validate = ajv.compile(schema);
  return (value: unknown) => {
    const valid = validate(value);
    const errors = validate.errors ?? [];
    return { valid, listed: errors.length, all: errors.reduce((sum, error) => sum + weight(error), 0) };
  };
}

const integers = { type: "array", items: { $ref: "#/$defs/count" } };
const schema = {
  $defs: { count: { type: "integer", minimum: 0 } },
  type: "object",
  additionalProperties: false,
  properties: {
    counts: integers,
    rows: {
      type: "array",
      items: { type: "object", additionalProperties: false, properties: { id: { type: "integer" }, counts: integers } },
    },
    names: { type: "object", additionalProperties: { type: "string" }, propertyNames: { maxLength: 2 } },
    either: { anyOf: [{ type: "array", items: { type: "string" } }, integers] },
    one: { oneOf: [{ type: "array", items: { type: "string" } }, integers] },
    no: { not: integers },
    some: { type: "array", contains: { $ref: "#/$defs/count" }, minContains: 2, maxContains: 4 },
  },
};

const list = (length: number): unknown[] => Array.from({ length }, () => "x");
const record = (size: number) => Object.fromEntries(list(size).map((value, index) => [`key${index}`, value]));

describe("boundLoops", () => {
  const bounded = compile(schema, true);

  test.each([
    ["members that the schema does not name", record(10_000)],
    ["items of a list", { counts: list(10_000) }],
    ["members in items of a list", { rows: list(100).map(() => record(100)) }],
    ["items in items of a list", { rows: list(100).map(() => ({ counts: list(100) })) }],
  ])("keeps 50 errors for %s, and counts the others exactly", (_name, value) => {
    expect(bounded(value)).toEqual({ valid: false, listed: 50, all: 10_000 });
  });

  test("keeps 50 errors of `contains` for the items, and its own", () => {
    expect(bounded({ some: list(10_000) })).toEqual({ valid: false, listed: 51, all: 10_001 });
    expect(bounded({ some: [...list(10_000), 1, 2] })).toEqual({ valid: true, listed: 0, all: 0 });
  });

  test("bounds the loops of every keyword, whatever stands next to it", () => {
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    for (const keyword of ["a-first", "z-last"]) ajv.addKeyword({ keyword, type: "array", code: refuseItems });
    boundLoops(ajv);
    const keptBy = (rules: object): Record<string, number> => {
      const validate = ajv.compile({ type: "array", ...rules });
      validate(list(1000));
      const counts: Record<string, number> = {};
      for (const { keyword } of validate.errors ?? []) counts[keyword] = (counts[keyword] ?? 0) + 1;
      return counts;
    };
    expect(keptBy({ "a-first": true })).toEqual({ "a-first": 50 });
    expect(keptBy({ "a-first": true, items: { maxLength: 0 }, "z-last": true })).toEqual({
      "a-first": 50,
      maxLength: 50,
      "z-last": 50,
    });
    expect(keptBy({ contains: { maxLength: 0 }, "z-last": true })).toEqual({
      contains: 1,
      maxLength: 50,
      "z-last": 50,
    });
  });

  test("finds a branch of anyOf valid only if it is", () => {
    expect(bounded({ either: list(1000) }).valid).toBe(true);
    expect(bounded({ either: list(1000).map((_, index) => index) }).valid).toBe(true);
    expect(bounded({ either: [...list(1000), 1] }).valid).toBe(false);
  });

  test("agrees with Ajv on every value, in the verdict and in the number of errors", () => {
    const plain = compile(schema, false);
    const item = fc.oneof(fc.integer(), fc.string({ maxLength: 3 }), fc.boolean());
    const items = fc.array(item, { maxLength: 130, size: "max" });
    const row = fc.record({ id: item, counts: items, extra: item }, { requiredKeys: [] });
    const value = fc.record(
      {
        counts: items,
        rows: fc.array(row, { maxLength: 5 }),
        names: fc.dictionary(fc.string({ maxLength: 4 }), item, { maxKeys: 130, size: "max" }),
        either: items,
        one: items,
        no: items,
        some: items,
        extra: item,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(value, (any) => {
        const [limited, full] = [bounded(any), plain(any)];
        expect({ valid: limited.valid, all: limited.all }).toEqual({ valid: full.valid, all: full.all });
        expect(limited.listed).toBeLessThanOrEqual(full.listed);
      }),
      { numRuns: 300 },
    );
  });
});
