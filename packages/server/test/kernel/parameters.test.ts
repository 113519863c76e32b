import { validators } from "@fleet-api/contract/validators";
import type { ParameterValidator } from "@fleet-api/contract/validators";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FindingList } from "../../src/kernel/finding-list.ts";
import { readHeaders, readPath, readQuery } from "../../src/kernel/parameters.ts";
import { parseQuery } from "../../src/kernel/query.ts";

const listing = validators.unitsListing.parameters.query;
type Query = Parameters<typeof readQuery>;

function readWith(table: Query[0], pairs: Query[1]) {
  const findings = new FindingList();
  return { values: readQuery(table, pairs, findings), findings: findings.listed };
}
const read = (query: string) => readWith(listing, parseQuery(query));
/** Every finding as one line. */
const said = (query: string) => read(query).findings.map(({ name, code, detail }) => `${name} ${code}: ${detail}`);

function anything(row: Partial<ParameterValidator>): ParameterValidator {
  return {
    required: false,
    type: "string",
    itemType: null,
    csv: false,
    sensitive: false,
    validate: () => true,
    ...row,
  };
}

describe("readQuery", () => {
  it("applies the defaults of the contract and leaves other absent parameters out", () => {
    expect(read("").values).toEqual({ page: 1, per_page: 50 });
  });

  it("parses every type", () => {
    expect(
      read("page=2&per_page=200&limit=10&partner_id=p-1&client_id=7&lifecycle_status=active,faulty").values,
    ).toEqual({
      page: 2,
      per_page: 200,
      limit: 10,
      partner_id: "p-1",
      client_id: 7,
      lifecycle_status: ["active", "faulty"],
    });
    const table = { flag: anything({ type: "boolean" }), ratio: anything({ type: "number" }) };
    expect(readWith(table, parseQuery("flag=false&ratio=-0.5e1")).values).toEqual({ flag: false, ratio: -5 });
  });

  it.each(["1e3", "%205", "5%20", "+5", "%2B5", "05", "", "1.0", "0x1", "-0", "１", "1_0", "abc"])(
    "refuses page=%s",
    (text) => {
      expect(said(`page=${encodeURI(text).replaceAll("%25", "%")}`)).toEqual([
        "page type: must be an integer from 1 to 1000000",
      ]);
    },
  );

  it("takes exactly the integers of the contract", () => {
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 1_000_100 }), (page) => {
        const good = page >= 1 && page <= 1_000_000;
        expect(read(`page=${page}`).findings.length).toBe(good ? 0 : 1);
      }),
    );
  });

  it("takes only true and false for a boolean", () => {
    const validate = (value: unknown) => typeof value === "boolean";
    const table = { flag: anything({ type: "boolean", validate }) };
    for (const text of ["TRUE", "1", "yes", ""]) {
      expect(readWith(table, [["flag", text]]).values).toEqual({ flag: text });
    }
  });

  it("says how large a value may be", () => {
    expect(said("per_page=100000")).toEqual(["per_page maximum: must be an integer from 1 to 200"]);
    expect(said("client_id=9007199254740992")).toEqual([
      "client_id maximum: must be an integer from 1 to 9007199254740991",
    ]);
    expect(said("partner_id=")).toEqual(["partner_id min_length: must be a string of 1 to 64 characters"]);
  });

  it("lists the accepted values", () => {
    const [finding] = read("lifecycle_status=active,lost").findings;
    expect(finding?.allowed_values).toEqual(["in_stock", "active", "suspended", "faulty", "decommissioned"]);
    expect(finding?.detail).toBe("each item must be one of in_stock, active, suspended, faulty, decommissioned");
  });

  it("refuses a parameter that is given twice", () => {
    expect(said("page=1&page=1")).toEqual(["page repeated_parameter: is given 2 times; give it once"]);
    expect(said("lifecycle_status=active&lifecycle_status=faulty")).toEqual([
      "lifecycle_status repeated_parameter: is given 2 times; give it once, with its values separated by commas",
    ]);
  });

  it("takes a repeated name for a list that is written so", () => {
    const table = { tag: anything({ type: "array", itemType: "integer" }) };
    expect(readWith(table, parseQuery("tag=1&tag=2")).values).toEqual({ tag: [1, 2] });
  });

  it("refuses unknown parameters and hints at the nearest", () => {
    expect(said("perPage=5")).toEqual(["perPage unknown_parameter: is an unknown parameter; did you mean per_page?"]);
    expect(said("__proto__=5&constructor=1").length).toBe(2);
    expect(readWith({}, parseQuery("a=1")).findings[0]?.detail).toBe(
      "is an unknown parameter; this operation has no query parameters",
    );
  });

  it("demands what is required", () => {
    const { findings } = readWith({ from: anything({ required: true }) }, []);
    expect(findings.map(({ name, code }) => `${name} ${code}`)).toEqual(["from required"]);
  });

  it("gives all findings at once", () => {
    expect(said("page=0&per_page=0&limit=x&colour=red").length).toBe(4);
  });
});

