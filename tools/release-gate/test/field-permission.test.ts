import { fieldActions } from "@fleet-api-tools/codegen/field-actions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Bump, highest } from "../src/bump.ts";
import { compareContracts } from "../src/compare/compare-contracts.ts";
import type { Change } from "../src/compare/finding.ts";
import type { JsonObject } from "../src/contract/json.ts";

const TITLE = "PATCH /units/edit";
const OPERATION = "#/paths/~1units~1edit/patch";
const SCHEMAS = "#/components/schemas";
const EDIT = { resource: "units", action: "edit" };
const VIEW = { resource: "units", action: "view" };

/** A contract with one operation that takes what a test says. */
interface Request {
  readonly permission?: unknown;
  readonly body?: JsonObject;
  readonly requestBody?: JsonObject;
  readonly parameters?: readonly JsonObject[];
  readonly schemas?: JsonObject;
  /** What stands beside the operation: on its path, and among the components. */
  readonly ofPath?: JsonObject;
  readonly components?: JsonObject;
  readonly paths?: JsonObject;
  readonly responses?: JsonObject;
}

function contract(request: Request): JsonObject {
  const { permission = VIEW, body, requestBody, parameters = [], ofPath, paths, responses } = request;
  const patch = {
    operationId: "unitsEdit",
    "x-permission": permission,
    parameters,
    ...(body && { requestBody: json(body) }),
    ...(requestBody && { requestBody }),
    responses: responses ?? { 204: { description: "Done." } },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Rights", version: "1.0.0" },
    paths: { "/units/edit": { ...ofPath, patch }, ...paths },
    components: { ...request.components, schemas: { ...request.schemas } },
  };
}

function json(schema: JsonObject): JsonObject {
  return { required: true, content: { "application/json": { schema } } };
}

function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "object", properties, ...more };
}

function ref(name: string, beside: JsonObject = {}): JsonObject {
  return { $ref: `${SCHEMAS}/${name}`, ...beside };
}

function marked(action: unknown, schema: JsonObject = { type: "string" }): JsonObject {
  return action === undefined ? schema : { ...schema, "x-permission-action": action };
}

function query(name: string, schema: JsonObject): JsonObject {
  return { name, in: "query", schema };
}

function compare(before: Request, after: Request): Change[] {
  return compareContracts({ base: contract(before), revision: contract(after) });
}

function ofRights(changes: readonly Change[]): Change[] {
  return changes.filter(({ rule }) => rule.name === "field-permission");
}

function bumpOf(changes: readonly Change[]): Bump {
  return highest(changes.map(({ bump }) => bump));
}

