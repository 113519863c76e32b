import axe from "axe-core";
import type { Browser } from "playwright-core";

/** Violations of the rules of axe, with its defaults. */
export interface Violations {
  readonly rules: readonly string[];
  readonly nodes: number;
}

/** Opens a page in a color scheme, waits until it shows everything, and runs axe. */
export async function axeViolations(browser: Browser, url: string, colorScheme: "light" | "dark"): Promise<Violations> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "networkidle", timeout: 60_000 });
    await page.waitForTimeout(2000);
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async () => {
      const result = await globalThis.axe.run();
      return result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.length }));
    });
    return {
      rules: violations.map(({ id }) => id),
      nodes: violations.reduce((sum, { nodes }) => sum + nodes, 0),
    };
  } finally {
    await context.close();
  }
}

declare global {
  // A global of the page, not of this process.
  var axe: { run(): Promise<{ violations: { id: string; nodes: unknown[] }[] }> };
}
