import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { constraintsOf } from "../src/contract/constraints.ts";
import type { OpenApiDocument, Schema, WithComponents } from "../src/contract/document.ts";
import { readGroups } from "../src/contract/operations.ts";
import { readParts } from "../src/contract/parts.ts";
import type { Property } from "../src/contract/properties.ts";
import { readProperties, readValue, typeOf } from "../src/contract/properties.ts";
import { checkKeywords } from "../src/contract/shown-keywords.ts";
import { readRealSite } from "./support/real-site.ts";

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const small = {
  components: {
    schemas: {
      Page: {
        type: "object",
        required: ["data"],
        properties: {
          data: { type: "array", items: ref("Unit") },
          notices: { type: "array", items: { type: "string", maxLength: 9 } },
        },
      },
      Unit: {
        type: "object",
        required: ["id", "sim"],
        properties: {
          id: { type: "integer" },
          sim: { anyOf: [ref("Sim"), { type: "null" }], description: "The card." },
          spare: ref("Sim"),
          parent: ref("Unit"),
          status: { ...ref("Status"), description: "Its own text." },
          attributes: { type: "object", additionalProperties: { type: ["string", "number"], maxLength: 5 } },
          tags: { type: "object", additionalProperties: ref("Tag") },
        },
      },
      Sim: { type: "object", properties: { iccid: { type: ["string", "null"], const: null } } },
      Tag: { type: "object", properties: { color: { type: "string" } } },
      Status: { type: "string", enum: ["on", "off"], description: "Its state." },
    },
  },
} satisfies WithComponents;

const text = (property: Property | undefined): string => (property?.type ?? []).map((part) => part.text).join("");
const at = (properties: readonly Property[], path: string): Property => {
  const all = (list: readonly Property[]): Property[] => list.flatMap((one) => [one, ...all(one.children)]);
  const found = all(properties).find((one) => one.path === path);
  if (found === undefined) throw new Error(`no ${path}`);
  return found;
};

