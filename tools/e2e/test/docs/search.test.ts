import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { useSite, whyNoSite } from "./support/use-site.ts";

/** What readers look for, how they may mistype it, and the page that they want; the unit tests have more of them. */
const QUERIES = [
  ["an operation by its path", "/units/listing", "/units/listng", "operations/unitsListing/"],
  ["a heading of a guide", "Store the token", "Stor the tokn", "guides/login-and-rotation/#store-the-token"],
] as const;

describe.skipIf(whyNoSite() !== undefined)("the search", () => {
  const site = useSite();
  let page: Page;
  beforeEach(async () => {
    const context = await site.context();
    page = await context.newPage();
    await page.goto(site.url("v1/guides/paging/"));
  });
  afterEach(() => page.context().close());

  const field = (): ReturnType<Page["getByRole"]> => page.getByRole("combobox", { name: "Search" });
  const note = (): Promise<string | null> => page.locator("dialog [role=status]").textContent();
  const isFocused = (): Promise<boolean> => field().evaluate((input) => input === document.activeElement);
  const close = async (): Promise<void> => {
    await page.keyboard.press("Escape");
    await field().waitFor({ state: "hidden" });
  };
  const isReady = (): Promise<void> => page.getByText("Type to search").waitFor();

  test.each(QUERIES)("finds %s by the keyboard alone", async (_what, query, mistyped, path) => {
    for (const text of [query, mistyped]) {
      await page.goto(site.url("v1/guides/paging/"));
      await page.keyboard.press("/");
      await isReady();
      await page.keyboard.insertText(text);
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => !url.pathname.endsWith("/paging/"));
      expect(page.url()).toContain(path);
    }
  });

  test("has what was typed before it was loaded", async () => {
    let load = (): void => {};
    const held = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/assets\/search\.\w+\.js$/, (route) => held.then(() => route.continue()));
    await page.keyboard.press("/");
    await page.keyboard.type("iccid");
    load();
    await page.getByRole("option").first().waitFor();
    expect(await field().inputValue()).toBe("iccid");
  });

  test("says when nothing has all words", async () => {
    await page.keyboard.press("/");
    await isReady();
    await page.keyboard.insertText("unitsListing zebra");
    await page.getByRole("option").first().waitFor();
    expect(await note()).toMatch(/^Nothing has all of these words; \d+ results? with some of them\.$/);
  });

  test.each(["/", "Control+k", "Meta+k"])("opens with %s", async (key) => {
    await page.keyboard.press(key);
    await expect.poll(isFocused).toBe(true);
  });

  test("opens with / from a chosen sample, where nothing is typed", async () => {
    await page.goto(site.url("v1/operations/unitsListing/"));
    await page.locator('input[name="sample"]').first().focus();
    await page.keyboard.press("/");
    await expect.poll(() => field().isVisible()).toBe(true);
  });

  test("lets / be typed into its field", async () => {
    await page.keyboard.press("/");
    await isReady();
    await page.keyboard.type("/auth/login");
    expect(await field().inputValue()).toBe("/auth/login");
  });

  test("goes through the results with the arrow keys and says which is chosen", async () => {
    await page.keyboard.press("/");
    await isReady();
    await page.keyboard.type("unit");
    await page.getByRole("option").nth(2).waitFor();
    const chosen = (): Promise<string[]> =>
      page.getByRole("option", { selected: true }).evaluateAll((all) => all.map(({ id }) => id));
    const count = await page.getByRole("option").count();
    const keys = ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown"];
    const seen: string[][] = [];
    for (const key of keys) {
      await page.keyboard.press(key);
      seen.push(await chosen());
      expect([await field().getAttribute("aria-activedescendant")]).toEqual(seen.at(-1));
    }
    const option = (index: number): string[] => [`search-option-${index}`];
    expect(seen).toEqual([option(1), option(2), option(1), option(0), option(count - 1), option(0)]);
    expect(await note()).toBe(`${count} results.`);
  });

  test("gives the focus back at Escape", async () => {
    await page.getByRole("button", { name: "Search" }).focus();
    await page.keyboard.press("Enter");
    await isReady();
    await close();
    expect(await page.evaluate(() => document.activeElement?.className)).toBe("search-button");
  });

  test("says when nothing is found", async () => {
    await page.keyboard.press("/");
    await isReady();
    await page.keyboard.type("qqqxxxqqq");
    await expect.poll(note).toBe("Nothing found for “qqqxxxqqq”.");
  });

  test("leaves the key / alone when the reader says so, on the next pages too", async () => {
    const button = page.getByRole("button", { name: "Search" });
    const isTaken = (): Promise<boolean> =>
      page.evaluate(() => !dispatchEvent(new KeyboardEvent("keydown", { key: "/", cancelable: true })));
    await page.keyboard.press("/");
    await isReady();
    await page.getByLabel("The / key opens the search").uncheck();
    await close();
    expect(await isTaken()).toBe(false);
    await page.reload();
    await expect.poll(() => button.getAttribute("aria-keyshortcuts")).toBe("Control+K");
    expect(await button.locator("kbd").isVisible()).toBe(false);
    expect(await isTaken()).toBe(false);
    await page.keyboard.press("Control+K");
    await isReady();
    await page.getByLabel("The / key opens the search").check();
    await close();
    expect(await isTaken()).toBe(true);
    expect(await button.getAttribute("aria-keyshortcuts")).toBe("/ Control+K");
  });

  test("opens again before the page was drawn without it", async () => {
    await page.keyboard.press("/");
    await isReady();
    // Until the next frame, the field that is gone has the focus.
    await page.evaluate(() => {
      document.querySelector("dialog")?.close();
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
    });
    await expect.poll(isFocused).toBe(true);
  });

  test("works on without a network once it was opened", async () => {
    await page.keyboard.press("/");
    await isReady();
    await close();
    await page.context().setOffline(true);
    await page.keyboard.press("/");
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.type("iccid");
    await expect.poll(() => page.getByRole("option").count()).toBeGreaterThan(0);
  });

  test("says that its index is missing, and loads it at the next attempt", async () => {
    const index = /assets\/search\.\w+\.json$/;
    await page.route(index, (route) => route.fulfill({ status: 404, body: "" }));
    await page.keyboard.press("/");
    await expect.poll(note).toContain("could not be loaded (status 404)");
    await page.keyboard.type("unit");
    expect(await note()).toContain("could not be loaded (status 404)");
    await close();
    await page.unroute(index);
    await page.keyboard.press("/");
    await page.getByRole("option").first().waitFor();
  });

  test("does not say that nothing is found while its index loads", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/assets\/search\.\w+\.json$/, (route) => held.then(() => route.continue()));
    await page.keyboard.press("/");
    await field().fill("unit");
    expect(await note()).toBe("Loading …");
    release();
    await page.getByRole("option").first().waitFor();
  });

  test("says when it cannot be loaded itself", async () => {
    await page.context().setOffline(true);
    await page.keyboard.press("/");
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("could not be loaded");
    await page.context().setOffline(false);
    await page.reload();
    await page.keyboard.press("/");
    await isReady();
  });
});