describe("readHeaders", () => {
  const table = {
    "If-Match": anything({ required: true }),
    "X-Depth": anything({
      type: "integer",
      validate: validators.authPermission.parameters.query["client_id"]?.validate ?? (() => true),
    }),
    "X-Tags": anything({ type: "array", itemType: "string", csv: true }),
    "X-Mode": anything({ default: "plain" }),
  };
  const readFields = (fields: Record<string, string[]>) => {
    const findings = new FindingList();
    const values = readHeaders(table, (name) => fields[name] ?? [], findings);
    return { values, said: findings.listed.map(({ in: place, name, code }) => `${place} ${name} ${code}`) };
  };

  it("parses by the types of the contract, under its names, and applies defaults", () => {
    const fields = { "if-match": [' "v1" '], "x-depth": ["3"], "x-tags": ["a,b"], "x-other": ["1", "2"] };
    expect(readFields(fields)).toEqual({
      values: { "If-Match": '"v1"', "X-Depth": 3, "X-Tags": ["a", "b"], "X-Mode": "plain" },
      said: [],
    });
  });

  it("gives each request a default list of its own", () => {
    const lists = { "X-Tags": anything({ type: "array", itemType: "string", csv: true, default: ["id"] }) };
    const tags = (): unknown => readHeaders(lists, () => [], new FindingList())["X-Tags"];
    const first = tags();
    if (Array.isArray(first)) first.push("changed");
    expect(tags()).toEqual(["id"]);
  });

  it.each(["a,b", "a, b", " a\t,\tb ", "a,,b", ", a , b ,"])("reads the list %j as two items", (field) => {
    expect(readFields({ "if-match": ["x"], "x-tags": [field] })).toMatchObject({
      values: { "X-Tags": ["a", "b"] },
      said: [],
    });
  });

  it("demands what is required, once, and gives every finding", () => {
    expect(readFields({ "x-depth": ["0"], "x-mode": ["a", "b"] }).said).toEqual([
      "header If-Match required",
      "header X-Depth minimum",
      "header X-Mode repeated_parameter",
    ]);
  });
});

describe("readPath", () => {
  it("validates the decoded value", () => {
    const table = validators.authPermission.parameters.path;
    const findings = new FindingList();
    readPath(
      table,
      new Map([
        ["resource", "Units!"],
        ["action", "view"],
      ]),
      findings,
    );
    expect(findings.listed).toEqual([
      {
        in: "path",
        pointer: null,
        name: "resource",
        code: "pattern",
        detail: "must be a name of lower-case letters, digits and underscores",
        allowed_values: null,
      },
    ]);
  });
});

describe("parseQuery", () => {
  it("reads what URLSearchParams writes", () => {
    const pairs = fc.array(fc.tuple(fc.string({ unit: "grapheme", minLength: 1 }), fc.string({ unit: "grapheme" })));
    fc.assert(
      fc.property(pairs, (wanted) => {
        fc.pre(!wanted.flat().some((text) => text.includes("\0")));
        expect(parseQuery(new URLSearchParams(wanted).toString())).toEqual(wanted);
      }),
    );
  });

  it("ignores empty parts and takes a name without a value", () => {
    expect(parseQuery("&a&&b=1=2&")).toEqual([
      ["a", ""],
      ["b", "1=2"],
    ]);
  });
});
