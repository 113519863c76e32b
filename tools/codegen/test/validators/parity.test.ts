import { byTier } from "@fleet-api-tools/test-tier";
import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundle } from "../../src/bundle.ts";
import { parseDocument } from "@fleet-api-tools/openapi-document";
import type { OpenApiDocument, Schema } from "@fleet-api-tools/openapi-document";
import { boundLoops } from "../../src/validators/bounded-loops.ts";
import { addFormats } from "../../src/validators/formats.ts";
import { componentSchemas } from "../../src/validators/validation-schema.ts";
import { documentOf, emit, load, ref, type Validate, writeModules } from "./support.ts";

/** Compiles in memory what the modules hold: one validator of all schemas, as Ajv has it. */
function unsplit(document: OpenApiDocument, closed: boolean): (name: string) => Validate {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, inlineRefs: false, verbose: true });
  ajv.addVocabulary(["x-expected"]);
  addFormats(ajv);
  boundLoops(ajv);
  for (const [name, schema] of Object.entries(componentSchemas(document, closed)))
    ajv.addSchema({ ...schema, $id: name });
  return (name) => ajv.getSchema<unknown>(name) as Validate;
}

/**
 * Everything that the errors say, sorted: names that are required are visited in another order. A comparison with an
 * object throws for a value like `{ valueOf: 0 }`.
 */
function verdict(validate: Validate, value: unknown): unknown {
  try {
    if (validate(value)) return "valid";
  } catch {
    return "throws";
  }
  const errors = (validate.errors ?? []).map(({ schema: _schema, parentSchema, ...error }) => {
    const { $id: _id, ...rules } = Object(parentSchema);
    return { ...error, parentSchema: rules };
  });
  return errors.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function key({ instancePath, schemaPath, params }: Record<string, unknown>): string {
  return JSON.stringify([instancePath, schemaPath, params]);
}

/** Names and values that the schemas of a document speak of, so that random values come near to them. */
function words(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node === "string") found.add(node);
  if (typeof node !== "object" || node === null) return found;
  for (const [name, value] of Object.entries(node)) words(value, found.add(name));
  return found;
}

/** Values that fit a schema in most places. */
function near(
  document: OpenApiDocument,
  schema: Schema,
  noise: fc.Arbitrary<unknown>,
  depth = 0,
): fc.Arbitrary<unknown> {
  const target = schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
  if (depth > 3) return noise;
  return fc.oneof({ weight: 8, arbitrary: fit(target ?? {}) }, { weight: 1, arbitrary: noise });

  function fit({ type, enum: values, const: constant, anyOf, properties = {}, required = [], items }: Schema) {
    const inner = (each: Schema) => near(document, each, noise, depth + 1);
    if (values) return fc.constantFrom<unknown>(...values);
    if (constant !== undefined) return fc.constant(constant);
    if (anyOf) return fc.oneof(...anyOf.map(inner));
    const kinds = [type ?? []].flat();
    if (kinds.includes("object")) {
      const members = Object.entries(properties).map(([name, each]) => [name, inner(each)] as const);
      const known = fc.record(Object.fromEntries(members), {
        requiredKeys: required.filter((name) => name in properties),
      });
      const others = fc.dictionary(fc.string({ maxLength: 3 }), noise, { maxKeys: 1 });
      return fc.tuple(others, known).map(([more, all]) => ({ ...more, ...all }));
    }
    if (kinds.includes("array")) return fc.array(inner(items ?? {}), { maxLength: 3 });
    if (kinds.includes("integer")) return fc.oneof(fc.integer({ min: -2, max: 300 }), fc.double());
    return kinds.includes("boolean") ? fc.boolean() : fc.oneof(fc.string(), fc.constant("2026-01-15T08:30:00Z"));
  }
}

interface Strict {
  readonly strictResponses: Record<string, Record<string, Validate>>;
}

/** A value for each schema on which both disagree, the smallest that was found; none is what we want. */
async function disagreements(document: OpenApiDocument, names: readonly string[], numRuns: number): Promise<unknown[]> {
  const found: unknown[] = [];
  const responses = Object.fromEntries(names.map((name) => [name, ref(name)]));
  const folder = await writeModules(await emit(documentOf(document.components.schemas, responses)));
  const { strictResponses } = await load<Strict>(folder, "validators.strict.js");
  const known = [...words(document.components.schemas)];
  const noise = fc.oneof(
    fc.constantFrom(...known),
    fc.jsonValue({ maxDepth: 1 }),
    fc.constant(9e15),
    fc.constant("é🚚"),
  );
  for (const closed of [false, true]) {
    const whole = unsplit(document, closed);
    for (const name of names) {
      const { validate: lenient } = await load<{ validate: Validate }>(folder, `validators/schemas/${name}.js`);
      const validate = closed ? strictResponses[`units${name}`]?.["200"] : lenient;
      if (validate === undefined) throw new Error(`${name} has no validator`);
      const expected = whole(name);
      const property = fc.property(near(document, ref(name), noise), (value) =>
        isDeepStrictEqual(verdict(validate, value), verdict(expected, value)),
      );
      found.push(...(fc.check(property, { numRuns }).counterexample ?? []));
    }
  }
  return found;
}

describe("split and unsplit validators give the same errors", () => {
  test("for every response of the contract", async () => {
    const names = ["LoginEnvelope", "UnitPage", "Problem", "PermissionCheck"];
    expect(await disagreements(parseDocument(await bundle()), names, byTier(8, 100))).toEqual([]);
  });

  test("for every keyword, names that must be escaped, and schemas that contain themselves", async () => {
    const odd = "a/b~c é%";
    const row = {
      type: "object",
      required: ["a", "b"],
      properties: Object.fromEntries(
        ["a", "b", "c", "type", "d/e"].map((name) => [name, { type: "integer", minimum: 1 }]),
      ),
    };
    const rules = {
      type: "object",
      required: ["id", odd, "list"],
      additionalProperties: { type: ["string", "null"], minLength: 1 },
      properties: {
        id: { type: "integer", minimum: 1, maximum: 200, multipleOf: 2 },
        [odd]: { type: "object", required: ["x/y"], properties: { "x/y": { type: "string", maxLength: 2 } } },
        properties: { type: "object", properties: { properties: { type: "number", exclusiveMinimum: 0 } } },
        list: {
          type: "array",
          minItems: 1,
          maxItems: 2,
          uniqueItems: true,
          items: { type: "string", enum: ["a", "b"] },
        },
        fixed: { const: { a: [1] } },
        either: { anyOf: [{ type: "string", pattern: "^a" }, { type: "null" }, ref("Every")] },
        one: { oneOf: [{ type: "integer" }, { type: "number", minimum: 5 }] },
        not: { not: { type: "string" } },
        names: { type: "object", propertyNames: { maxLength: 2 }, minProperties: 1, maxProperties: 2 },
        times: { type: "array", items: { type: ["string", "null"], format: "date-time" } },
        small: { type: "integer", format: "int32" },
        never: { type: "object", properties: { no: false } },
        ...Object.fromEntries(["row1", "row2", "row3"].map((name) => [name, row])),
        ...Object.fromEntries(["ref1", "ref2", "ref3"].map((name) => [name, ref("Every")])),
        ...Object.fromEntries(["list1", "list2", "list3"].map((name) => [name, { type: "array", items: row }])),
        self: { type: "array", items: ref("Every") },
      },
    };
    const Every: Schema = JSON.parse(JSON.stringify(rules));
    expect(await disagreements(documentOf({ Every }, { Every: ref("Every") }), ["Every"], byTier(50, 400))).toEqual([]);
  });
});
