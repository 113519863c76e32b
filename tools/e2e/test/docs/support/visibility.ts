import type { Page } from "playwright-core";

/** Tells a page that it is hidden or shown; the browser of the tests shows all its tabs. */
export async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate((shown) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: shown ? "visible" : "hidden" });
    Object.defineProperty(document, "hidden", { configurable: true, value: !shown });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isVisible);
}
