import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { launchProfile } from "../support/chromium.ts";
import { endAtService } from "../support/tabs.ts";
import type { AppTab } from "./app-tab.ts";
import { openApp } from "./app-tab.ts";
import type { AppProfile, AppSetup, Installation } from "./use-app.ts";
import { north } from "./use-app.ts";

const permission = "/auth/permission/units/action/view";

/** What lies between the page and the service. */
export function networkCases({ setup, site, proxy, profile, watch }: AppSetup): void {
  it("offline, calls fail and the session stays; online, they go on with it", async () => {
    const { tab, context, logins } = await profile();
    const one = await tab("stop");
    const units = await one.logIn(north);
    await context.setOffline(true);
    expect(await one.use("list")).toBe("network");
    expect(await one.logIn(north)).toBe("login_backoff");
    await one.shows("status", "active");
    await context.setOffline(false);
    expect(await one.use("list")).toBe(units);
    expect(await one.logIn(north)).toBe(units);
    expect(await one.events()).toEqual(["token login", "login_backoff", "token login"]);
    expect(logins()).toBe(3);
  });

  it("a hidden token: the login says so; a tab that shares a session finds out when it asks", async () => {
    const { tab } = await profile();
    const [hidden, direct] = [await tab("hidden"), await tab("direct")];
    expect(await hidden.logIn(north)).toBe("token_not_exposed");
    const units = await direct.logIn(north);
    await hidden.shows("status", "active");
    setup.server().rotateAfter(0);
    expect(await hidden.use("list")).toBe(units);
    expect(await hidden.page.evaluate(() => fleetApp.session.refresh())).toBe(true);
    setup.server().rotateAfter("default");
    const events = await hidden.events();
    expect(events).toContain("token_not_exposed");
    expect(events).toContain("token reconciled");
    await direct.holds(await hidden.token());
  });

  it("a reconcile of one tab that gets no response holds up no other tab", async () => {
    const { tab } = await profile();
    const [one, other] = [await tab("stop"), await tab("stop")];
    await one.logIn(north);
    await other.shows("status", "active");
    const held = proxy().hold("GET /auth/token", "request");
    const late = one.page.evaluate(() => fleetApp.session.refresh());
    await held.arrived;
    // Browsers keep a request back while another tab sends the same one, unless it is to pass by their cache.
    expect(await other.page.evaluate(() => fleetApp.session.refresh())).toBe(true);
    held.release();
    expect(await late).toBe(true);
  });

  it("a request keeps its referrer and its priority, when it is sent and when it is repeated", async () => {
    const { tab, context } = await profile();
    const [one, other] = [await tab("same"), await tab("same")];
    await one.logIn(north);
    const first = await one.token();
    const sent = await watchRequests(context, one);
    const held = proxy().hold(`GET ${permission}`, "request");
    const given = { url: `${site().origin}/api/v1${permission}`, referrer: `${site().origin}/same/reports?of=today` };
    const status = one.page.evaluate(async ({ url, referrer }) => {
      const request = new Request(url, { referrer, referrerPolicy: "same-origin", priority: "low" });
      return (await fleetApp.session.fetch(request)).status;
    }, given);
    await held.arrived;
    // Another session of the same user: the call of this one may be repeated with its token.
    await other.logIn(north);
    await one.holds(await other.token());
    await endAtService(setup.server().baseUrl, first);
    const seen = watch();
    held.release();
    expect(await status).toBe(200);
    expect(seen().map(({ token }) => token)).toEqual([first, await one.token()]);
    const expected = { referrer: given.referrer, policy: "same-origin", priority: "Low" };
    expect(sent()).toEqual([expected, expected]);
  });
}

interface SentRequest {
  readonly referrer: string | undefined;
  readonly policy: string;
  readonly priority: string;
}

/** What the browser sends to check the permission, from now on. */
async function watchRequests(context: AppProfile["context"], { page }: AppTab): Promise<() => readonly SentRequest[]> {
  const devtools = await context.newCDPSession(page);
  const sent: SentRequest[] = [];
  devtools.on("Network.requestWillBeSent", ({ request }) => {
    if (!request.url.endsWith(permission)) return;
    const { headers, referrerPolicy: policy, initialPriority: priority } = request;
    sent.push({ referrer: headers["Referer"], policy, priority });
  });
  await devtools.send("Network.enable");
  return () => sent;
}

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
    // Chromium leaves some requests to IndexedDB without a response for half a minute; the session then tries again.
    await other.holds(await one.token()).catch(async (cause: unknown) => {
      throw new Error(`events: ${JSON.stringify([await one.events(), await other.events()])}`, { cause });
    });
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
