import { describe, expect, test } from "vitest";
import { bundle } from "../src/bundle.ts";
import { documentedKeywords, withoutMarks } from "../src/marks.ts";

describe("withoutMarks", () => {
  test("appends a designed note to the description, as a paragraph of its own", () => {
    expect(withoutMarks({ description: "Lists units.\n", "x-designed-note": "In order of their ids." })).toEqual({
      description: "Lists units.\n\nIn order of their ids.\n",
    });
    expect(withoutMarks({ description: "Lists units.\n" })).toEqual({ description: "Lists units.\n" });
  });

  test("removes the marks of this tool at any depth, and no other", () => {
    const items = [{ "x-designed": ["type"], type: "string" }];
    const marked = { "x-provenance": "documented", "x-documented": ["required"], required: ["id"], prefixItems: items };
    expect(withoutMarks(marked)).toEqual({
      "x-provenance": "documented",
      required: ["id"],
      prefixItems: [{ type: "string" }],
    });
    expect(marked).toHaveProperty("x-documented");
  });

  test("leaves no mark in the published contract", async () => {
    expect(await bundle()).not.toMatch(/x-(designed|documented)/);
  });
});

describe("documentedKeywords", () => {
  const kept = new Set(["description", "security"]);

  test("keeps what is documented by rule, and what x-documented lists", () => {
    const node = { description: "Yes.", security: "yes", summary: "no", required: ["yes"] };
    expect(documentedKeywords({ ...node, "x-documented": ["required"] }, kept)).toEqual({
      description: "Yes.",
      security: "yes",
      required: ["yes"],
    });
  });

  test("drops what x-designed lists, unless x-documented gives its value", () => {
    const node = { description: "No.", security: [{}], "x-designed": ["description", "security"] };
    expect(documentedKeywords(node, kept)).toEqual({});
    expect(documentedKeywords({ ...node, "x-documented": { security: [{ bearer: [] }] } }, kept)).toEqual({
      security: [{ bearer: [] }],
    });
  });
});
