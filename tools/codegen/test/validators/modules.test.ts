import { tier } from "@fleet-api-tools/test-tier";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readContract } from "../../src/contract.ts";
import { generate } from "../../src/generate.ts";
import { done, empty, ifNoneMatch } from "../support/document.ts";
import { bundleOf, documentOf, emit, load, ref, textsOf, type Validate, writeModules } from "./support.ts";

interface Request {
  readonly body: Validate;
}
interface Response {
  readonly responses: Record<string, Validate>;
}

const schemas = {
  Name: { type: "string", minLength: 2, pattern: "^[a-z]+$" },
  Tag: { type: "object", required: ["label"], properties: { label: ref("Name") } },
  Tree: {
    type: "object",
    required: ["name", "children"],
    properties: { name: ref("Name"), children: { type: "array", items: ref("Tree") } },
  },
  Driver: { type: "object", properties: { vehicle: ref("Vehicle"), hired_on: { type: "string", format: "date" } } },
  Vehicle: { type: "object", properties: { driver: ref("Driver"), plate: { type: "string", maxLength: 3 } } },
  Unused: { type: "object", properties: { never: { type: "string" } } },
};
const document = documentOf(schemas, {
  Tag: ref("Tag"),
  Tree: ref("Tree"),
  Drive: ref("Driver"),
  Inline: { type: "object", properties: { tag: ref("Tag"), inline_only: { type: "boolean" } } },
});

describe("the modules of a contract", () => {
  test("are one for each component schema that an operation uses", async () => {
    const paths = [...(await emit(document)).keys()];
    const used = ["Driver", "Name", "Tag", "Tree", "Vehicle"];
    const names = paths.filter((path) => path.startsWith("validators/schemas/"));
    expect(names.toSorted()).toEqual(used.map((name) => `validators/schemas/${name}.js`));
  });

  test("have the text of a schema once; all others refer to it", async () => {
    const texts = await emit(document);
    const withText = (text: string) =>
      [...texts].filter(([path, module]) => path.includes("/") && module.includes(text)).map(([path]) => path);
    for (const [text, module] of Object.entries({ '"^[a-z]+$"': "Name", plate: "Vehicle", hired_on: "Driver" })) {
      expect(withText(text)).toEqual([`validators/schemas/${module}.js`]);
    }
    expect(withText("inline_only")).toEqual([
      "validators/inline/unitsInline~body.js",
      "validators/inline/unitsInline~200.js",
    ]);
    expect(texts.get("validators/response/unitsTag.js")).toMatch(/from "\.\.\/schemas\/Tag\.js"/);
    expect(texts.get("validators.js")?.split('"^[a-z]+$"')).toHaveLength(3);
  });

  test("have a long string once, however often a schema repeats it", async () => {
    const pattern = String.raw`^[a-z"\\]+(:[a-z"\\]+)*$|^a text of several words$`;
    const text = { type: "string", pattern };
    const properties = { first: text, second: { ...text, maxLength: 9 } };
    const texts = await emit(documentOf({ Names: { type: "object", properties } }, { Names: ref("Names") }));
    expect(texts.get("validators/schemas/Names.js")?.split("several words")).toHaveLength(2);
    const folder = await writeModules(texts);
    const { body } = await load<Request>(folder, "validators/request/unitsNames.js");
    expect(body({ first: 'a:"', second: "a" })).toBe(true);
    expect(body({ first: ":", second: "a" })).toBe(false);
    expect(body.errors).toMatchObject([{ instancePath: "/first", params: { pattern }, parentSchema: text }]);
  });

  test("have the names of members as they are, also those that are values as well", async () => {
    const name = "a name that is longer than most";
    const text = { type: "string", enum: [name] };
    const schema = { type: "object", required: [name], properties: { [name]: text, other: text } };
    const folder = await writeModules(await emit(documentOf({ Named: schema }, { Named: ref("Named") })));
    const { body } = await load<Request>(folder, "validators/request/unitsNamed.js");
    expect([{ [name]: name, other: name }, { [name]: "x" }, { other: name }].map(body)).toEqual([true, false, false]);
    expect(body.errors).toMatchObject([{ params: { missingProperty: name }, parentSchema: schema }]);
  });

  test("are the same bytes in every run, and do not change with other operations", async () => {
    const texts = await emit(document);
    expect(await emit(document)).toEqual(texts);
    const smaller = await emit(documentOf(schemas, { Tree: ref("Tree") }));
    for (const path of ["schemas/Tree.js", "schemas/Name.js", "request/unitsTree.js", "runtime/refuse.js"])
      expect(smaller.get(`validators/${path}`)).toBe(texts.get(`validators/${path}`));
    expect(smaller.has("validators/request/unitsTag.js")).toBe(false);
  });

  test("validate schemas that contain themselves, and give the place of each error", async () => {
    const folder = await writeModules(await emit(document));
    const { body } = await load<Request>(folder, "validators/request/unitsTree.js");
    expect(body({ name: "ab", children: [{ name: "cd", children: [] }] })).toBe(true);
    expect(body({ name: "ab", children: [{ name: "cd", children: [{ name: "X", children: 1 }] }] })).toBe(false);
    expect(body.errors?.map(({ instancePath, schemaPath }) => [instancePath, schemaPath])).toEqual([
      ["/children/0/children/0/name", "#/minLength"],
      ["/children/0/children/0/name", "#/pattern"],
      ["/children/0/children/0/children", "#/properties/children/type"],
    ]);
    expect([{ name: "ab", children: [] }, 1].map(body)).toEqual([true, false]);
    expect(body.errors).toMatchObject([{ instancePath: "" }]);
  });

  test("validate schemas that contain each other, whichever is loaded first", async () => {
    for (const first of ["Driver", "Vehicle"]) {
      const folder = await writeModules(await emit(document));
      const { validate } = await load<{ validate: Validate }>(folder, `validators/schemas/${first}.js`);
      const deep = { driver: { vehicle: { driver: { hired_on: "2026-02-30", vehicle: { plate: "long" } } } } };
      const value = first === "Driver" ? { vehicle: deep } : deep;
      expect(validate(value)).toBe(false);
      expect(validate.errors).toMatchObject([{ keyword: "maxLength" }, { keyword: "format" }]);
    }
  });

  test("keep track of evaluated members for those who ask, and for no other", async () => {
    const closing = { $ref: "#/components/schemas/Base", unevaluatedProperties: false };
    const base = { type: "object", properties: { id: { type: "integer" }, tag: ref("Tag") } };
    const texts = await emit(
      documentOf({ ...schemas, Base: base, Closed: { type: "object", ...closing } }, { Closed: ref("Closed") }),
    );
    const folder = await writeModules(texts);
    const { body } = await load<Request>(folder, "validators/request/unitsClosed.js");
    expect(body({ id: 1, tag: { label: "ab" } })).toBe(true);
    expect(body({ id: 1, more: 1 })).toBe(false);
    expect(body.errors).toMatchObject([
      { keyword: "unevaluatedProperties", params: { unevaluatedProperty: "more" }, parentSchema: expect.anything() },
    ]);
    expect(texts.get("validators/schemas/Base.js")).toContain(".evaluated");
    for (const text of (await emit(document)).values()) expect(text).not.toContain(".evaluated");
  });
});