/** Where a field can stand in a request, the name by which it is told, and the place of its mark. */
const PLACEMENTS: readonly [what: string, field: string, place: string, request: (mark: unknown) => Request][] = [
  ["a property", "color", bodyPlace("color"), (mark) => ({ body: object({ color: marked(mark) }) })],
  [
    "a property that refers",
    "color",
    bodyPlace("color"),
    (mark) => ({ body: object({ color: ref("Text", marked(mark, {})) }), schemas: { Text: { type: "string" } } }),
  ],
  [
    "the schema that a property refers to",
    "color",
    `${SCHEMAS}/Text`,
    (mark) => ({ body: object({ color: ref("Text") }), schemas: { Text: marked(mark) } }),
  ],
  [
    "a property that may be null",
    "home",
    bodyPlace("home"),
    (mark) => ({
      body: object({ home: marked(mark, { anyOf: [ref("Text"), { type: "null" }] }) }),
      schemas: { Text: { type: "string" } },
    }),
  ],
  [
    "a property with an open enum",
    "kind",
    bodyPlace("kind"),
    (mark) => ({
      body: object({
        kind: marked(mark, {
          anyOf: [
            { type: "string", enum: ["a"] },
            { type: "string", maxLength: 9 },
          ],
          "x-open-enum": true,
        }),
      }),
    }),
  ],
  [
    "a property of an object in the body",
    "home.city",
    `${bodyPlace("home")}/properties/city`,
    (mark) => ({ body: object({ home: object({ city: marked(mark) }) }) }),
  ],
  [
    "a property of a schema behind two references",
    "home.city",
    `${SCHEMAS}/Place/properties/city`,
    (mark) => ({
      body: ref("Body"),
      schemas: { Body: object({ home: ref("Place") }), Place: object({ city: marked(mark) }) },
    }),
  ],
  ...["allOf", "anyOf", "oneOf"].map((keyword): (typeof PLACEMENTS)[number] => [
    `a property of a schema of ${keyword}`,
    "city",
    `${SCHEMAS}/Place/properties/city`,
    (mark) => ({
      body: { [keyword]: [object({ note: { type: "string" } }), ref("Place")] },
      schemas: { Place: object({ city: marked(mark) }) },
    }),
  ]),
  [
    "a property of the items of a list",
    "stops.*.city",
    `${bodyPlace("stops")}/items/properties/city`,
    (mark) => ({ body: object({ stops: { type: "array", items: object({ city: marked(mark) }) } }) }),
  ],
  [
    "a property of the values of a map",
    "homes.*.city",
    `${bodyPlace("homes")}/additionalProperties/properties/city`,
    (mark) => ({
      body: object({ homes: { type: "object", additionalProperties: object({ city: marked(mark) }) } }),
    }),
  ],
  [
    "a property of a schema that holds itself",
    "name",
    `${SCHEMAS}/Node/properties/name`,
    (mark) => ({
      body: ref("Node"),
      schemas: {
        Node: object({ name: marked(mark), part: ref("Node"), parts: { type: "array", items: ref("Node") } }),
      },
    }),
  ],
  [
    "a property of a body that is a component",
    "color",
    "#/components/requestBodies/Edit/content/application~1json/schema/properties/color",
    (mark) => ({
      requestBody: { $ref: "#/components/requestBodies/Edit" },
      components: { requestBodies: { Edit: json(object({ color: marked(mark) })) } },
    }),
  ],
  [
    "a query parameter",
    "wide",
    `${OPERATION}/parameters/0/schema`,
    (mark) => ({ parameters: [query("wide", marked(mark, { type: "boolean", default: false }))] }),
  ],
  [
    "a query parameter of a path",
    "wide",
    "#/paths/~1units~1edit/parameters/0/schema",
    (mark) => ({ ofPath: { parameters: [query("wide", marked(mark))] } }),
  ],
  [
    "a query parameter that is a component",
    "wide",
    "#/components/parameters/Wide/schema",
    (mark) => ({
      parameters: [{ $ref: "#/components/parameters/Wide" }],
      components: { parameters: { Wide: query("wide", marked(mark)) } },
    }),
  ],
];

function bodyPlace(name: string): string {
  return `${OPERATION}/requestBody/content/application~1json/schema/properties/${name}`;
}

describe.each(PLACEMENTS)("the right of %s", (_, field, place, request) => {
  it.each<[string, unknown, unknown, Bump, string[]]>([
    ["added", undefined, "paint", "major", ["needs `units.paint` now", "needed no right of its own"]],
    ["changed", "paint", "edit", "major", ["needs `units.edit` now", "needed `units.paint`"]],
    [
      "moved to another resource",
      "paint",
      { resource: "devices", action: "paint" },
      "major",
      ["needs `devices.paint` now", "needed `units.paint`"],
    ],
    ["removed", "paint", undefined, "minor", ["needs no right of its own now", "needed `units.paint`"]],
  ])("is %s", (_what, before, after, bump, words) => {
    const changes = compare(request(before), request(after));
    expect(changes).toMatchObject([
      { place: `${place}/x-permission-action`, bump, operations: [TITLE], rule: { name: "field-permission" } },
    ]);
    const refused = bump === "major" ? / gets 403\.$/ : / refuses no caller\.$/;
    for (const text of [...words, `\`${field}\``, TITLE]) expect(changes[0]?.message).toContain(text);
    expect(changes[0]?.message).toMatch(refused);
  });

  it("is written in another way", () => {
    const changes = compare(request("paint"), request({ resource: "units", action: "paint" }));
    expect(bumpOf(changes)).toBe("patch");
    expect(ofRights(changes)).toEqual([]);
  });
});

