import { describe, expect, it } from "vitest";
import type { Schema } from "../src/contract/document.ts";
import { type Property, readProperties, readValue, typeOf } from "../src/contract/properties.ts";

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const components = {
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
} satisfies { schemas: Record<string, Schema> };

const text = (property: Property | undefined): string => (property?.type ?? []).map((part) => part.text).join("");
const at = (properties: readonly Property[], path: string): Property => {
  const all = (list: readonly Property[]): Property[] => list.flatMap((one) => [one, ...all(one.children)]);
  const found = all(properties).find((one) => one.path === path);
  if (found === undefined) throw new Error(`no ${path}`);
  return found;
};

describe("properties of a schema", () => {
  const page = readProperties(components, ref("Page"));

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
    expect(text(readValue(components, "x", { const: 3 }, true))).toBe("number");
    expect(text(readValue(components, "x", {}, true))).toBe("any value");
    expect(typeOf({ oneOf: [ref("Sim"), ref("Tag")] }).map((part) => part.schema)).toEqual(["Sim", null, "Tag"]);
  });

  it("show a schema once: inside of itself and where it comes again, it is named", () => {
    expect(at(page, "data.parent")).toMatchObject({ repeats: "Unit", children: [] });
    expect(at(page, "data.spare")).toMatchObject({ repeats: "Sim", children: [] });
  });

  it("take keywords next to a reference before those of its target", () => {
    expect(at(page, "data.status")).toMatchObject({ description: "Its own text.", values: ["on", "off"] });
  });

  it("have the values of each choice and of items, and those of any other name", () => {
    const open = { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "string" }], "x-open-enum": true } as const;
    expect(readValue(components, "kind", open, true)).toMatchObject({
      values: ["a", "b"],
      constraints: ["more values may be added"],
    });
    expect(text(readValue(components, "kind", open, true))).toBe("string");
    const short = { type: "string", maxLength: 3 } as const;
    expect(readValue(components, "a", { anyOf: [short, { type: "null" }] }, true).constraints).toEqual([
      "at most 3 characters",
    ]);
    expect(readValue(components, "a", { oneOf: [short, { type: "integer", minimum: 1 }] }, true).constraints).toEqual([
      "string: at most 3 characters",
      "integer: at least 1",
    ]);
    expect(readValue(components, "sort", { type: "array", items: ref("Status") }, true).values).toEqual(["on", "off"]);
    const map = readProperties(components, {
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

  it("name a reference that leads nowhere", () => {
    expect(() => readProperties(components, ref("Nothing"))).toThrow(
      "The document has no #/components/schemas/Nothing.",
    );
  });
});
