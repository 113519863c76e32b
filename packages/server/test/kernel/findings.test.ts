import document from "@fleet-api/contract/openapi.json" with { type: "json" };
import { validators } from "@fleet-api/contract/validators";
import { describe, expect, it } from "vitest";
import { codeOfRule, describeRule } from "../../src/kernel/describe-rule.ts";
import { FindingList } from "../../src/kernel/finding-list.ts";
import { checkBody, parameterFinding } from "../../src/kernel/findings.ts";

const login = validators.authLogin.body;
function said(body: unknown): string[] {
  const findings = new FindingList();
  if (login) checkBody(login, body, findings);
  return findings.listed.map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`);
}

describe("checkBody", () => {
  it("finds nothing in a good body", () => {
    expect(said({ username: "a", password: "b" })).toEqual([]);
  });

  it("coerces nothing and gives every finding with its pointer", () => {
    expect(said({ username: 1, pasword: true })).toEqual([
      "/password required: is required",
      "/pasword unknown_property: is an unknown property; did you mean password?",
      "/username type: must be a string of 1 to 100 characters",
    ]);
  });

  it("escapes pointers (RFC 6901)", () => {
    expect(said({ username: "a", password: "b", "x/y~z": 1 })).toEqual([
      "/x~1y~0z unknown_property: is an unknown property; this object accepts username, password",
    ]);
  });

  it("refuses a body that is no object", () => {
    expect(said([])).toEqual([" type: must be an object"]);
    expect(said(null)).toEqual([" type: must be an object"]);
  });

  it("never repeats a value", () => {
    expect(JSON.stringify(said({ username: "a", password: "s3cret".repeat(100) }))).not.toContain("s3cret");
  });
});

describe("a finding", () => {
  const address = validators.authPasswordResetRequest.body;
  const saidOf = (email: string) => {
    const findings = new FindingList();
    if (address) checkBody(address, { email }, findings);
    return findings.listed.map(({ code, detail }) => `${code}: ${detail}`);
  };

  it.each(["foo", "a@b", "@b.example", "a@b..example", "a b@c.example"])("is one for the address %j", (email) => {
    expect(saidOf(email)).toEqual(["pattern: must be an e-mail address such as name@example.com"]);
  });

  it("has no half of a character, and no half of an escape, where it is cut", () => {
    const name = `${"a".repeat(199)}\u{1F600}`;
    expect(parameterFinding("query", name, "unknown_parameter", "").name).toBe("a".repeat(199));
    const pointer = said({ username: "a", password: "b", ["~".repeat(300)]: 1 })[0]?.split(" ")[0] ?? "";
    expect(pointer).toMatch(/^\/(?:~0)+$/);
  });
});

describe("describeRule", () => {
  const rule = (keyword: string, parentSchema: Record<string, unknown>, params: Record<string, unknown> = {}) =>
    describeRule({ keyword, params, parentSchema, instancePath: "", schemaPath: "" });

  it.each([
    ["minimum", { type: "integer", minimum: 1 }, "must be an integer of at least 1"],
    ["maximum", { type: "number", maximum: 9 }, "must be a number of at most 9"],
    ["type", { type: ["string", "null"], maxLength: 1 }, "must be a string of at most 1 character or null"],
    ["minLength", { type: "string", minLength: 8 }, "must be a string of at least 8 characters"],
    ["maxLength", { type: "string", minLength: 2, maxLength: 2 }, "must be a string of 2 characters"],
    ["maxItems", { type: "array", minItems: 1, maxItems: 5 }, "must be a list of 1 to 5 items"],
    ["type", { type: "boolean" }, "must be true or false"],
    ["type", { type: "string", enum: ["a", "b"] }, "must be one of a, b"],
  ])("words %s of %j", (keyword, schema, text) => {
    expect(rule(keyword, schema)).toBe(text);
  });

  it("words formats, constants and what it does not know", () => {
    expect(rule("format", {}, { format: "email" })).toBe("must be an e-mail address");
    expect(rule("format", {}, { format: "ipv4" })).toBe("must be an IPv4 address");
    expect(rule("const", {}, { allowedValue: true })).toBe("must be true");
    expect(rule("multipleOf", {})).toBe("breaks the contract");
  });
});

interface Operation {
  readonly parameters?: readonly { readonly schema?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>> };
}

describe("codeOfRule", () => {
  const rule = (keyword: string) => codeOfRule({ keyword, params: {}, instancePath: "", schemaPath: "" });

  /** Keywords that only hold other schemas, or that nothing checks. */
  // A name breaks the rules inside of `propertyNames`.
  const silent = new Set("properties propertyNames items description title examples example default $ref".split(" "));

  function keywordsOf(value: unknown): string[] {
    if (Array.isArray(value)) return value.flatMap(keywordsOf);
    if (typeof value !== "object" || value === null) return [];
    // In a request, an open enum is a closed one.
    if ("x-open-enum" in value) return ["enum"];
    return Object.entries(value).flatMap(([keyword, child]): string[] => {
      if (keyword === "properties") return Object.values(Object(child)).flatMap(keywordsOf);
      if (keyword === "items" || keyword === "additionalProperties") return [keyword, ...keywordsOf(child)];
      return silent.has(keyword) || keyword.startsWith("x-") ? [] : [keyword];
    });
  }

  it("has a code for every keyword that a request of the contract uses", () => {
    const operations: Operation[] = Object.values(document.paths).flatMap((item) => Object.values(item));
    const components = new Map<string, unknown>(Object.entries(document.components.schemas));
    const bodies = operations.flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {}).map(({ schema }) =>
        components.get(schema.$ref.split("/").at(-1) ?? ""),
      ),
    );
    const parameters = [
      ...operations.flatMap((each) => each.parameters ?? []),
      ...Object.values(document.components.parameters),
    ];
    const schemas = [...bodies, ...parameters.map((parameter: { schema?: unknown }) => parameter.schema)];
    const keywords = [...new Set(schemas.flatMap(keywordsOf))].filter((keyword) => !silent.has(keyword));
    expect(keywords).toEqual(expect.arrayContaining(["type", "maxLength", "required", "minimum", "pattern"]));
    expect(keywords.filter((keyword) => rule(keyword) === "invalid")).toEqual([]);
  });

  it("has one for all others", () => {
    expect(rule("contains")).toBe("invalid");
    expect(rule("constructor")).toBe("invalid");
  });
});
