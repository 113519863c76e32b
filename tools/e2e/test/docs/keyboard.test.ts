import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PAGE_KINDS, useSite, watch, whyNoSite } from "./support/use-site.ts";

const OPERATION = "v1/operations/unitsListing/";

/** What has the focus: a name for people, and whether they see that it has it. */
interface Stop {
  readonly name: string;
  readonly problem: string | null;
}

describe.skipIf(whyNoSite() !== undefined)("a reader without a mouse", () => {
  const site = useSite();
  let page: Page;
  const open = async (path: string, options: BrowserContextOptions = {}): Promise<void> => {
    page = await (await site.context({ reducedMotion: "reduce", ...options })).newPage();
    await page.goto(site.url(path));
  };
  beforeEach(() => open(OPERATION));
  afterEach(() => page.context().close());

  test.each(["operation-with-body", "guide-with-diagram", "not-found"])(
    "walks through %s and back, and sees where the focus is",
    async (kind) => {
      await page.goto(site.url(PAGE_KINDS[kind] ?? ""));
      const there = await walk(page);
      const back: string[] = [];
      for (const _ of there) back.push((await press(page, "Shift+Tab"))?.name ?? "");
      expect(there.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]))).toEqual([]);
      expect(there[0]?.name).toBe("Skip to content");
      expect(back).toEqual(there.map(({ name }) => name).toReversed());
      expect(there.length).toBeGreaterThan(20);
    },
  );

  test("skips the navigation", async () => {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main")?.id)).toBe("main");
  });

  test("opens a nested property", async () => {
    const summary = page.locator("main details > summary").first();
    const handle = await summary.elementHandle();
    await summary.focus();
    await page.keyboard.press("Enter");
    expect(await handle?.evaluate((element) => element.parentElement?.hasAttribute("open"))).toBe(true);
  });

  test("opens the menu of a narrow window; Escape closes it and gives the focus back", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const menu = page.getByRole("navigation", { name: "Documentation" });
    await page.getByRole("button", { name: "Menu" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    expect(await menu.isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Menu");
  });

  test("chooses the language of samples with the arrow keys; it stays", async () => {
    const inputs = page.locator('input[name="sample"]');
    const count = await inputs.count();
    expect(count).toBeGreaterThan(1);
    await inputs.first().focus();
    const shown: string[] = [];
    for (let index = 1; index < count; index++) {
      await page.keyboard.press("ArrowRight");
      shown.push((await page.locator(".sample:visible figcaption").allInnerTexts()).join());
    }
    expect(new Set(shown).size).toBe(count - 1);
    const chosen = (): Promise<string> => page.locator('input[name="sample"]:checked').inputValue();
    const last = await inputs.last().inputValue();
    expect(await chosen()).toBe(last);
    await page.reload();
    expect(await chosen()).toBe(last);
    await page.goto(site.url("v1/operations/authLogin/"));
    expect(await chosen()).toBe(last);
  });

  test("copies code and the page", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    const figure = page.locator("figure.code:visible").first();
    await figure.getByRole("button", { name: "Copy" }).focus();
    await page.keyboard.press("Enter");
    await figure.getByRole("button", { name: "Copied" }).waitFor();
    expect(await clipboard()).toBe(await figure.locator("code").textContent());
    await page.getByRole("button", { name: "Copy page as Markdown" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(clipboard).toBe(await (await fetch(site.url("v1/operations/unitsListing.md"))).text());
  });

  test("is told that a copy failed", async () => {
    await page.route(/\.md$/, (route) => route.fulfill({ status: 404, body: "" }));
    await page.getByRole("button", { name: "Copy page as Markdown" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("button", { name: "Could not copy" }).count()).toBe(1);
  });

  test("chooses a theme; it stays, and is there before anything is painted", async () => {
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (document.body === null) return;
        observer.disconnect();
        Object.assign(globalThis, { themeAtBody: document.documentElement.dataset["theme"] });
      }).observe(document, { childList: true, subtree: true });
    });
    await page.getByRole("button", { name: "Dark theme" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Light theme" }).waitFor();
    const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    for (const path of [OPERATION, "v1/", "404.html"]) {
      await page.goto(site.url(path));
      expect(await page.evaluate("themeAtBody")).toBe("dark");
      expect(await background()).toBe(dark);
    }
    await page.getByRole("button", { name: "Light theme" }).press("Enter");
    expect(await background()).not.toBe(dark);
  });

  test("sees what a link names although it is in a closed part", async () => {
    const nested = page.locator("main details .prop").last();
    const id = await nested.getAttribute("id");
    // With the page, and later.
    for (const start of ["about:blank", site.url(OPERATION)]) {
      await page.goto(start);
      await page.goto(site.url(`${OPERATION}#${id}`));
      await expect.poll(() => nested.evaluate((part) => part.getBoundingClientRect().top)).toBeGreaterThan(50);
      expect(await nested.evaluate((part) => part.getBoundingClientRect().top)).toBeLessThan(300);
    }
  });

  test.each(["#%zz", "#no-such-place", "#"])("reads on when the address ends with %s", async (hash) => {
    const complaints = watch(page, new URL(site.url("")).origin);
    await page.goto("about:blank");
    await page.goto(site.url(`${OPERATION}${hash}`));
    await page.getByRole("button", { name: "Search" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("needs no storage", async () => {
    const complaints = watch(page, new URL(site.url("")).origin);
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    });
    await page.goto(site.url(OPERATION));
    await page.getByRole("button", { name: "Dark theme" }).press("Enter");
    await page.getByRole("button", { name: "Light theme" }).waitFor();
    await page.locator('input[name="sample"]').first().focus();
    await page.keyboard.press("ArrowRight");
    expect(complaints).toEqual([]);
  });
});

/** Presses Tab until the focus leaves the page. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let step = 0; step < 600; step++) {
    const stop = await press(page, "Tab");
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error(`Tab never leaves the page, but for ${JSON.stringify(stops.slice(-5))}`);
}

async function press(page: Page, key: string): Promise<Stop | null> {
  await page.keyboard.press(key);
  return page.evaluate(focused);
}

function focused(): Stop | null {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const name = (element.getAttribute("aria-label") ?? (element.textContent || element.id))
    .trim()
    .replaceAll(/\s+/g, " ");
  // A radio button is shown by its label.
  const shown = element instanceof HTMLInputElement ? (element.labels?.[0] ?? element) : element;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  const { left, top, width, height } = shown.getBoundingClientRect();
  const x = Math.max(0, Math.min(left + Math.min(width / 2, 20), innerWidth - 1));
  const [y = top] = [top + height / 2].map((middle) => Math.max(top + 2, Math.min(middle, innerHeight - 2)));
  const hit = document.elementFromPoint(x, y);
  const isCovered = hit === null || !(shown.contains(hit) || hit.contains(shown));
  const problem =
    outlineStyle === "none" || outlineWidth === "0px"
      ? "no outline"
      : width < 1 || height < 1
        ? "has no size"
        : isCovered
          ? `is covered by ${hit?.outerHTML.slice(0, 60)} at ${x},${y}`
          : null;
  return { name, problem };
}
