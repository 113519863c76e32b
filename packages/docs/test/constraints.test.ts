import { describe, expect, it } from "vitest";
import { constraintsOf } from "../src/contract/constraints.ts";
import type { Schema } from "../src/contract/document.ts";

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
    ["flag", { type: "boolean", default: false }, ["default false"]],
    ["share", { type: "number", multipleOf: 0.5 }, ["multiple of 0.5"]],
  ])("%s %j", (name, schema, rules) => {
    expect(constraintsOf(name, schema)).toEqual(rules);
  });
});
