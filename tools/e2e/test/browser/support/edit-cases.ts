import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { admin } from "../../support/service.ts";
import type { BrowserSetup } from "./tabs.ts";

const unitId = 3;

/** People who change the same record at the same time, each in a browser of their own. */
export function editCases({ server, profile }: BrowserSetup): void {
  const form = async (): Promise<Page> => {
    const { page } = await (await profile()).tab();
    await page.waitForFunction(() => "fleetPage" in globalThis);
    await page.evaluate(([url, login, id]) => fleetPage.editUnit(url, login, id), [
      server().baseUrl,
      admin,
      unitId,
    ] as const);
    return page;
  };
  const read = (page: Page) => page.evaluate(() => fleetPage.form().read());
  const rename = (page: Page, name: string) => page.evaluate((given) => fleetPage.form().rename(given), name);

  it("the second of two who edit one unit is told, loses nothing, and can repeat the change", async () => {
    const [first, second] = [await form(), await form()];
    expect(await read(first)).toBe(await read(second));
    expect(await rename(first, "By the first")).toEqual({ name: "By the first", version: 2 });

    expect(await rename(second, "By the second")).toEqual({
      code: "precondition_failed",
      message: expect.stringMatching(/version 2.*read/is),
      currentVersion: 2,
    });
    expect(await read(second)).toBe("By the first");
    expect(await rename(second, "By the second")).toEqual({ name: "By the second", version: 3 });
    expect(await read(first)).toBe("By the second");
  });
}
