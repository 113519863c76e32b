import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OpenApiDocument, Parameter, Schema } from "@fleet-api-tools/openapi-document";
import { closedEnum, openEnum } from "../support/document.ts";
import { documentOf, emit, load, ref, type Validate, writeModules } from "./support.ts";

interface Row {
  readonly type: string;
  readonly itemType: string | null;
  readonly csv: boolean;
  readonly validate: Validate;
}
interface Request {
  readonly body: Validate;
  readonly parameters: Record<"path" | "query" | "header", Record<string, Row>>;
}
interface Response {
  readonly responses: Record<string, Validate>;
}
interface Strict {
  readonly strictResponses: Record<string, Response["responses"]>;
}

/** The validators of one operation, of requests and of responses, lenient and strict. */
interface Validators {
  readonly request: Request;
  readonly responses: readonly Validate[];
}

async function validatorsOf(document: OpenApiDocument, id: string): Promise<Validators> {
  const folder = await writeModules(await emit(document));
  const { responses } = await load<Response>(folder, `validators/response/${id}.js`);
  const { strictResponses } = await load<Strict>(folder, "validators.strict.js");
  return {
    request: await load<Request>(folder, `validators/request/${id}.js`),
    responses: [responses, strictResponses[id]].flatMap((each) => each?.["200"] ?? []),
  };
}

/** What the errors say of a value and of the schema around the broken rule; "valid" without any. */
function verdict(validate: Validate | undefined, value: unknown): unknown {
  return validate?.(value) === true ? "valid" : validate?.errors;
}

type MakeEnum = (values: readonly (string | null)[]) => Schema;

/** An operation with the enum everywhere: by itself, inside of others, and in every kind of parameter. */
function everywhere(make: MakeEnum, values: readonly (string | null)[]): OpenApiDocument {
  const strings = values.filter((value) => value !== null);
  const parameters: Parameter[] = [
    { name: "kind", in: "path", required: true, schema: make(strings) },
    { name: "kinds", in: "query", style: "form", explode: false, schema: { type: "array", items: make(strings) } },
    { name: "Kind", in: "header", schema: ref("Text") },
  ];
  const Tree: Schema = {
    type: "object",
    required: ["kind"],
    properties: {
      kind: ref("Kind"),
      kinds: { type: "array", items: make(values) },
      counts: { type: "object", additionalProperties: make(values) },
      children: { type: "array", items: ref("Tree") },
    },
  };
  const document = documentOf({ Kind: make(values), Text: make(strings), Tree }, { "{kind}": ref("Tree") });
  const operation = document.paths["/units/{kind}"]?.put;
  if (operation !== undefined) Object.assign(operation, { operationId: "unitsPut", parameters });
  return document;
}

