import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { launchProfile } from "../support/chromium.ts";
import { openApp, type AppTab } from "./app-tab.ts";
import { north, type AppProfile, type AppSetup, type Installation } from "./use-app.ts";

type Fill = (tab: AppTab, profile: AppProfile) => Promise<() => Promise<unknown>>;

const kinds: readonly (readonly [string, Installation, Fill])[] = [
  ["localStorage", "local", fillLocalStorage],
  ["IndexedDB", "stop", limitQuota],
];

/** A browser that gives no storage to the page. */
export function storageCases({ setup, profile, site }: AppSetup): void {
  it.each(kinds)("a full %s: the tab works by itself, and shares its session when there is room", async (...given) => {
    const [, installation, fill] = given;
    const opened = await profile();
    const [one, other] = [await opened.tab(installation), await opened.tab(installation)];
    const makeRoom = await fill(one, opened);
    const units = await one.logIn(north);
    expect(units).toMatch(/^[1-9]\d* units$/);
    expect(await one.events()).toContain("store_error commit");
    expect(await one.page.evaluate(() => fleetApp.session.flush().catch(({ code }) => code))).toBe("store_unavailable");
    expect(await other.use("list")).toBe("login_required");
    await makeRoom();
    await one.page.evaluate(() => fleetApp.session.flush());
    await other.holds(await one.token());
    expect(await other.use("list")).toBe(units);
    expect(opened.logins()).toBe(1);
  });

  it("site data that the user deletes: the tab goes on, and shares its session again", async () => {
    const { tab, context, logins } = await profile();
    const [one, other] = [await tab("stop"), await tab("stop")];
    const units = await one.logIn(north);
    await other.shows("status", "active");
    const devtools = await context.newCDPSession(one.page);
    await devtools.send("Storage.clearDataForOrigin", { origin: site().origin, storageTypes: "all" });
    await other.reload();
    setup.server().rotateAfter(0);
    expect(await one.use("list")).toBe(units);
    await other.holds(await one.token());
    expect(await other.use("list")).toBe(units);
    expect(logins()).toBe(1);
  });

  it("site data that is blocked: each tab has a session of its own in memory, and no error", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fleet-blocked-"));
    await mkdir(join(folder, "Default"));
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(join(folder, "Default", "Preferences"), JSON.stringify(settings));
    const context = await launchProfile(folder);
    try {
      const errors: string[] = [];
      context.on("weberror", (error) => errors.push(String(error.error())));
      const url = `${site().origin}/stop/`;
      const [one, other] = [await openApp(context, url), await openApp(context, url)];
      expect(await one.page.evaluate(refusalOfStorage)).toBe("SecurityError");
      const units = await one.logIn(north);
      expect(units).toMatch(/^[1-9]\d* units$/);
      await one.shows("user", north.username);
      expect(await one.events()).toEqual(["token login"]);
      expect(await other.use("list")).toBe("login_required");
      expect(await other.logIn(north)).toBe(units);
      await one.page.evaluate(() => fleetApp.session.flush());
      expect(errors).toEqual([]);
    } finally {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Runs in the page. */
function refusalOfStorage(): string {
  try {
    return `${localStorage.length} records`;
  } catch (error) {
    return error instanceof Error ? error.name : "no error";
  }
}

/** Resolves to the way to make room again. */
async function fillLocalStorage({ page }: AppTab): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    let text = "x".repeat(2 ** 22);
    while (text !== "") {
      try {
        localStorage.setItem(`filler ${localStorage.length}`, text);
      } catch {
        text = text.slice(0, text.length / 2);
      }
    }
  });
  return () => page.evaluate(() => localStorage.clear());
}

async function limitQuota({ page }: AppTab, { context }: AppProfile): Promise<() => Promise<unknown>> {
  const devtools = await context.newCDPSession(page);
  const origin = `${new URL(page.url()).origin}/`;
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  return () => devtools.send("Storage.overrideQuotaForOrigin", { origin });
}