describe("a field that is new", () => {
  it.each<[string, Request, Request]>([
    ["property", { body: object({}) }, { body: object({ color: marked("paint") }) }],
    [
      "property of a new object",
      { body: object({}) },
      { body: object({ home: object({ city: marked("paint") }, {}) }) },
    ],
    ["parameter", {}, { parameters: [query("wide", marked("paint"))] }],
    [
      "property of a new alternative",
      { body: { oneOf: [object({ a: { type: "string" } })] } },
      { body: { oneOf: [object({ a: { type: "string" } }), object({ b: marked("paint") })] } },
    ],
  ])("may have a right: a %s", (_, before, after) => {
    const changes = compare(before, after);
    expect(bumpOf(changes)).toBe("minor");
    expect(ofRights(changes)).toEqual([]);
  });

  it("breaks with its right where callers send the field already", () => {
    const known = object({ name: { type: "string" }, kind: { const: "a" } }, { required: ["kind"] });
    const other = object({ name: marked("rename"), kind: { const: "b" } }, { required: ["kind"] });
    const form = compare({ body: { oneOf: [known] } }, { body: { oneOf: [known, other] } });
    expect(form.filter(({ bump }) => bump === "major")).toMatchObject([{ rule: { name: "field-permission" } }]);
    const map = (properties: JsonObject): Request => ({
      body: object(properties, { additionalProperties: { type: "string" } }),
    });
    expect(bumpOf(ofRights(compare(map({}), map({ name: marked("rename") }))))).toBe("major");
  });

  it("breaks below itself where a schema that holds itself replaces one that did not", () => {
    const known = object({ part: object({ name: { type: "string" } }) });
    const schemas = { Node: object({ name: marked("rename"), part: ref("Node") }) };
    const [change, ...others] = ofRights(compare({ body: known }, { body: ref("Node"), schemas }));
    expect(others).toEqual([]);
    expect(change?.message).toContain("`part.name` in the body");
    expect(change?.bump).toBe("major");
  });
});

describe("a right that moves", () => {
  const fields = (action: unknown): JsonObject => object({ name: marked(action), color: marked(action) });

  it.each<[string, Request, Request]>([
    [
      "from the operation to its fields",
      { permission: EDIT, body: fields(undefined) },
      { permission: VIEW, body: fields("edit") },
    ],
    [
      "from the fields to their operation",
      { permission: VIEW, body: fields("edit") },
      { permission: EDIT, body: fields(undefined) },
    ],
  ])("%s breaks by the operation", (_, before, after) => {
    const changes = compare(before, after);
    expect(changes.map(({ bump, rule }) => [bump, rule.name])).toEqual([
      ["major", "permission-changed"],
      ["minor", "field-permission"],
      ["minor", "field-permission"],
    ]);
  });

  it("from an object to its members breaks nothing, and the other way round it does", () => {
    const home = (own: unknown, inner: unknown): Request => ({
      body: object({ home: marked(own, object({ city: marked(inner), street: { type: "string" } })) }),
    });
    expect(bumpOf(compare(home("edit", undefined), home(undefined, "edit")))).toBe("minor");
    expect(bumpOf(compare(home(undefined, "edit"), home("edit", undefined)))).toBe("major");
  });

  it("behind a reference is the same right", () => {
    const schemas = { Text: marked("edit") };
    expect(
      ofRights(compare({ body: object({ name: marked("edit") }) }, { body: object({ name: ref("Text") }), schemas })),
    ).toEqual([]);
  });

  it("shows the right of the definition when the one beside the reference goes", () => {
    const schemas = { Text: marked("rename") };
    const changes = compare(
      { body: object({ name: ref("Text", marked("edit", {})) }), schemas },
      { body: object({ name: ref("Text") }), schemas },
    );
    expect(bumpOf(ofRights(changes))).toBe("major");
  });

  it("to another resource with its operation is a change of each field", () => {
    const of = (resource: string): Request => ({ permission: { resource, action: "view" }, body: fields("edit") });
    const changes = ofRights(compare(of("units"), of("devices")));
    expect(changes.map(({ bump }) => bump)).toEqual(["major", "major"]);
    expect(changes[0]?.message).toContain("needs `devices.edit` now");
  });
});