const enums = fc
  .tuple(fc.uniqueArray(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([values, isNullable]) => (isNullable ? [...values, null] : values));

/** A tree with these values of the enum, in all of its places in turn. */
function treeOf(kinds: readonly unknown[]): unknown {
  const [kind, ...rest] = kinds;
  const [first = kind] = rest;
  return { kind, kinds: rest, counts: { any: first }, children: [{ kind: first, children: [] }] };
}

describe("any open enum", () => {
  test("lets every string through in responses, and is closed in requests, with the same errors", async () => {
    await fc.assert(
      fc.asyncProperty(enums, async (values) => {
        const open = await validatorsOf(everywhere(openEnum, values), "unitsPut");
        const closed = await validatorsOf(everywhere(closedEnum, values), "unitsPut");
        const sent = fc.array(fc.oneof(fc.constantFrom(...values), fc.string(), fc.constant(null), fc.integer()), {
          minLength: 1,
          maxLength: 3,
        });
        fc.assert(
          fc.property(sent, (kinds) => {
            const tree = treeOf(kinds);
            const isKnown = kinds.every((kind) => values.some((value) => value === kind));
            expect(open.request.body(tree)).toBe(isKnown);
            expect(verdict(open.request.body, tree)).toEqual(verdict(closed.request.body, tree));
            const isText = kinds.every((kind) => typeof kind === "string" || (kind === null && values.includes(null)));
            for (const validate of open.responses) expect(validate(tree)).toBe(isText);
          }),
          { numRuns: 40 },
        );
      }),
      { numRuns: 4 },
    );
  });

  test("has the facts and the errors of a closed one in parameters", async () => {
    const values = ["car", "bus", null];
    const [open, closed] = await Promise.all(
      [openEnum, closedEnum].map(async (make) => {
        const { request } = await validatorsOf(everywhere(make, values), "unitsPut");
        return request.parameters;
      }),
    );
    const { kind, kinds } = { ...open?.path, ...open?.query };
    expect(kind).toMatchObject({ type: "string", itemType: null });
    expect(kinds).toMatchObject({ type: "array", itemType: "string", csv: true });
    expect(open?.header["Kind"]).toMatchObject({ type: "string" });
    for (const value of ["car", "tram"]) {
      expect(verdict(kind?.validate, value)).toEqual(verdict(closed?.path["kind"]?.validate, value));
      expect(verdict(open?.header["Kind"]?.validate, value)).toEqual(verdict(closed?.header["Kind"]?.validate, value));
      const list = ["bus", value];
      expect(verdict(kinds?.validate, list)).toEqual(verdict(closed?.query["kinds"]?.validate, list));
    }
    expect(verdict(kinds?.validate, ["bus", "tram"])).toMatchObject([
      { instancePath: "/1", keyword: "enum", params: { allowedValues: ["car", "bus"] } },
    ]);
  });
});

test("the bounds of an open enum hold in responses", async () => {
  const schemas = { Kind: openEnum(["a"], { maxLength: 3, pattern: "^[a-z]+$" }) };
  const { responses } = await validatorsOf(documentOf(schemas, { Put: ref("Kind") }), "unitsPut");
  for (const validate of responses)
    expect(["a", "xyz", "long", "UP"].map((text) => validate(text))).toEqual([true, true, false, false]);
});

describe("the modules", () => {
  const schemas: Record<string, Schema> = {
    Kind: openEnum(["a"]),
    Unit: { type: "object", properties: { kind: ref("Kind"), name: ref("Name") } },
    Name: { type: "string", maxLength: 9 },
    Plain: { type: "object", properties: { name: ref("Name") } },
  };
  const document = documentOf(schemas, { Put: ref("Unit"), Plain: ref("Plain") });
  const modulesOf = (texts: ReadonlyMap<string, string>) =>
    [...texts.keys()].flatMap((path) => /^validators\/schemas\/(.+)\.js$/.exec(path)?.[1] ?? []).toSorted();

  test("have one more for requests, where a schema leads to an open enum, and only there", async () => {
    const texts = await emit(document);
    expect(modulesOf(texts)).toEqual(["Kind", "Kind.request", "Name", "Plain", "Unit", "Unit.request"]);
    expect(texts.get("validators/request/unitsPut.js")).toContain("../schemas/Unit.request.js");
    expect(texts.get("validators/response/unitsPut.js")).toContain("../schemas/Unit.js");
    expect(texts.get("validators/schemas/Unit.request.js")).toContain("./Name.js");
  });

  test("have none that no operation uses", async () => {
    const answered = documentOf(schemas, { Put: ref("Unit") });
    delete answered.paths["/units/Put"]?.put?.requestBody;
    expect(modulesOf(await emit(answered))).toEqual(["Kind", "Name", "Unit"]);
  });

  test("are the same bytes in every run, and those of other schemas do not change", async () => {
    const texts = await emit(document);
    expect(await emit(document)).toEqual(texts);
    const closed = await emit(
      documentOf({ ...schemas, Kind: closedEnum(["a"]) }, { Put: ref("Unit"), Plain: ref("Plain") }),
    );
    for (const path of ["schemas/Name.js", "schemas/Plain.js", "request/unitsPlain.js", "response/unitsPlain.js"])
      expect(texts.get(`validators/${path}`)).toBe(closed.get(`validators/${path}`));
    // In a request it is a closed enum, up to the names of the modules.
    const kind = texts.get("validators/schemas/Kind.request.js");
    expect(kind).toBe(closed.get("validators/schemas/Kind.js"));
  });
});
