import { byTier } from "@fleet-api-tools/test-tier";
import * as fc from "fast-check";
import openapiTS, { astToString } from "openapi-typescript";
import { beforeAll, describe, expect, test } from "vitest";
import type { Schema } from "@fleet-api-tools/openapi-document";
import { type Contract, readContract } from "../src/contract.ts";
import { jsonText } from "../src/bundle.ts";
import { emitOpenapiTypes, generatorOptions, withDocstrings } from "../src/emit/openapi-types.ts";
import { TypeWriter } from "../src/emit/type-writer.ts";
import { generate } from "../src/generate.ts";
import { documentOf, openEnum } from "./support/document.ts";
import { mutual, shownTypes, typeErrors } from "./support/type-check.ts";

const source = "packages/contract/src";

describe("the records", () => {
  let contract: Contract;
  let files: Record<string, string>;
  beforeAll(async () => {
    contract = await readContract();
    const artefacts = await generate(contract);
    files = Object.fromEntries(artefacts.map(({ path, text }) => [path, text]));
  });

  /** Names of all component schemas by the file that declares them. */
  function names(): [file: string, names: string[]][] {
    const { groups, shared } = contract.layout;
    const folders = [{ folder: "shared", schemas: shared }, ...groups];
    return folders.map(({ folder, schemas }) => [folder, schemas.map(([name]) => name)]);
  }

  const lib = ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.esnext.disposable.d.ts"];

  test("are each the same type as in the output of openapi-typescript", () => {
    const imports = names().map(([file]) => `import type * as ${file} from "./generated/${file}.ts";\n`);
    const lines = names().flatMap(([file, all]) =>
      all.map((name) => mutual(`${file}.${name}`, `components["schemas"]["${name}"]`)),
    );
    const text = `import type { components } from "./built/openapi.ts";\n${imports.join("")}${lines.join("")}`;
    expect(text.match(/=> value/g)?.length).toBe(2 * Object.keys(contract.document.components.schemas).length);
    expect(typeErrors({ [`${source}/parity.ts`]: text, ...files }, lib)).toEqual([]);
  });

  test("are shown by their names", () => {
    const text = `import type { Facade, OperationTypes } from "./generated/index.ts";
declare const fleet: Facade;
declare const login: OperationTypes["authLogin"]["success"];
export const user = login.data;
export const { settings, permissions, account_type } = user;
export const units = await fleet.units.listing().toArray();
`;
    expect(shownTypes({ [`${source}/shown.ts`]: text, ...files }, lib)).toEqual({
      user: "User",
      settings: "Settings",
      permissions: "Permissions",
      account_type: "AccountType",
      units: "Unit[]",
    });
  });

  test("would fail this check with one other member", () => {
    const units = `${source}/generated/units.ts`;
    const changed = {
      ...files,
      [units]: files[units]?.replace(/ odometer_m: Int64 \| null;/, " odometer_m: Int64;") ?? "",
    };
    const text = `import type { components } from "./built/openapi.ts";\nimport type { UnitState } from "./generated/units.ts";\n`;
    const errors = typeErrors(
      { [`${source}/parity.ts`]: text + mutual("UnitState", `components["schemas"]["UnitState"]`), ...changed },
      lib,
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("Types of property 'odometer_m' are incompatible");
  });
});

/** Schemas that others refer to; an object, because `allOf` asks for its members. */
const targets: Record<string, Schema> = {
  Target: {
    type: "object",
    required: ["a"],
    properties: { a: { type: "string" }, b_c: { type: ["integer", "null"], format: "int64" } },
  },
  Word: { type: "string" },
};

const names = fc.constantFrom("a", "b_c", "d-e", "1f", "class");
const scalar = fc.constantFrom<Schema[]>(
  { type: "string" },
  { type: "string", format: "date-time" },
  { type: "integer" },
  { type: "integer", format: "int64" },
  { type: "number" },
  { type: "boolean" },
  { type: "null" },
  { type: ["string", "null"] },
  { type: ["integer", "null"], format: "int64" },
  { type: ["integer", "string", "boolean"], format: "int64" },
  { type: "object" },
  { type: ["object", "null"] },
  { type: "array" },
  {},
);
const literal = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const values = fc.oneof(
  literal.map((value): Schema => ({ const: value })),
  fc.uniqueArray(fc.oneof(literal, fc.constant(null)), { minLength: 1, maxLength: 4 }).map((all): Schema => {
    return { enum: all };
  }),
  fc.constant<Schema>({ type: ["string", "null"], enum: ["x", "y", null] }),
  fc
    .uniqueArray(fc.oneof(fc.string(), fc.constant(null)), { minLength: 1, maxLength: 4 })
    .filter((all) => all.some((value) => value !== null))
    .map((all): Schema => openEnum(all, { maxLength: 9 })),
);
const refs = fc.constantFrom(...Object.keys(targets)).map((name): Schema => ({ $ref: `#/components/schemas/${name}` }));

const { schema } = fc.letrec<{ schema: Schema; object: Schema; member: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    values,
    refs,
    tie("object"),
    // openapi-typescript takes a list that is the one alternative of its items for the list itself.
    tie("schema")
      .filter(({ anyOf, oneOf, allOf }) => [anyOf, oneOf, allOf].every((all) => all === undefined))
      .map((items): Schema => ({ type: "array", items })),
    // A known string and any other string is an open enum without its mark, which is refused.
    fc
      .array(tie("schema"), { minLength: 1, maxLength: 3 })
      .filter((all) => !all.some(({ type }) => [type].flat().includes("string")))
      .map((anyOf): Schema => ({ anyOf })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((oneOf): Schema => ({ oneOf })),
    // Members that two schemas of allOf share are left out: the compiler compares such intersections in a way of its own.
    fc
      .record({ x: tie("schema"), required: fc.uniqueArray(fc.constantFrom("a", "b_c", "x", "no")) })
      .map(({ x, required }): Schema => ({
        allOf: [{ $ref: "#/components/schemas/Target" }, { type: "object", properties: { x } }],
        required,
      })),
  ),
  object: fc
    .record({
      type: fc.constantFrom<(string | string[])[]>("object", ["object", "null"]),
      properties: fc.dictionary(names, tie("member"), { maxKeys: 3 }),
      required: fc.uniqueArray(names, { maxLength: 4 }),
      rest: fc.option(fc.oneof(fc.boolean(), tie("schema")), { nil: undefined }),
    })
    .map(({ rest, ...object }): Schema => (rest === undefined ? object : { ...object, additionalProperties: rest })),
  member: fc
    .tuple(tie("schema"), fc.constantFrom<Schema[]>({}, { readOnly: true }, { default: 1 }, { description: "a */ b" }))
    .map(([type, more]): Schema => ({ ...type, ...more })),
}));

