import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { byTier, tier } from "@fleet-api-tools/test-tier";
import { docsDir } from "@fleet-api/docs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { filesIn, PAGE_KINDS, pagesOf, useSite, watch, whyNoSite } from "./support/use-site.ts";

const screenshots = fileURLToPath(new URL("../../dist/screenshots/", import.meta.url));

/** Widths of phones, tablets, laptops and large screens, and those next to where the layout changes. */
const WIDTHS = byTier([390, 2560], [320, 390, 768, 959, 961, 1279, 1281, 2560]);

describe.skipIf(whyNoSite() !== undefined)("in a browser", () => {
  const site = useSite();
  let page: Page;
  beforeAll(async () => {
    page = await (await site.context({ reducedMotion: "reduce" })).newPage();
    await mkdir(screenshots, { recursive: true });
  });

  test("no page scrolls sideways on the narrowest screen", async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(site.url("v1/"));
    const found: string[] = [];
    for (const [path, markup] of pagesOf(await filesIn(docsDir))) {
      // All pages have the same style sheet: a body in the place of another is quicker than a visit.
      const width = await page.evaluate((text) => {
        document.body = document.adoptNode(new DOMParser().parseFromString(text, "text/html").body);
        return document.documentElement.scrollWidth;
      }, markup);
      if (width > 320) found.push(`${path} is ${width} pixels wide`);
    }
    expect(found).toEqual([]);
  });

  test.each(Object.entries(PAGE_KINDS))(
    "nothing overlaps on %s, and the browser has no complaint",
    async (kind, path) => {
      const complaints = watch(page, new URL(site.url("")).origin);
      await page.goto(site.url(path));
      await page.locator("main details").evaluateAll((all) => all.forEach((part) => part.setAttribute("open", "")));
      const found: string[] = [];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (sideways > 0) found.push(`${width}: scrolls sideways by ${sideways}`);
        found.push(...(await page.evaluate(overlaps)).map((pair) => `${width}: ${pair}`));
      }
      expect(found).toEqual([]);
      // At 2,560 pixels, a line of text stays as long as people can read.
      const widest = await page
        .locator("main .prose p, main .tagline")
        .evaluateAll((all) => Math.max(0, ...all.map((text) => text.getBoundingClientRect().width)));
      expect(widest).toBeLessThan(820);
      expect(complaints).toEqual([]);
      page.removeAllListeners();
      if (tier !== "test" && !kind.startsWith("list-of-") && kind !== "changelog") await takeScreenshots(page, kind);
    },
  );

  test("two words on one place are found", async () => {
    await page.goto(site.url("v1/"));
    await page.locator("h1").evaluate((heading) => {
      const copy = heading.cloneNode(true);
      if (copy instanceof HTMLElement) heading.parentElement?.append(copy);
      if (copy instanceof HTMLElement) Object.assign(copy.style, { position: "absolute", top: "0", left: "0" });
      if (heading.parentElement !== null) heading.parentElement.style.position = "relative";
    });
    expect(await page.evaluate(overlaps)).not.toEqual([]);
  });

  test("nothing moves when fonts and scripts arrive", async () => {
    const tab = await (await site.context({ viewport: { width: 1440, height: 900 } })).newPage();
    await tab.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) =>
        shifts.push(...list.getEntries().map((entry) => Number(Reflect.get(entry, "value")))),
      ).observe({ type: "layout-shift", buffered: true });
    });
    for (const kind of ["start", "operation-with-body", "guide-with-diagram"]) {
      await tab.goto(site.url(PAGE_KINDS[kind] ?? ""));
      await tab.evaluate(() =>
        document.fonts.ready.then(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        ),
      );
      const total = await tab.evaluate<number>("shifts.reduce((sum, value) => sum + value, 0)");
      expect([kind, total < 0.05 ? "still" : total]).toEqual([kind, "still"]);
    }
    await tab.context().close();
  });
});

/** For people who look at what a change does to the pages; nothing compares them. */
async function takeScreenshots(page: Page, kind: string): Promise<void> {
  const looks = [
    ["light", 1440],
    ["dark", 390],
  ] as const;
  for (const [colorScheme, width] of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${screenshots}${kind}.${width}.png` });
  }
}

/**
 * Runs in a page: pairs of texts that are drawn over each other. What a scrolling part hides does not count, and neither
 * does what is hidden for those who see.
 */
function overlaps(): string[] {
  interface Box {
    readonly text: string;
    readonly node: Node;
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  const clip = (
    box: DOMRect,
    element: Element | null,
  ): { left: number; top: number; right: number; bottom: number } => {
    let { left, top, right, bottom } = box;
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      if (overflowX !== "visible" || overflowY !== "visible") {
        const frame = at.getBoundingClientRect();
        left = Math.max(left, frame.left);
        top = Math.max(top, frame.top);
        right = Math.min(right, frame.right);
        bottom = Math.min(bottom, frame.bottom);
      }
      if (position === "fixed") break;
    }
    return { left, top, right, bottom };
  };
  const isHidden = (element: Element): boolean =>
    element.closest(".hidden, .skip, script, style, title") !== null ||
    !element.checkVisibility({ checkOpacity: true });
  const boxes: Box[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? "";
    const parent = node.parentElement;
    if (text === "" || parent === null || isHidden(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = { text: text.slice(0, 30), node, ...clip(rect, parent) };
      if (box.right - box.left > 1 && box.bottom - box.top > 1) boxes.push(box);
    }
  }
  boxes.sort((a, b) => a.top - b.top);
  const pairs = new Set<string>();
  boxes.forEach((a, index) => {
    for (const b of boxes.slice(index + 1)) {
      if (b.top >= a.bottom) break;
      if (a.node === b.node) continue;
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - b.top;
      // Boxes of lines touch: letters are smaller than the box of their font.
      if (width > 2 && height > 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top))
        pairs.add(`“${a.text}” and “${b.text}”`);
    }
  });
  return [...pairs];
}
