import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { admin, useServer } from "../support/service.ts";
import { openTryPage, type TryPage } from "./support/try-page.ts";
import { openWatched, useSite, whyNoSite } from "./support/use-site.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(whyNoSite() !== undefined)("Try it, with a stream", () => {
  const site = useSite();
  const server = useServer();
  let page: Page;
  let complaints: string[];
  beforeEach(async () => {
    [page, complaints] = await openWatched(site);
  });
  afterEach(() => page.context().close());

  const open = async (id: string): Promise<TryPage> => {
    const it = await openTryPage(page, site.url(`v1/try/#${id}`));
    await it.connect(server().baseUrl);
    await it.login(admin.username);
    await page.locator(".try-form details").evaluateAll((all) => all.forEach((part) => part.setAttribute("open", "")));
    return it;
  };
  const shown = async (it: TryPage): Promise<string> => (await it.response.locator("figure pre").textContent()) ?? "";
  const isStream = (url: string): boolean => new URL(url).pathname.endsWith("/monitoring/stream");

  /** Sends, and waits until the stream is open. Resolves to what resolves to why the browser has closed it. */
  async function openStream(): Promise<() => Promise<string | undefined>> {
    const closed = page.waitForEvent("requestfailed", (request) => isStream(request.url()));
    const opened = page.waitForResponse((response) => isStream(response.url()));
    await page.getByRole("button", { name: "Send" }).click();
    expect((await opened).status()).toBe(200);
    return async () => (await closed).failure()?.errorText;
  }

  /** Sends five requests of 500 positions. Resolves to the cursor of the positions after now. */
  async function sendPositions(): Promise<string> {
    await using session = createAuth({ baseUrl: server().baseUrl, credentials: admin });
    const fleet = createFleetClient({ baseUrl: server().baseUrl, ...session.bind() });
    const { next_cursor } = (await fleet.monitoring.feed().orThrow()).data;
    const now = Date.now();
    for (let count = 0; count < 5; count++) {
      const items = Array.from({ length: 500 }, (_, index) => {
        const recorded_at = new Date(now + count * 500 + index).toISOString();
        return { unit_id: 1, recorded_at, latitude: 0.05, longitude: -30 };
      });
      await fleet.monitoring.ingest({ body: { items } }).orThrow();
    }
    return next_cursor;
  }

  test("shows events of the sandbox, reached from the reference", async () => {
    await page.goto(site.url("v1/operations/monitoringStream/"));
    await page.locator("main").getByRole("link", { name: "Try it", exact: true }).click();
    const it = await openTryPage(page, page.url());
    await page.getByRole("button", { name: /^Start the sandbox/ }).click();
    await page.getByLabel("Demo login").selectOption(admin.username);
    await page.getByRole("button", { name: "Log in as this user" }).click();
    await expect.poll(() => it.permission.textContent()).toBe("You may do this: you have monitoring.view.");
    const sent = async (): Promise<string> => {
      expect(await it.send()).toBe(200);
      return shown(it);
    };
    await expect.poll(sent).toMatch(/^event: positions$/m);
    expect(await it.header("content-type")).toBe("text/event-stream");
    await it.operation("monitoringStreamTicket");
    expect(await it.send()).toBe(200);
    expect(complaints).toEqual([]);
  });

  test("closes the stream of a quiet fleet after ten seconds", async () => {
    await page.clock.install();
    const it = await open("monitoringStream");
    const closed = await openStream();
    await page.clock.fastForward(10_000);
    expect(await closed()).toBe("net::ERR_ABORTED");
    await expect.poll(() => it.response.textContent()).toContain("retry: 3000");
    expect(await page.getByRole("button", { name: "Stop" }).isVisible()).toBe(false);
  });

  test("shows what came before the reader stops it", async () => {
    const it = await open("monitoringStream");
    const closed = await openStream();
    await page.getByRole("button", { name: "Stop" }).click();
    expect(await closed()).toBe("net::ERR_ABORTED");
    await expect.poll(() => it.response.locator(".status").textContent()).toBe("200");
  });

  test("shows five events, the long ones shortened, and closes the stream", async () => {
    const cursor = await sendPositions();
    const it = await open("monitoringStream");
    await it.field("query.cursor").fill(cursor);
    const closed = await openStream();
    expect(await closed()).toBe("net::ERR_ABORTED");
    await expect.poll(() => it.response.locator(".status").textContent()).toBe("200");
    const data = (await shown(it)).match(/^data: .*$/gm) ?? [];
    expect(data.length).toBeGreaterThanOrEqual(5);
    for (const line of data) expect(line).toMatch(/^data: \[\{"unit_id":1,.{900,1000} … \(\d+ more characters\)$/);
  });

  test("shows a ticket that opens a stream", async () => {
    const it = await open("monitoringStreamTicket");
    expect(await it.send()).toBe(200);
    const { ticket } = Object(await it.body()).data;
    const controller = new AbortController();
    const response = await fetch(`${server().baseUrl}/monitoring/stream?ticket=${ticket}`, {
      signal: controller.signal,
    });
    controller.abort();
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  });

  test("shows problems as those of other operations", async () => {
    const it = await open("monitoringStream");
    await it.field("query.cursor").fill("no cursor");
    expect(await it.send()).toBe(422);
    expect(await it.field("error-query.cursor").textContent()).not.toBe("");
    await it.field("query.cursor").fill("");
    await server().db.query("delete from sessions");
    expect(await it.send()).toBe(401);
    expect(await it.response.textContent()).toContain("The service does not accept the token any more");

    await server().db.query("delete from role_permissions where resource = 'monitoring' and action = 'view'");
    onTestFinished(async () => {
      await server().db.query(
        "insert into role_permissions (role_id, resource, action) select id, 'monitoring', 'view' from roles on conflict do nothing",
      );
    });
    await it.login(admin.username);
    await expect.poll(() => it.permission.textContent()).toBe("You may not do this: you lack monitoring.view.");
    for (const id of ["monitoringStream", "monitoringStreamTicket"]) {
      await it.operation(id);
      expect(await it.send()).toBe(403);
      const lacking = it.response.getByRole("link", { name: "monitoring.view" });
      expect(await lacking.getAttribute("href")).toBe(site.url("v1/permissions/monitoring.view/"));
    }
  });

  test.each([
    [1440, "light"],
    [390, "dark"],
  ] as const)("is accessible at %i px, %s, with events", async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const cursor = await sendPositions();
    const it = await open("monitoringStream");
    await it.field("query.cursor").fill(cursor);
    expect(await it.send()).toBe(200);
    await page.evaluate(axe);
    const { violations } = await page.evaluate<{ violations: unknown[] }>(
      "axe.run(document, { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })",
    );
    expect(violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
