import { snippets } from "@fleet-api-tools/repo-checks";
import type { Locator, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openWatched, useSite, whyNoSite } from "./support/use-site.ts";

describe.skipIf(whyNoSite() !== undefined)("samples that run in the page", () => {
  const site = useSite();
  let page: Page;
  let complaints: string[];
  beforeEach(async () => {
    [page, complaints] = await openWatched(site);
  });
  afterEach(() => page.context().close());

  const button = (): Locator => page.locator(".run-button:visible").first();
  const output = (): Locator => page.locator(".run-output:visible").first();
  const status = (): Promise<string> => page.locator(".run-status:visible").first().innerText();
  const run = async (path: string): Promise<string> => {
    await page.goto(site.url(path));
    if (path.includes("operations")) await page.locator('label[for="sample-client"]').click();
    expect(await button().textContent()).toMatch(/^Run in this page \(loads \d\.\d MB\)$/);
    await button().click();
    await expect.poll(() => button().textContent()).toBe("Run again");
    return status();
  };

  test.each([
    ["unitsListing", '"name": "Demo Unit 001"'],
    ["unitsCreate", '"identifier": "001017990002001"'],
    ["clientsDelete", '"deleted_at": "'],
    ["unitGroupsUpdate", '"version": 2,'],
    ["authPermission", '"allow": true'],
    ["testsPing", "pong"],
  ])("%s prints what the service answered", async (id, text) => {
    expect(await run(`v1/operations/${id}/`)).toBe("Done.");
    expect(await output().innerText()).toContain(text);
    expect(complaints).toEqual([]);
  });

  test("a guide's program prints what the guide says", async () => {
    expect(await run("v1/guides/paging/")).toBe("Done.");
    const [program] = snippets("packages/docs/guides/03-paging.md").filter((snippet) => snippet.run);
    const printed = await output().textContent();
    // Blocks below the first go on where it ends, in the test of the guide and in a reader's file.
    expect(printed?.split("\n").length).toBeGreaterThan(3);
    expect(program?.prints?.startsWith(printed ?? "")).toBe(true);
    await button().click();
    await expect.poll(() => button().textContent()).toBe("Run again");
    expect(await output().textContent()).toBe(printed);
  });

  test("a program can be stopped, and run again", async () => {
    await page.goto(site.url("v1/operations/unitsListing/"));
    await page.locator('label[for="sample-client"]').click();
    let load = (): void => {};
    const held = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/programs\/unitsListing\.js$/, async (route) => {
      await held;
      // The worker that asked for it has ended.
      await route.abort().catch(() => undefined);
    });
    await button().click();
    await expect.poll(status).toBe("Running …");
    await button().click();
    await expect.poll(status).toBe("Stopped.");
    load();
    await page.unroute(/programs\/unitsListing\.js$/);
    await button().click();
    await expect.poll(status).toBe("Done.");
  });

  test("what is missing is said", async () => {
    await page.route(/sandbox-pglite.*wasm/, (route) => route.fulfill({ status: 404, body: "" }));
    expect(await run("v1/operations/unitsListing/")).toMatch(/^The sandbox could not be started\. .*404/);
  });

  test("samples with placeholders, and those for Node, have no button", async () => {
    for (const path of ["v1/operations/authRegistration/", "v1/guides/running-the-server/"]) {
      await page.goto(site.url(path));
      expect(await page.locator(".run-button").count()).toBe(0);
    }
  });
});
