import { validators } from "@fleet-api/contract/validators";
import type { ParameterValidator } from "@fleet-api/contract/validators";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FindingList } from "../../src/kernel/finding-list.ts";
import { readPath, readQuery } from "../../src/kernel/parameters.ts";
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
    expect(read("").values).toEqual({ page: 1, per_page: 50, include_deleted: false });
  });

  it("parses every type", () => {
    expect(
      read("page=2&per_page=200&limit=10&partner_id=p-1&client_id=7&lifecycle_status=active,faulty").values,
    ).toEqual({
      page: 2,
      include_deleted: false,
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
      expect(readWith(table, [{ name: "flag", items: [text] }]).values).toEqual({ flag: text });
    }
  });

  it("says how large a value may be", () => {
    expect(said("per_page=100000")).toEqual(["per_page maximum: must be an integer from 1 to 200"]);
    expect(said("client_id=9007199254740992")).toEqual([
      "client_id maximum: must be an integer from 1 to 9007199254740991",
    ]);
    expect(said("partner_id=")).toEqual(["partner_id min_length: must be a string of 1 to 64 characters"]);
  });

  it("takes the list of a client that encodes every comma, where no item can hold one", () => {
    const query = new URLSearchParams({ lifecycle_status: "active,faulty" }).toString();
    expect(query).toBe("lifecycle_status=active%2Cfaulty");
    expect(read(query)).toEqual({
      values: expect.objectContaining({ lifecycle_status: ["active", "faulty"] }),
      findings: [],
    });
    // What is wrong either way is told as it was written.
    expect(read("lifecycle_status=active%2Clost").findings).toHaveLength(1);
    const free = { tags: anything({ type: "array", itemType: "string", csv: true }) };
    expect(readWith(free, parseQuery("tags=a%2Cb,c")).values).toEqual({ tags: ["a,b", "c"] });
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

  it("takes a list apart before it decodes the items", () => {
    const table = { tags: anything({ type: "array", itemType: "string", csv: true }) };
    expect(readWith(table, parseQuery("tags=a%2Cb,c+d,%25")).values).toEqual({ tags: ["a,b", "c d", "%"] });
    expect(readWith(table, parseQuery("tags=")).values).toEqual({ tags: [""] });
    expect(readWith({ text: anything({}) }, parseQuery("text=a,b%2Cc")).values).toEqual({ text: "a,b,c" });
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("has no %s that was not given", (name) => {
    const table = Object.fromEntries([[name, anything({ required: true, type: "array", itemType: "string" })]]);
    const absent = readWith(table, []);
    expect(absent.findings.map(({ code }) => code)).toEqual(["required"]);
    expect(name in absent.values).toBe(false);
    const given = readWith(table, parseQuery(`${name}=a`));
    expect(Object.entries(given.values)).toEqual([[name, ["a"]]]);
    expect(said(`${name}=1`)).toEqual([expect.stringContaining(`${name} unknown_parameter`)]);
    expect(Object.keys(Object.prototype)).toEqual([]);
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

describe("readPath", () => {
  it("takes a list apart before it decodes the items", () => {
    const table = { ids: anything({ required: true, type: "array", itemType: "string" }) };
    const values = readPath(table, new Map([["ids", ["a,b", "c"]]]), new FindingList());
    expect(values).toEqual({ ids: ["a,b", "c"] });
    expect(readPath({ ids: anything({}) }, new Map([["ids", ["a,b", "c"]]]), new FindingList())).toEqual({
      ids: "a,b,c",
    });
  });

  it("validates the decoded value", () => {
    const table = validators.authPermission.parameters.path;
    const findings = new FindingList();
    readPath(
      table,
      new Map([
        ["resource", ["Units!"]],
        ["action", ["view"]],
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
    const given = fc.array(fc.tuple(fc.string({ unit: "grapheme", minLength: 1 }), fc.string({ unit: "grapheme" })));
    fc.assert(
      fc.property(given, (wanted) => {
        fc.pre(!wanted.flat().some((text) => text.includes("\0")));
        const pairs = parseQuery(new URLSearchParams(wanted).toString());
        expect(pairs.map(({ name, items }) => [name, ...items])).toEqual(wanted);
      }),
    );
  });

  it("takes items apart at the commas that are not encoded", () => {
    expect(parseQuery("a=b%2Cc,d+e,,%2B")).toEqual([{ name: "a", items: ["b,c", "d e", "", "+"] }]);
  });

  it.each(["a=1,%zz", "a=%C3,%A9", "a=1,%00", "%ff=1"])("refuses %s", (query) => {
    expect(() => parseQuery(query)).toThrow(/^The query /);
  });

  it("ignores empty parts and takes a name without a value", () => {
    expect(parseQuery("&a&&b=1=2&")).toEqual([
      { name: "a", items: [""] },
      { name: "b", items: ["1=2"] },
    ]);
  });
});