describe("a shared part", () => {
  const answer = (schema: JsonObject): JsonObject => ({
    responses: { 200: { description: "Done.", content: { "application/json": { schema } } } },
  });

  it("has a right in responses that nobody needs", () => {
    const both = (mark: unknown): Request => answer(object({ name: marked(mark) }));
    expect(compare(both(undefined), both("edit"))).toMatchObject([{ bump: "patch", rule: { name: "other-change" } }]);
  });

  it("is told for the operations that take it, and not for those that return it", () => {
    const both = (mark: unknown): Request => ({
      body: object({ home: ref("Place"), work: ref("Place") }),
      schemas: { Place: object({ city: marked(mark) }) },
      paths: { "/units/get": { get: { operationId: "unitsGet", ...answer(ref("Place")) } } },
    });
    const changes = compare(both(undefined), both("edit"));
    expect(changes).toMatchObject([{ bump: "major", operations: [TITLE] }]);
    expect(changes[0]?.message).toContain("`home.city`");
    expect(changes[0]?.message).toContain("`work.city`");
  });

  it("is one change with the right of each operation", () => {
    const parameters = [{ $ref: "#/components/parameters/Wide" }];
    const both = (mark: unknown): Request => ({
      parameters,
      components: { parameters: { Wide: query("wide", marked(mark)) } },
      paths: Object.fromEntries(
        ["a", "b", "c", "d", "e"].map((name) => [
          `/drivers/${name}`,
          {
            get: {
              operationId: `drivers${name}`,
              "x-permission": { resource: "drivers", action: "view" },
              parameters,
              responses: {},
            },
          },
        ]),
      ),
    });
    const [change, ...others] = compare(both(undefined), both("delete"));
    expect(others).toEqual([]);
    expect(change?.operations).toHaveLength(6);
    expect(change?.message).toBe(
      "Query parameter `wide` of PATCH /units/edit needs `units.delete` now; before, it needed no right of its own. A caller without `units.delete` who sends it gets 403. " +
        "Query parameter `wide` of GET /drivers/a, GET /drivers/b, GET /drivers/c, GET /drivers/d and 1 more needs `drivers.delete` now; before, it needed no right of its own. A caller without `drivers.delete` who sends it gets 403.",
    );
  });
});

describe("the right of an operation", () => {
  it.each<[string, unknown, unknown, Bump, string]>([
    ["changed", VIEW, EDIT, "major", "from `units.view` to `units.edit`. A caller without `units.edit` gets 403."],
    ["added", "self", EDIT, "major", "from `self` to `units.edit`. A caller without `units.edit` gets 403."],
    ["removed", EDIT, "self", "minor", "from `units.edit` to `self`. This refuses no caller."],
  ])("is %s", (_, before, after, bump, words) => {
    const changes = compare({ permission: before }, { permission: after });
    expect(changes).toMatchObject([{ bump, rule: { name: "permission-changed" } }]);
    expect(changes[0]?.message).toBe(`\`x-permission\` of ${TITLE} changed ${words}`);
  });
});

/** An object of a request: its properties, and those of the branches of a keyword. */
interface Node {
  readonly properties: Readonly<Record<string, { readonly mark: unknown; readonly node: Node | null }>>;
  readonly keyword: "allOf" | "anyOf" | "oneOf";
  readonly branches: readonly Node[];
  readonly isComponent: boolean;
}

const ACTIONS = [undefined, "a", "b", { resource: "units", action: "a" }, { resource: "devices", action: "a" }];

const { node: anyNode } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    properties: fc.dictionary(
      fc.constantFrom("x", "y", "z"),
      fc.record({
        mark: fc.constantFrom(...ACTIONS),
        node: fc.option(tie("node"), { depthSize: "small", maxDepth: 2 }),
      }),
      { maxKeys: 3 },
    ),
    keyword: fc.constantFrom("allOf", "anyOf", "oneOf"),
    branches: fc.oneof({ maxDepth: 2 }, fc.constant([]), fc.array(tie("node"), { maxLength: 2 })),
    isComponent: fc.boolean(),
  }),
}));

