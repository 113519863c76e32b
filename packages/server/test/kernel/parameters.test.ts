import type { ParameterValidator, Validate } from "@fleet-api/contract/validators";
import { validators } from "@fleet-api/contract/validators";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldItems, fieldValue, trimOws } from "../../src/kernel/field-value.ts";
import { readPath, readQuery, readHeaders, parseQuery } from "../../src/kernel/parameters.ts";
import { FindingList } from "../../src/kernel/findings.ts";

const listing = validators.unitsListing.parameters.query;
type Query = Parameters<typeof readQuery>;

function readWith(table: Query[0], pairs: Query[1]) {
  const findings = new FindingList();
  return { values: readQuery(table, pairs, findings), findings: findings.listed };
}
const read = (query: string) => readWith(listing, parseQuery(query));
/** Every finding as one line. */
const said = (query: string) => read(query).findings.map(({ name, code, detail }) => `${name} ${code}: ${detail}`);

function anything(facts: Partial<ParameterValidator>): ParameterValidator {
  return {
    required: false,
    type: "string",
    itemType: null,
    csv: false,
    sensitive: false,
    validate: () => true,
    ...facts,
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
  });

  it("takes a list with commas in several parts as well", () => {
    const values = ["in_stock", "active", "faulty"];
    for (const query of ["in_stock,active&lifecycle_status=faulty", "in_stock&lifecycle_status=active%2Cfaulty"])
      expect(read(`lifecycle_status=${query}`).values).toMatchObject({ lifecycle_status: values });
    expect(said("lifecycle_status=active&lifecycle_status=")).toHaveLength(1);
    const free = { tags: anything({ type: "array", itemType: "string", csv: true }) };
    expect(readWith(free, parseQuery("tags=a%2Cb,c&tags=d")).values).toEqual({ tags: ["a,b", "c", "d"] });
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

  it("explains a plus sign that was not encoded, where it would have fitted", () => {
    const hint = "; a + in a query means a space, so write + as %2B";
    expect(said("updated_after=2026-01-15T08:30:00+02:00")).toEqual([expect.stringContaining(hint)]);
    expect(said("updated_after=2026-01-15T08:30:00%2B02:00")).toEqual([]);
    expect(said("updated_after=2026-01-15+08:30:00")).toEqual([expect.not.stringContaining(hint)]);
    expect(said("page=+1")).toEqual([expect.not.stringContaining(hint)]);
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

  it.each([
    ["a=1,%zz", "The query parameter a has a broken percent-encoding. Write % as %25."],
    ["b=1&a=%C3,%A9", "The query parameter a is not UTF-8 after percent-decoding."],
    ["q=%ED%A0%80", "The query parameter q is not UTF-8 after percent-decoding."],
    ["unit+id=1,%00", "The query parameter unit id has a NUL character (%00). Leave it out."],
    [`${"n".repeat(300)}=%ff`, `The query parameter ${"n".repeat(200)} is not UTF-8 after percent-decoding.`],
    ["%ff=1", "The query is not UTF-8 after percent-decoding."],
    ["=%ff", "The query is not UTF-8 after percent-decoding."],
  ])("refuses %s by the name of the parameter", (query, detail) => {
    expect(() => parseQuery(query)).toThrow(detail);
  });

  it("ignores empty parts and takes a name without a value", () => {
    expect(parseQuery("&a&&b=1=2&")).toEqual([
      { name: "a", items: [""] },
      { name: "b", items: ["1=2"] },
    ]);
  });
});

function row(facts: Partial<ParameterValidator>): ParameterValidator {
  const validate: Validate = () => true;
  return { required: false, type: "string", itemType: null, csv: false, sensitive: false, validate, ...facts };
}

const list = row({ type: "array", itemType: "string", csv: true });

function readFields(table: Record<string, ParameterValidator>, fields: Record<string, string[]>) {
  const findings = new FindingList();
  const values = readHeaders(table, (name) => new Map(Object.entries(fields)).get(name) ?? [], findings);
  return { values, said: findings.listed.map(({ in: place, name, code }) => `${place} ${name} ${code}`) };
}

describe("readHeaders", () => {
  const table = { "If-Match": row({ required: true }), "X-Depth": row({ type: "integer" }), "X-Tags": list };

  it("parses by the types of the contract, under its names, and applies defaults", () => {
    const fields = { "if-match": [' "v1" '], "x-depth": ["3"], "x-tags": ["a,b"], "x-other": ["1", "2"] };
    expect(readFields({ ...table, "X-Mode": row({ default: "plain" }) }, fields)).toEqual({
      values: { "If-Match": '"v1"', "X-Depth": 3, "X-Tags": ["a", "b"], "X-Mode": "plain" },
      said: [],
    });
  });

  it("gives each request a default list of its own", () => {
    const lists = { "X-Tags": { ...list, default: ["id"] } };
    const tags = (): unknown => readFields(lists, {}).values["X-Tags"];
    const first = tags();
    if (Array.isArray(first)) first.push("changed");
    expect(tags()).toEqual(["id"]);
  });

  it.each([["a,b"], ["a, b"], [" a\t,\tb "], ["a,,b"], [", a , b ,"], ["a", "b"], ["a,", "", "b"]])(
    "reads the lines %j as a list of two items",
    (...lines) => {
      expect(readFields({ "X-Tags": list }, { "x-tags": lines })).toEqual({
        values: { "X-Tags": ["a", "b"] },
        said: [],
      });
    },
  );

  it("reads entity tags, in which there may be commas, in one line and in several", () => {
    const tags = { "If-None-Match": list };
    const items = ['"a,b"', 'W/"c"', '"d"'];
    expect(readFields(tags, { "if-none-match": ['"a,b", W/"c"', '"d"'] }).values).toEqual({ "If-None-Match": items });
  });

  it("demands what is required, once, and gives every finding", () => {
    const validate: Validate = (value) => typeof value === "number";
    const all = { ...table, "X-Depth": row({ type: "integer", validate }), "X-Mode": row({}) };
    expect(readFields(all, { "x-depth": ["a"], "x-mode": ["a", "b"] }).said).toEqual([
      "header If-Match required",
      "header X-Mode repeated_parameter",
    ]);
  });

  it.each([["a", "b"], ["a, b"], ["a", ""], ["", ""], ['"a', 'b"']])(
    "refuses the scalar %j, which may have come in several lines",
    (...lines) => {
      expect(readFields({ "X-Mode": row({}) }, { "x-mode": lines })).toEqual({
        values: {},
        said: ["header X-Mode repeated_parameter"],
      });
    },
  );

  it.each(["If-None-Match", "If-Modified-Since", "Accept-Language", "User-Agent"])(
    "takes the commas of %s, which HTTP has in it",
    (name) => {
      const [joined, apart] = [["a, b"], ["a", "b"]].map((lines) =>
        readFields({ [name]: row({}) }, { [name.toLowerCase()]: lines }),
      );
      expect(joined).toEqual({ values: { [name]: "a, b" }, said: [] });
      expect(apart).toEqual(joined);
    },
  );

  it("takes away spaces and tabs alone", () => {
    const values = { "X-Mode": "\u00a0a\u00a0", "X-Tags": ["\u00a0", "b\u2003"] };
    const fields = { "x-mode": ["\t\u00a0a\u00a0 "], "x-tags": [" \u00a0 ,b\u2003"] };
    expect(readFields({ "X-Mode": row({}), "X-Tags": list }, fields)).toEqual({ values, said: [] });
  });

  it.each(["__proto__", "constructor", "toString"])("has no %s that was not given", (name) => {
    const odd = Object.fromEntries([[name, { ...list, required: true }]]);
    expect(readFields(odd, {}).said).toEqual([`header ${name} required`]);
    expect(name in readFields(odd, {}).values).toBe(false);
    const fields = Object.fromEntries([[name.toLowerCase(), ["a"]]]);
    expect(Object.entries(readFields(odd, fields).values)).toEqual([[name, ["a"]]]);
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