describe("a bundle of one operation", () => {
  test("has the schemas that the operation reaches, and no other", async () => {
    const folder = await writeModules(await emit(document));
    const program = `import { responses } from "./validators/response/unitsTag.js"; console.log(responses);`;
    const { modules } = await bundleOf(folder, program);
    expect(modules).toEqual([
      "validators/response/unitsTag.js",
      "validators/runtime/helpers/ucs2length.js",
      "validators/runtime/refuse.js",
      "validators/schemas/Name.js",
      "validators/schemas/Tag.js",
    ]);
  });

  test.runIf(tier !== "test")("of the contract has at most 12 kB, minified and compressed", async () => {
    const texts = textsOf(
      (await generate(await readContract())).filter(({ path }) => path.startsWith("packages/contract/dist/")),
    );
    const folder = await writeModules(texts);
    const ids = [...texts.keys()].flatMap((path) => /^validators\/request\/(\w+)\.js$/.exec(path)?.[1] ?? []);
    expect(ids).toContain("unitsListing");
    for (const id of ids) {
      const program = ["request", "response"].map((kind) => `export * from "./validators/${kind}/${id}.js";`).join("");
      const { bytes } = await bundleOf(folder, program);
      expect([id, gzipSync(bytes, { level: 9 }).length <= 12_000]).toEqual([id, true]);
    }
  });
});

test("an answer without a body has no validator", async () => {
  const texts = await emit({
    ...document,
    paths: {
      "/units/gone": {
        get: { operationId: "unitsGone", parameters: [ifNoneMatch], responses: { "200": done, "304": empty } },
      },
    },
  });
  const folder = await writeModules(texts);
  expect((await load<Response>(folder, "validators/response/unitsGone.js")).responses).toMatchObject({ 304: null });
  expect(await load<Request>(folder, "validators/request/unitsGone.js")).toMatchObject({ body: null });
});
