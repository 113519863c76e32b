import { createAuth, type TokenSession } from "@fleet-api/auth";
import { createFleetClient, type FleetClient } from "@fleet-api/client";
import type { BrowserContext } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startBreakableProxy } from "../browser/support/proxies.ts";
import { admin, useServer } from "../support/service.ts";
import { type MapPage, mapPage } from "./support/map-page.ts";
import { useSite, whyNoSite } from "./support/use-site.ts";

describe.skipIf(whyNoSite() !== undefined)("the live map, interrupted", () => {
  const site = useSite();
  const server = useServer();
  let session: TokenSession;
  let fleet: FleetClient;
  let context: BrowserContext;
  beforeAll(() => {
    const { baseUrl } = server();
    session = createAuth({ baseUrl, credentials: admin });
    fleet = createFleetClient({ baseUrl, ...session.bind() });
  });
  beforeEach(async () => {
    context = await site.context({ viewport: { width: 1440, height: 900 } });
  });
  afterEach(() => context.close());

  /** A new tab with the open map. */
  async function openTab(): Promise<MapPage> {
    const page = await context.newPage();
    await page.goto(site.url("v1/map/"));
    const map = mapPage(page);
    await map.open();
    return map;
  }

  /** Sends a position of unit 1, elsewhere for each speed. */
  async function report(speed_kmh: number): Promise<void> {
    const recorded_at = new Date().toISOString();
    const item = { unit_id: 1, recorded_at, latitude: speed_kmh / 1000, longitude: -30, speed_kmh };
    expect((await fleet.monitoring.ingest({ body: { items: [item] } }).orThrow()).data.stored).toBe(1);
  }

  const speedOf = async (map: MapPage, name: string): Promise<string | undefined> =>
    /\d+ km\/h/.exec((await map.rowOf(name).textContent()) ?? "")?.[0];

  test("continues when the network is back, and says so meanwhile", async () => {
    const proxy = await startBreakableProxy(server().baseUrl);
    onTestFinished(() => proxy.close());
    const map = await openTab();
    await map.login(proxy.baseUrl);
    const [name = ""] = await map.names(1);
    await report(11);
    await expect.poll(() => speedOf(map, name)).toBe("11 km/h");
    await map.rowOf(name).getByRole("button").click();

    await context.setOffline(true);
    proxy.breakConnections();
    await expect.poll(map.failure).toMatch(/^No answer.* The next attempt is in \d+ s\.$/);
    await report(12);
    await context.setOffline(false);
    await expect.poll(() => speedOf(map, name)).toBe("12 km/h");
    expect(await map.failure()).toBe("");
    // The reader's choice has survived.
    expect(await map.detail("Speed")).toBe("12 km/h");
  });

  test("shows what it missed when its tab was in the background while the stream ended", async () => {
    const proxy = await startBreakableProxy(server().baseUrl);
    onTestFinished(() => proxy.close());
    const map = await openTab();
    await map.login(proxy.baseUrl);
    const [name = ""] = await map.names(1);
    await map.settle();
    const before = await map.poses();
    await map.setVisible(false);
    proxy.breakConnections();
    await report(21);
    await map.setVisible(true);
    await expect.poll(() => speedOf(map, name)).toBe("21 km/h");
    await expect.poll(map.poses).not.toBe(before);
    expect(await map.failure()).toBe("");
  });

  test("goes on in one tab when the reader logs out in another", async () => {
    const [one, other] = [await openTab(), await openTab()];
    for (const map of [one, other]) await map.login(server().baseUrl);
    const [name = ""] = await one.names(1);
    await other.names(1);
    await report(31);
    for (const map of [one, other]) await expect.poll(() => speedOf(map, name)).toBe("31 km/h");
    await one.logOut();
    await expect.poll(one.said).toBe("Log in to see units.");
    expect(await one.rows().count()).toBe(0);
    await report(32);
    await expect.poll(() => speedOf(other, name)).toBe("32 km/h");
  });

  test("says that there are too many streams, and begins when one has ended", async () => {
    const streams: Response[] = [];
    const openStream = async (): Promise<number> => {
      const response = await session.fetch(`${server().baseUrl}/monitoring/stream`);
      // A stream ends when nothing refers to its response any more.
      if (response.ok) streams.push(response);
      return response.status;
    };
    // The service may notice late that those of the tests before have ended.
    for (let count = 0; count < 10; count++) await expect.poll(openStream).toBe(200);
    const map = await openTab();
    await map.login(server().baseUrl);
    await expect.poll(map.failure).toMatch(/You have 10 streams open.* The next attempt is in \d+ s\.$/);
    await Promise.all(streams.map(({ body }) => body?.cancel()));
    await expect.poll(map.said).toMatch(/units are shown/);
    expect(await map.failure()).toBe("");
  });

  test("says that the sandbox has ended, and starts it again", async () => {
    const map = await openTab();
    await map.startSandbox();
    await expect.poll(map.said).toMatch(/units are shown/);
    const worker = map.page.workers().find((one) => one.url().includes("sandbox-worker"));
    await worker?.evaluate(() => {
      setTimeout(() => {
        throw new Error("the end");
      });
    });
    await expect.poll(map.failure).toContain("The sandbox has ended");
    await map.page.getByRole("button", { name: "Reset the sandbox" }).click();
    await expect.poll(map.said).toMatch(/units are shown/);
    expect(await map.failure()).toBe("");
    await map.settle();
    const before = await map.poses();
    await expect.poll(map.poses).not.toBe(before);
  });
});
