import type { ParameterValidator, Validate } from "@fleet-api/contract/validators";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldItems, fieldValue, trimOws } from "../../src/kernel/field-value.ts";
import { FindingList } from "../../src/kernel/finding-list.ts";
import { readHeaders } from "../../src/kernel/header-parameters.ts";

function row(facts: Partial<ParameterValidator>): ParameterValidator {
  const validate: Validate = () => true;
  return { required: false, type: "string", itemType: null, csv: false, sensitive: false, validate, ...facts };
}

const list = row({ type: "array", itemType: "string", csv: true });

function read(table: Record<string, ParameterValidator>, fields: Record<string, string[]>) {
  const findings = new FindingList();
  const values = readHeaders(table, (name) => new Map(Object.entries(fields)).get(name) ?? [], findings);
  return { values, said: findings.listed.map(({ in: place, name, code }) => `${place} ${name} ${code}`) };
}

describe("readHeaders", () => {
  const table = { "If-Match": row({ required: true }), "X-Depth": row({ type: "integer" }), "X-Tags": list };

  it("parses by the types of the contract, under its names, and applies defaults", () => {
    const fields = { "if-match": [' "v1" '], "x-depth": ["3"], "x-tags": ["a,b"], "x-other": ["1", "2"] };
    expect(read({ ...table, "X-Mode": row({ default: "plain" }) }, fields)).toEqual({
      values: { "If-Match": '"v1"', "X-Depth": 3, "X-Tags": ["a", "b"], "X-Mode": "plain" },
      said: [],
    });
  });

  it("gives each request a default list of its own", () => {
    const lists = { "X-Tags": { ...list, default: ["id"] } };
    const tags = (): unknown => read(lists, {}).values["X-Tags"];
    const first = tags();
    if (Array.isArray(first)) first.push("changed");
    expect(tags()).toEqual(["id"]);
  });

  it.each([["a,b"], ["a, b"], [" a\t,\tb "], ["a,,b"], [", a , b ,"], ["a", "b"], ["a,", "", "b"]])(
    "reads the lines %j as a list of two items",
    (...lines) => {
      expect(read({ "X-Tags": list }, { "x-tags": lines })).toEqual({ values: { "X-Tags": ["a", "b"] }, said: [] });
    },
  );

  it("reads entity tags, in which there may be commas, in one line and in several", () => {
    const tags = { "If-None-Match": list };
    const items = ['"a,b"', 'W/"c"', '"d"'];
    expect(read(tags, { "if-none-match": ['"a,b", W/"c"', '"d"'] }).values).toEqual({ "If-None-Match": items });
  });

  it("demands what is required, once, and gives every finding", () => {
    const validate: Validate = (value) => typeof value === "number";
    const all = { ...table, "X-Depth": row({ type: "integer", validate }), "X-Mode": row({}) };
    expect(read(all, { "x-depth": ["a"], "x-mode": ["a", "b"] }).said).toEqual([
      "header If-Match required",
      "header X-Mode repeated_parameter",
    ]);
  });

  it.each([["a", "b"], ["a, b"], ["a", ""], ["", ""], ['"a', 'b"']])(
    "refuses the scalar %j, which may have come in several lines",
    (...lines) => {
      expect(read({ "X-Mode": row({}) }, { "x-mode": lines })).toEqual({
        values: {},
        said: ["header X-Mode repeated_parameter"],
      });
    },
  );

  it.each(["If-None-Match", "If-Modified-Since", "Accept-Language", "User-Agent"])(
    "takes the commas of %s, which HTTP has in it",
    (name) => {
      const [joined, apart] = [["a, b"], ["a", "b"]].map((lines) =>
        read({ [name]: row({}) }, { [name.toLowerCase()]: lines }),
      );
      expect(joined).toEqual({ values: { [name]: "a, b" }, said: [] });
      expect(apart).toEqual(joined);
    },
  );

  it("takes away spaces and tabs alone", () => {
    const values = { "X-Mode": "\u00a0a\u00a0", "X-Tags": ["\u00a0", "b\u2003"] };
    const fields = { "x-mode": ["\t\u00a0a\u00a0 "], "x-tags": [" \u00a0 ,b\u2003"] };
    expect(read({ "X-Mode": row({}), "X-Tags": list }, fields)).toEqual({ values, said: [] });
  });

  it.each(["__proto__", "constructor", "toString"])("has no %s that was not given", (name) => {
    const odd = Object.fromEntries([[name, { ...list, required: true }]]);
    expect(read(odd, {}).said).toEqual([`header ${name} required`]);
    expect(name in read(odd, {}).values).toBe(false);
    const fields = Object.fromEntries([[name.toLowerCase(), ["a"]]]);
    expect(Object.entries(read(odd, fields).values)).toEqual([[name, ["a"]]]);
  });
});

describe("the lines of a field", () => {
  const piece = fc.constantFrom(...'ab,"\\ \t\u00a0é');
  const line = fc.array(piece, { maxLength: 8 }).map((pieces) => trimOws(pieces.join("")));

  it("mean the same as the Fetch API makes of them", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
        const joined = new Headers(lines.map((value) => ["x-items", value])).get("x-items");
        expect(fieldValue(joined === null ? [] : [joined])).toBe(fieldValue(lines));
      }),
    );
  });

  it("are split at the commas outside of quotes: joined again, the items are the same list", () => {
    fc.assert(
      fc.property(line, (value) => {
        const items = fieldItems(value);
        expect(fieldItems(items.join(","))).toEqual(items);
        for (const item of items) expect(item).toBe(trimOws(item));
      }),
    );
  });
});
