import type { Frame, Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Drive } from "../../../src/browser/drive-client.ts";
import { admin } from "../../support/service.ts";
import type { BrowserSetup } from "./tabs.ts";

type Way = Pick<Drive, "client" | "fetch" | "remakes">;

const ways: readonly Way[] = (["middleware", "bind", "fleet"] as const).flatMap((client) =>
  (["window", "default"] as const).flatMap((fetch) =>
    // The Fleet client has no middleware that makes requests.
    (client === "fleet" ? [false] : [false, true]).map((remakes) => ({ client, fetch, remakes })),
  ),
);

/** A page logs in, replays after a 401 and logs out, with the `fetch` of the page and with that of the package. */
export function clientCases({ server, profile }: BrowserSetup): void {
  it.each(ways)("logs in, replays and logs out: $client, $fetch fetch, remakes requests: $remakes", async (way) => {
    const { page } = await (await profile()).tab();
    await page.waitForFunction(() => "fleetPage" in globalThis);
    const drive = { ...way, baseUrl: server().baseUrl, credentials: admin };
    const { statuses, ...result } = await page.evaluate((given) => fleetPage.driveClient(given), drive);
    // The body of a request that was replaced cannot be repeated: the caller gets the 401, and the next call works.
    const skipped = way.remakes ? 1 : 0;
    // The operation takes no body, and the service says so: the replay has arrived with it. The Fleet client sends none.
    const answered = way.client === "fleet" ? 200 : 422;
    expect(statuses).toEqual([200, 200, skipped ? 401 : answered, 200]);
    expect(result).toEqual({ replays: 2 - skipped, logins: 3, skipped, remote: true, afterwards: "logged_out" });
  });
}

/** A unit that nobody has changed. */
const unitId = 1;

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

/** A page that is refused storage, or the token. */
export function refusalCases({ server, profile, origin }: BrowserSetup): void {
  it.each(["indexeddb", "local"] as const)(
    "storage, locks and channels, in a sandboxed frame: its session is in memory and works (%s)",
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
}
