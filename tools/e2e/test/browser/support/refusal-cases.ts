import type { Frame } from "playwright-core";
import { expect, it } from "vitest";
import { admin } from "../../support/service.ts";
import { startHidingProxy } from "./hiding-proxy.ts";
import { type BrowserSetup } from "./tabs.ts";

/** A page that is refused storage, or the token. */
export function refusalCases({ server, profile, origin }: BrowserSetup): void {
  it.each(["indexeddb", "local"] as const)(
    "G3 G11 storage, locks and channels, in a sandboxed frame: its session is in memory and works (%s)",
    async (storage) => {
      const { context, logins } = await profile();
      const page = await context.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.goto(`${origin()}/framed`);
      const frame: Frame = page.frames()[1] ?? page.mainFrame();
      await frame.waitForFunction(() => "fleetPage" in globalThis);
      expect(await frame.evaluate(() => globalThis.origin)).toBe("null");
      const { baseUrl } = server();
      await frame.evaluate((given) => fleetPage.open(given), { baseUrl, name: "e2e", storage, credentials: admin });
      const results = await frame.evaluate(
        (url) => Promise.all(Array.from({ length: 5 }, () => fleetPage.call(url))),
        baseUrl,
      );
      expect(results).toEqual([200, 200, 200, 200, 200]);
      expect(logins()).toBe(1);
      expect(await frame.evaluate(() => fleetPage.keptIn())).toBe("memory");
      await frame.evaluate(() => fleetPage.flush());
      expect(errors).toEqual([]);
    },
  );

  it("B17 to read the token, because a proxy drops the expose header: the error says so", async () => {
    const proxy = await startHidingProxy(server().baseUrl);
    try {
      const tab = await (await profile()).tab();
      await tab.open({ baseUrl: proxy.baseUrl });
      expect(await tab.page.evaluate(() => fleetPage.login())).toBe("token_not_exposed");
      // A session of its own: the pause after the failed login is shared through the store.
      await tab.open({ name: "direct" });
      expect(await tab.page.evaluate(() => fleetPage.login())).toBe("ok");
    } finally {
      await proxy.close();
    }
  });
}
