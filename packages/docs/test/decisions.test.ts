import { describe, expect, it } from "vitest";
import { decisionUrls } from "../src/pages/decisions.ts";
import { readRealSite } from "./support/real-site.ts";

describe("decisions", () => {
  it("are found by their number and by the name of their page", () => {
    const markdown =
      "# Decisions: Units\n\nText.\n\n| # | Section | What is open | What we chose |\n|---|---|---|---|\n| U1 | 2 | Ids | int64 |\n";
    expect([...decisionUrls([{ name: "units", markdown }])]).toEqual([
      ["units", "decisions/units/"],
      ["U1", "decisions/units/#u1"],
    ]);
  });

  it("have a place of their own with the whole text", async () => {
    const { pages } = await readRealSite();
    const page = pages.find(({ url }) => url === "decisions/conventions/");
    expect(page?.main.text).toContain('<h2 id="c9">');
    expect(page?.main.text).toContain("A misspelt filter must not return everything.");
  });

  it("lead to files of the repository and to other pages", async () => {
    const { pages } = await readRealSite();
    const page = pages.find(({ url }) => url === "decisions/units/")?.main.text;
    expect(page).toContain('href="https://github.com/fleet-api/fleet-api/blob/main/spec/resources/units/schemas.yaml"');
    expect(page).toContain('href="../../decisions/conventions/"');
  });
});