test("paths, operations and components are those of the default export of openapi-typescript", async () => {
  const { document } = await readContract();
  const text = jsonText(document);
  const theirs = astToString(await openapiTS(JSON.parse(text), generatorOptions));
  // Ours has docstrings, and no members of `paths` that are never.
  const short = (types: string): string => types.replaceAll(/\w+\??: never;/g, "").replaceAll(/\s+/g, "");
  const ours = emitOpenapiTypes(text);
  expect(short(ours.slice(ours.indexOf("/** The paths")))).toBe(short(withDocstrings(theirs)));
});

test("any schema has the same type as in the output of openapi-typescript", () => {
  fc.assert(
    fc.property(fc.array(schema, { minLength: 30, maxLength: 40, size: "max" }), (all) => {
      const schemas = { ...targets, ...Object.fromEntries(all.map((each, index) => [`S${index}`, each])) };
      const writer = new TypeWriter();
      const ours = Object.entries(schemas).map(([name, each]) => writer.declaration(name, each));
      const lines = Object.keys(schemas).map((name) => mutual(`ours.${name}`, `components["schemas"]["${name}"]`));
      const document = documentOf("/vehicle-groups/find", {}, schemas);
      const errors = typeErrors({
        "parity.ts": `import type * as ours from "./ours.ts";\nimport type { components } from "./theirs.ts";\n${lines.join("")}`,
        "ours.ts": `export type Int64 = number;\n${ours.join("\n")}`,
        "theirs.ts": emitOpenapiTypes(jsonText(document)),
      });
      expect(errors).toEqual([]);
    }),
    { numRuns: byTier(2, 16), endOnFailure: true },
  );
});