const anyRequest = fc.record({
  permission: fc.constantFrom({ resource: "units", action: "a" }, { resource: "devices", action: "b" }),
  body: anyNode,
  wide: fc.constantFrom(...ACTIONS),
});

type AnyRequest = typeof anyRequest extends fc.Arbitrary<infer Value> ? Value : never;

/** The schema of a node; components are collected by their names. */
function schemaOf(
  { properties, keyword, branches, isComponent }: Node,
  components: Record<string, unknown>,
): JsonObject {
  const members = Object.entries(properties).map(([name, { mark, node }]) => [
    name,
    marked(mark, node === null ? { type: "string" } : schemaOf(node, components)),
  ]);
  const parts = branches.map((branch) => schemaOf(branch, components));
  const schema = object(Object.fromEntries(members), parts.length === 0 ? {} : { [keyword]: parts });
  if (!isComponent) return schema;
  const name = `C${Object.keys(components).length}`;
  components[name] = schema;
  return ref(name);
}

/** The ways to all fields, by the names that lead to them. */
function waysOf({ properties, branches }: Node, above: readonly string[] = []): string[] {
  return [
    ...Object.entries(properties).flatMap(([name, { node }]) => {
      const way = [...above, name];
      return [way.join("."), ...(node === null ? [] : waysOf(node, way))];
    }),
    ...branches.flatMap((branch) => waysOf(branch, above)),
  ];
}

describe("a request of any shape", () => {
  /** Its contract, and the rights that fields need by what the server enforces. */
  function read({ permission, body, wide }: AnyRequest) {
    const schemas: Record<string, unknown> = {};
    const schema = schemaOf(body, schemas);
    const document = contract({ permission, body: schema, parameters: [query("wide", marked(wide))], schemas });
    const parameter = { name: "wide", in: "query" as const, schema: marked(wide), component: null, csv: false };
    const actions = fieldActions(document as unknown as Parameters<typeof fieldActions>[0], {
      permission,
      parameters: [parameter],
      body: { content: { "application/json": { schema } } },
    });
    const rightsOf = (key: string): string[] =>
      actions
        .filter(({ in: place, path }) => `${place} ${path.join(".")}` === key)
        .map(({ resource, action }) => `${resource}.${action}`);
    const operation = `${permission.resource}.${permission.action}`;
    /** What a request needs that has the field, and so the objects that it is in. */
    const needsOf = (key: string): string[] => {
      const [place, ...way] = key.split(/[ .]/);
      const prefixes = way.map((_, at) => `${place} ${way.slice(0, at + 1).join(".")}`);
      return [operation, ...prefixes.flatMap(rightsOf)];
    };
    const fields = ["query wide", ...waysOf(body).map((way) => `body ${way}`)];
    return { document, fields, rightsOf, needsOf };
  }

  it("breaks exactly when the server refuses somebody whom it did not refuse before", () => {
    fc.assert(
      fc.property(anyRequest, anyRequest, (one, other) => {
        const [before, after] = [read(one), read(other)];
        const fields = before.fields.filter((field) => after.fields.includes(field));
        const isWithin = (some: readonly string[], all: readonly string[]): boolean =>
          some.every((right) => all.includes(right));
        // The empty key is a request that has no field.
        const isRefused = ["", ...fields].some((key) => !isWithin(after.needsOf(key), before.needsOf(key)));
        const isChanged = fields.some((key) => {
          const [old, young] = [before.rightsOf(key), after.rightsOf(key)];
          return !isWithin(old, young) || !isWithin(young, old);
        });
        const changes = compareContracts({ base: before.document, revision: after.document });
        const rights = changes.filter(({ rule }) => /^(field-permission|permission-changed)$/.test(rule.name));
        expect(bumpOf(rights) === "major").toBe(isRefused);
        expect(ofRights(changes).length > 0).toBe(isChanged);
      }),
      { numRuns: 300 },
    );
  });
});
