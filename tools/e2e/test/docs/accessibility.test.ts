import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { byTier } from "@fleet-api-tools/test-tier";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { PAGE_KINDS, useSite, whyNoSite } from "./support/use-site.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Without what nobody reads here. */
const FAST: RunOptions = { resultTypes: ["violations"], selectors: false, preload: false, iframes: false };

/** The rules whose outcome depends on the theme; the others run once. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

type Run = readonly [width: number, colorScheme: "light" | "dark", rules: RunOptions];

const ONCE: Run = [1440, "dark", {}];
const RUNS: readonly Run[] = byTier(
  [ONCE],
  [
    [1440, "light", { runOnly: COLOUR_RULES }],
    // Fingers need targets of 24 pixels; the rule is off in the usual set.
    [390, "light", { runOnly: [...COLOUR_RULES, "target-size"] }],
    ONCE,
    [390, "dark", { runOnly: COLOUR_RULES }],
  ],
);

describe.skipIf(whyNoSite() !== undefined)("axe", () => {
  const site = useSite();
  let page: Page;
  beforeAll(async () => {
    page = await (await site.context({ reducedMotion: "reduce" })).newPage();
  });

  const open = async (path: string): Promise<void> => {
    await page.goto(site.url(path));
    await page.evaluate(axe);
  };

  test.each(Object.entries(PAGE_KINDS))("finds nothing on %s", async (_kind, path) => {
    await open(path);
    expect(await violationsEverywhere(page)).toEqual([]);
  });

  test("finds nothing in the open search", async () => {
    await open("v1/");
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("unit");
    await page.getByRole("option").first().waitFor();
    expect(await violationsEverywhere(page)).toEqual([]);
  });

  test("finds nothing in the open menu of a narrow window", async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    await open("v1/operations/unitsListing/");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("navigation", { name: "Documentation" }).waitFor();
    expect(await violations(page, {})).toEqual([]);
  });

  test("finds what a page lacks", async () => {
    await open("v1/");
    await page.locator("main").evaluate((main) => main.append(document.createElement("img")));
    expect(await violations(page, {})).toEqual([expect.stringContaining("image-alt")]);
  });
});

async function violationsEverywhere(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [width, colorScheme, rules] of RUNS) {
    await page.setViewportSize({ width, height: 900 });
    // Axe judges what is visible. Both ways of closed parts, but not both at each width: some pages have hundreds.
    await page
      .locator("main details")
      .evaluateAll((all, open) => all.forEach((part) => part.toggleAttribute("open", open)), width > 1000);
    await page.emulateMedia({ colorScheme });
    found.push(...(await violations(page, rules)).map((violation) => `${width} ${colorScheme}: ${violation}`));
  }
  return found;
}

async function violations(page: Page, rules: RunOptions): Promise<string[]> {
  const results: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify({ ...FAST, ...rules })})`);
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html.slice(0, 200)} ${failureSummary}`),
  );
}