describe("properties of a schema", () => {
  const page = readProperties(small, ref("Page"));

  it("have paths, and are expanded through lists, maps and choices with null", () => {
    expect(at(page, "data.sim.iccid").nullable).toBe(true);
    expect(at(page, "data.tags.color").name).toBe("color");
    expect(at(page, "data").required).toBe(true);
    expect(at(page, "notices").required).toBe(false);
  });

  it("have types in words", () => {
    expect(text(at(page, "data"))).toBe("array of Unit");
    expect(text(at(page, "data.sim"))).toBe("Sim");
    expect(at(page, "data.sim").nullable).toBe(true);
    expect(text(at(page, "data.attributes"))).toBe("map of string or number");
    expect(text(at(page, "data.tags"))).toBe("map of Tag");
    expect(text(readValue(small, "x", { const: 3 }, true))).toBe("number");
    expect(text(readValue(small, "x", {}, true))).toBe("any value");
    expect(typeOf({ oneOf: [ref("Sim"), ref("Tag")] }).map((part) => part.schema)).toEqual(["Sim", null, "Tag"]);
  });

  it("show a schema once: inside of itself and where it comes again, it is named", () => {
    expect(at(page, "data.parent")).toMatchObject({ membersIn: "Unit", children: [] });
    expect(at(page, "data.spare")).toMatchObject({ membersIn: "Sim", children: [] });
  });

  it("leave many members to the page of their schema, where they are what the page is about", () => {
    const names = Array.from({ length: 101 }, (_, index) => [`is_${index}`, { type: "boolean" }] as const);
    const Flags: Schema = { type: "object", properties: { ...Object.fromEntries(names), tag: ref("Tag") } };
    const User: Schema = { type: "object", properties: { flags: ref("Flags"), all: ref("Few"), tag: ref("Tag") } };
    const Few: Schema = { type: "object", properties: Object.fromEntries(names.slice(1)) };
    const { Tag } = small.components.schemas;
    const large: WithComponents = { components: { schemas: { Flags, User, Few, Tag } } };
    const login = readProperties(large, { type: "object", properties: { data: ref("User") } });
    expect(at(login, "data.flags")).toMatchObject({ membersIn: "Flags", children: [] });
    expect(at(login, "data.tag.color").name).toBe("color");
    expect(at(login, "data.all")).toMatchObject({ membersIn: null, children: { length: 100 } });
    expect(at(readProperties(large, ref("User")), "flags").children).toHaveLength(102);
  });

  it("name the resource of a permission that is not that of the operation", () => {
    const action = (mark: Schema["x-permission-action"]): string | null =>
      readValue(small, "x", { ...ref("Status"), "x-permission-action": mark ?? "" }, true).action;
    expect(action("edit")).toBe("edit");
    expect(action({ resource: "clients", action: "edit" })).toBe("clients.edit");
  });

  it("take keywords next to a reference before those of its target", () => {
    expect(at(page, "data.status")).toMatchObject({ description: "Its own text.", values: ["on", "off"] });
  });

  it("have the values of each choice and of items, and those of any other name", () => {
    const open: Schema = { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "string" }], "x-open-enum": true };
    expect(readValue(small, "kind", open, true)).toMatchObject({
      values: ["a", "b"],
      constraints: ["more values may be added"],
    });
    expect(text(readValue(small, "kind", open, true))).toBe("string");
    const short: Schema = { type: "string", maxLength: 3 };
    expect(readValue(small, "a", { anyOf: [short, { type: "null" }] }, true).constraints).toEqual([
      "at most 3 characters",
    ]);
    expect(readValue(small, "a", { oneOf: [short, { type: "integer", minimum: 1 }] }, true).constraints).toEqual([
      "string: at most 3 characters",
      "integer: at least 1",
    ]);
    expect(readValue(small, "sort", { type: "array", items: ref("Status") }, true).values).toEqual(["on", "off"]);
    const map = readProperties(small, {
      type: "object",
      properties: { id: {} },
      additionalProperties: ref("Tag"),
    });
    expect(at(map, "*.color").required).toBe(false);
    expect(text(at(map, "*"))).toBe("Tag");
  });

  it("tell the rules of items and of values of a map", () => {
    expect(at(page, "notices").constraints).toEqual(["each at most 9 characters"]);
    expect(at(page, "data.attributes").constraints).toEqual(["each at most 5 characters"]);
  });

  it("of objects that a constant tells apart are one list, with what belongs to which kind", () => {
    const change = (value: string): Schema => ({ type: "string", const: value, description: `It is ${value}.` });
    const kind = (value: string, own: Record<string, Schema>): Schema => ({
      type: "object",
      required: ["change", "id", ...Object.keys(own)],
      properties: { change: change(value), id: { type: "integer" }, ...own },
    });
    const { Tag } = small.components.schemas;
    const feed = (removed: Schema): WithComponents => {
      const schemas = { Tag, Put: kind("put", { record: ref("Tag") }), Removed: removed };
      return { components: { schemas: { ...schemas, Entry: { anyOf: [ref("Put"), ref("Removed")] } } } };
    };
    const document = feed(kind("removed", { reason: { type: "string" } }));
    const entries = readProperties(document, { properties: { all: { type: "array", items: ref("Entry") } } });
    expect(text(at(entries, "all"))).toBe("array of Entry");
    const shown = (name: string): unknown[] => {
      const { required, constraints, values } = at(entries, `all.${name}`);
      return [required, constraints, values];
    };
    expect(shown("change")).toEqual([true, [], ["put", "removed"]]);
    expect(at(entries, "all.change").description).toBe("- `put`: It is put.\n- `removed`: It is removed.");
    expect(shown("id")).toEqual([true, [], []]);
    expect(shown("record")).toEqual([false, ["only if change is put"], []]);
    expect(shown("reason")).toEqual([false, ["only if change is removed"], []]);
    expect(at(entries, "all.record.color").name).toBe("color");
    expect(readProperties(document, ref("Entry")).map(({ name }) => name)).toEqual([
      "change",
      "id",
      "record",
      "reason",
    ]);
    // A member with a different schema in each kind lists what each kind says of it.
    const described = { type: "string", description: "Its name." } as const;
    const choice = at(readProperties(feed(kind("removed", { id: described })), ref("Entry")), "id");
    expect([text(choice), choice.description]).toEqual(["integer or string", "- `put`\n- `removed`: Its name."]);
    expect(readProperties(feed({ properties: { id: { type: "integer" } } }), ref("Entry"))).toEqual([]);
  });

  it("name a reference that leads nowhere", () => {
    expect(() => readProperties(small, ref("Nothing"))).toThrow(
      "$ref #/components/schemas/Nothing points to nothing among components.schemas.",
    );
  });
});

