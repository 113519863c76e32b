import { describe, expect, it } from "vitest";
import { criterionWords, type Criterion, workflowsPage } from "../src/pages/workflows.ts";
import { siteUrl } from "../src/pages/context.ts";
import { readSources } from "../src/sources.ts";
import { readRealSite } from "./support/real-site.ts";

const { tools, pages } = await readRealSite();
const { workflows } = await readSources();
const page = pages.find(({ url }) => url === "workflows/");

describe("the page of the workflows", () => {
  it("has a section for every file, and every workflow, step and operation of it", () => {
    expect(workflows.length).toBeGreaterThan(0);
    for (const file of workflows) {
      expect(page?.toc.map(({ text }) => text)).toContain(file.info.title);
      for (const { steps, summary } of file.workflows) {
        expect(page?.main.text).toContain(summary.replaceAll(/`.*`/g, "").split(",")[0]?.trim());
        for (const { stepId, operationId } of steps) {
          expect(page?.main.text).toContain(stepId.slice(1).replaceAll("_", " "));
          expect(page?.main.text).toContain(`href="../${siteUrl(tools, `operation:${operationId}`)}"`);
        }
      }
    }
  });

  it("names the inputs, and what a step sends", () => {
    expect(page?.main.text).toContain("Inputs: <code>username</code>, <code>password</code>.");
    expect(page?.main.text).toContain("the <code>token</code> of “Log in”");
  });

  it("is found by search and by the titles of its files", () => {
    expect(page?.search.map(({ title }) => title)).toEqual(["Workflows", ...workflows.map(({ info }) => info.title)]);
  });

  it("refuses a step whose operation the contract does not have", () => {
    const step = { stepId: "fly", operationId: "unitsFly", successCriteria: [] };
    const file = { info: { title: "A", summary: "B" }, workflows: [{ workflowId: "w", summary: "S", steps: [step] }] };
    expect(() => workflowsPage(tools, [file])).toThrow("The workflow step fly names no operation: unitsFly.");
  });
});

describe("a criterion in words", () => {
  const cases: [Criterion, string][] = [
    [{ condition: "$statusCode == 200" }, "the status is `200`"],
    [{ condition: "$response.body#/data/deleted_at != null" }, "`data.deleted_at` is not `null`"],
    [{ condition: "$response.body#/data/path == '/Northern depot'" }, "`data.path` is `/Northern depot`"],
    [
      { condition: "$response.body#/data/id > $steps.first_page.outputs.last_id" },
      "`data.id` is greater than the `last_id` of “First page”",
    ],
    [{ condition: "$response.body#/data/username == $inputs.username" }, "`data.username` is the input `username`"],
    [
      { context: "$response.header.Location", condition: String.raw`/units/\d+$`, type: "regex" },
      "the header `Location` matches `/units/\\d+$`",
    ],
    [{ context: "$response.body", condition: "$[?length(@.data) == 50]", type: "jsonpath" }, "`data` has 50 items"],
    [
      { context: "$response.body", condition: "$[?count(@.data) == 8]", type: "jsonpath" },
      "the body matches the JSONPath `$[?count(@.data) == 8]`",
    ],
    [{ condition: "$statusCode" }, "`$statusCode`"],
  ];

  it.each(cases)("%o reads %s", (criterion, words) => {
    expect(criterionWords(criterion)).toBe(words);
  });
});
