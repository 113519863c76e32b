import { validators } from "@fleet-api/contract/validators";
import { describe, expect, it } from "vitest";
import { describeRule } from "../../src/kernel/describe-rule.ts";
import { FindingList } from "../../src/kernel/finding-list.ts";
import { checkBody } from "../../src/kernel/findings.ts";

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
      "/pasword unknown_property: is not a property here; did you mean password?",
      "/username type: must be a string of 1 to 100 characters",
    ]);
  });

  it("escapes pointers (RFC 6901)", () => {
    expect(said({ username: "a", password: "b", "x/y~z": 1 })).toEqual([
      "/x~1y~0z unknown_property: is not a property here; there are username, password",
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
    expect(rule("format", {}, { format: "ipv4" })).toBe("must be a ipv4");
    expect(rule("const", {}, { allowedValue: true })).toBe("must be true");
    expect(rule("uniqueItems", {})).toBe("breaks the contract");
  });
});