describe("rules in words", () => {
  it.each<[string, Schema, string[]]>([
    ["name", { type: "string", minLength: 1, maxLength: 120 }, ["1 to 120 characters"]],
    ["name", { type: "string", minLength: 0, maxLength: 1 }, ["at most 1 character"]],
    ["code", { type: "string", minLength: 2, maxLength: 2 }, ["exactly 2 characters"]],
    ["name", { type: "string", minLength: 3 }, ["at least 3 characters"]],
    ["id", { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, ["at least 1"]],
    ["id", { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, []],
    ["page", { type: "integer", minimum: 0, maximum: 0 }, ["exactly 0"]],
    ["per_page", { type: "integer", minimum: 1, maximum: 200, default: 50 }, ["1 to 200", "default 50"]],
    ["odometer_m", { type: ["integer", "null"], minimum: 0 }, ["metres", "at least 0"]],
    ["odometer_m", { type: "string" }, []],
    ["speed_kmh", { type: "number" }, ["kilometres per hour"]],
    ["read_at", { type: "string", format: "date-time" }, ["instant in UTC, RFC 3339"]],
    ["id", { type: "integer", format: "int64" }, []],
    ["sort", { type: "array", minItems: 1, maxItems: 3, uniqueItems: true }, ["1 to 3 items", "no duplicates"]],
    ["attributes", { type: "object", maxProperties: 50 }, ["at most 50 members"]],
    ["imei", { type: "string", pattern: "^[0-9]{15}$", "x-expected": "15 digits" }, ["15 digits"]],
    ["name", { type: "string", maxLength: 9, "x-expected": "a text" }, ["at most 9 characters", "a text"]],
    ["color", { type: "string", pattern: "^#" }, ["matches ^#"]],
    ["api_key", { type: "string", "x-sensitive": true }, ["secret"]],
    ["client", { "x-quoted": true }, ["quoted from another record: the feed of changes does not report it"]],
    ["flag", { type: "boolean", default: false }, ["default false"]],
    ["share", { type: "number", multipleOf: 0.5 }, ["multiple of 0.5"]],
  ])("%s %j", (name, schema, rules) => {
    expect(constraintsOf(name, schema)).toEqual(rules);
  });
});

const { contract } = (await readRealSite()).tools;
const { document } = contract;

/** The contract with one more schema. */
function withSchema(schema: object): OpenApiDocument {
  // The point is what a document has that its type does not know.
  const schemas = { ...document.components.schemas, New: schema as Schema };
  return { ...document, components: { ...document.components, schemas } };
}

describe("what no page shows", () => {
  it.each([
    [{ type: "array", prefixItems: [{ type: "string" }] }, "components.schemas.New has prefixItems"],
    [{ type: "number", exclusiveMinimum: 0 }, "components.schemas.New has exclusiveMinimum"],
    [{ allOf: [{ type: "object" }] }, "components.schemas.New has allOf"],
    [{ anyOf: [{ type: "string" }, { properties: { a: {} } }] }, "components.schemas.New has anyOf"],
    [{ properties: { a: { items: { not: {} } } } }, "components.schemas.New.properties.a.items has not"],
    [{ additionalProperties: { oneOf: [{ if: {} }] } }, "components.schemas.New.additionalProperties.(choice) has if"],
    [{ propertyNames: { contentEncoding: "base64" } }, "components.schemas.New.propertyNames has contentEncoding"],
  ])("%j ends the build, and is named", (schema, message) => {
    expect(() => checkKeywords(withSchema(schema), [])).toThrow(message);
  });

  it("is looked for in parameters, bodies and headers", () => {
    const operation = contract.operations.find(({ id }) => id === "unitsCreate");
    if (operation?.body == null) throw new Error("unitsCreate has a body.");
    const bad = { type: "string", contentMediaType: "image/png" } as Schema;
    const [parameter, ...others] = operation.parameters;
    const [reply] = operation.replies;
    if (parameter === undefined || reply?.body == null) throw new Error("unitsCreate has parameters and a response.");
    const broken = [
      { ...operation, parameters: [{ ...parameter, schema: bad }, ...others] },
      { ...operation, body: { ...operation.body, schema: bad } },
      { ...operation, replies: [{ ...reply, body: { ...reply.body, schema: bad } }] },
      { ...operation, replies: [{ ...reply, headers: [{ name: "X-New", header: { schema: bad } }] }] },
    ];
    for (const each of broken) expect(() => checkKeywords(document, [each])).toThrow("has contentMediaType");
  });

  it("is any keyword that a schema does not have here", () => {
    const known = new Set(Object.values(contract.document.components.schemas).flatMap((schema) => Object.keys(schema)));
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (keyword) => {
        fc.pre(!known.has(keyword) && !["anyOf", "oneOf", "default", "const", "deprecated"].includes(keyword));
        fc.pre(!/^(?:min|max|multiple|unique|x-)/.test(keyword));
        expect(() => checkKeywords(withSchema({ [keyword]: true }), [])).toThrow(`has ${keyword} in a way`);
      }),
      { numRuns: 50 },
    );
  });

  it("is not in the contract", () => {
    expect(() => checkKeywords(document, contract.operations)).not.toThrow();
  });
});

it("the reference of a feed shows both kinds of entries, and which members of a record it does not report", () => {
  const operation = contract.operations.find(({ id }) => id === "unitsChanges") ?? expect.fail("no such operation");
  const [list] = readParts(document, operation).flatMap(({ id, lists }) => (id === "response-200" ? lists : []));
  const entry = at(list?.properties ?? [], "data.changes");
  expect(entry.children.map(({ name }) => name)).toEqual(["change", "id", "changed_at", "record", "reason"]);
  const quoted = at(entry.children, "data.changes.record.client");
  expect(quoted.constraints).toEqual(["quoted from another record: the feed of changes does not report it"]);
});

it("the reference says how a list is written in a query, so that no description has to", () => {
  const operations = readGroups(document).flatMap((group) => group.operations);
  const found = operations.flatMap((operation) =>
    operation.parameters
      .filter(({ style, explode }) => style === "form" && explode === false)
      .map(({ name }) => {
        const query = readParts(document, operation).find(({ id }) => id === "query");
        const shown = query?.lists[0]?.properties.find((property) => property.name === name);
        return [operation.id, name, shown?.constraints[0]];
      }),
  );
  expect(found.length).toBeGreaterThan(4);
  for (const [id, name, constraint] of found)
    expect([id, name, constraint]).toEqual([id, name, "values separated by commas"]);
});
