import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { byTier, tier } from "@fleet-api-tools/test-tier";
import { docsDir } from "@fleet-api/docs";
import { startServer } from "@fleet-api/server";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { admin, useServer } from "../support/service.ts";
import { type MapPage, mapPage } from "./support/map-page.ts";
import { openWatched, useSite, whyNoSite } from "./support/use-site.ts";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const screenshots = fileURLToPath(new URL("../../dist/screenshots/", import.meta.url));

/** What the map may load after the click, compressed as hosts send it. */
const BUDGET = 460_000;

const LOOKS: [width: number, theme: "light" | "dark"][] = [
  [1440, "light"],
  [1440, "dark"],
  [390, "light"],
  [390, "dark"],
];

describe.skipIf(whyNoSite() !== undefined)("the live map", () => {
  const site = useSite();
  const server = useServer();
  let token: string;
  let page: Page;
  let map: MapPage;
  let complaints: string[];
  beforeAll(async () => {
    const response = await fetch(`${server().baseUrl}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(admin),
    });
    token = response.headers.get("authorization") ?? "";
    await mkdir(screenshots, { recursive: true });
  });
  afterEach(() => page.context().close());

  /** A new tab with the page; the map is not open. */
  async function visit(options: BrowserContextOptions = {}): Promise<void> {
    [page, complaints] = await openWatched(site, { viewport: { width: 1440, height: 900 }, ...options });
    map = mapPage(page);
    await page.goto(site.url("v1/map/"));
  }

  async function open(options: BrowserContextOptions = {}): Promise<void> {
    await visit(options);
    await map.open();
  }

  const login = (username?: string, baseUrl = server().baseUrl): Promise<void> => map.login(baseUrl, username);

  async function centreOf(part: Locator): Promise<{ readonly x: number; readonly y: number }> {
    const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** Sends a position as a device would. */
  async function report(unit_id: number, values: object): Promise<void> {
    const response = await fetch(`${server().baseUrl}/monitoring/positions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: token },
      body: JSON.stringify({ items: [{ unit_id, recorded_at: new Date().toISOString(), ...values }] }),
    });
    token = response.headers.get("authorization") ?? token;
    expect(await response.json()).toMatchObject({ data: { stored: 1 } });
  }

  test("loads nothing before the click, and no more than its budget after it", async () => {
    await visit();
    const before = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(before.filter((url) => /map-view|map-worker|island/.test(url))).toEqual([]);
    await map.open();
    await page.locator(".map-place").first().waitFor();
    await expect.poll(() => page.workers().length).toBeGreaterThan(0);
    const after = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    const loaded = [
      ...new Set([...after.filter((url) => !before.includes(url)), ...page.workers().map((worker) => worker.url())]),
    ];
    const sizes = await Promise.all(
      loaded.map(async (url) => {
        const path = new URL(url).pathname.slice(new URL(site.url("")).pathname.length);
        return gzipSync(await readFile(join(docsDir, path)), { level: 9 }).length;
      }),
    );
    const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
    console.log(`the map: ${total} bytes after the click, in ${loaded.length} files`);
    expect(loaded.map((url) => url.replace(/^.*\/([a-z-]+)\..*$/, "$1")).toSorted()).toEqual([
      "island",
      "map-view",
      "map-worker",
    ]);
    expect(total).toBeLessThanOrEqual(BUDGET);
    expect(complaints).toEqual([]);
  });

  test("can be read without JavaScript", async () => {
    await visit({ javaScriptEnabled: false });
    expect(await page.locator("main").textContent()).toContain("The map needs JavaScript");
    expect(await page.getByRole("link", { name: "List latest positions" }).count()).toBe(1);
  });

  test("shows the moving units of the sandbox with one click more, and makes no request to anybody else", async () => {
    await open();
    await map.startSandbox();
    await expect.poll(map.said).toMatch(/^\d+ units are shown\.$/);
    expect(await map.rows().count()).toBeGreaterThan(100);
    expect(await page.locator(".map-unit").count()).toBe(await map.rows().count());
    expect(await page.locator(".try-status").textContent()).toContain("is logged in to the sandbox");
    // The fleet of the sandbox drives.
    await map.settle();
    const before = await map.poses();
    await expect.poll(map.poses).not.toBe(before);
    expect(complaints).toEqual([]);
  });

  test("moves a marker to a new position, and says it in the list", async () => {
    await open();
    await login();
    const [name = ""] = await map.names(1);
    await map.settle();
    const before = await map.marker(name).evaluate((element) => element.style.transform);
    await report(1, { latitude: 0.05, longitude: -30, speed_kmh: 42, heading_deg: 90, ignition: true });
    await expect.poll(() => map.marker(name).evaluate((element) => element.style.transform)).not.toBe(before);
    await expect.poll(() => map.rowOf(name).textContent()).toContain("moving42 km/h");
    expect(await map.marker(name).locator(".map-moving").count()).toBe(1);

    // The second one is near: the marker passes places between.
    const seen = await page.evaluateHandle((text) => {
      const places = new Set<string>();
      const element = [...document.querySelectorAll<HTMLElement>(".map-unit")].find((one) => one.textContent === text);
      const look = (): void => {
        places.add(element?.style.transform ?? "");
        requestAnimationFrame(look);
      };
      look();
      return places;
    }, name);
    await report(1, { latitude: 0.055, longitude: -30, speed_kmh: 42, heading_deg: 0, ignition: true });
    await expect.poll(() => seen.evaluate((places) => places.size)).toBeGreaterThan(5);
    expect(complaints.filter((text) => !text.includes(server().baseUrl))).toEqual([]);
  });

  test("moves a marker at once for readers who want less motion", async () => {
    await open({ reducedMotion: "reduce" });
    await login();
    const [, name = ""] = await map.names(2);
    await report(2, { latitude: -0.05, longitude: -30.02, speed_kmh: 42, heading_deg: 90, ignition: true });
    await expect.poll(() => map.rowOf(name).textContent()).toContain("moving42 km/h");
    const seen = await page.evaluateHandle((text) => {
      const places: string[] = [];
      const element = [...document.querySelectorAll<HTMLElement>(".map-unit")].find((one) => one.textContent === text);
      new MutationObserver(() => places.push(element?.style.transform ?? "")).observe(element ?? document.body, {
        attributeFilter: ["style"],
      });
      return places;
    }, name);
    await report(2, { latitude: -0.045, longitude: -30.02, speed_kmh: 43, heading_deg: 90, ignition: true });
    await expect.poll(() => map.rowOf(name).textContent()).toContain("43 km/h");
    expect(new Set(await seen.evaluate((places) => places)).size).toBe(1);
  });

  test("shows vehicle, driver and trail of the unit that is clicked, and marks it in the list", async () => {
    // Where no other marker is above it.
    await report(2, { latitude: 0.02, longitude: -29.7, speed_kmh: 20, heading_deg: 90, ignition: true });
    await open();
    await login();
    const [, name = ""] = await map.names(2);
    await map.marker(name).click();
    await expect.poll(() => map.detail("Trail")).toBe("Last hour and new positions");
    expect([await map.detail("Vehicle"), await map.detail("Driver")]).toEqual([
      expect.stringMatching(/^Car \d+, /),
      expect.stringMatching(/^Demo Driver/),
    ]);
    expect(await page.getByRole("heading", { name }).count()).toBe(1);
    expect(await map.rowOf(name).getByRole("button").getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: "Close" }).click();
    expect(await page.locator(".map-details").isVisible()).toBe(false);
    expect(await page.locator(".map-list [aria-pressed=true]").count()).toBe(0);
  });

  test("is used with the keyboard: one stop of Tab, arrows within, Enter selects on the map", async () => {
    await open();
    await login();
    const all = await map.names(1000);
    const first = page.locator(".map-list tbody button").first();
    await page.locator("#map-movement").focus();
    const stops: string[] = [];
    while (!stops.includes("list")) {
      await page.keyboard.press("Tab");
      stops.push(
        await page.evaluate(() =>
          document.activeElement?.closest("tbody") ? "list" : (document.activeElement?.tagName ?? ""),
        ),
      );
      expect(stops.length).toBeLessThan(12);
    }
    expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    expect(await map.marker(all[1] ?? "").getAttribute("class")).toContain("is-selected");
    expect(await map.said()).toContain(`${all[1]} is selected`);
    await page.keyboard.press("End");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(all.at(-1));
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("tbody"))).toBeNull();
  });

  test("filters by client and status", async () => {
    await open();
    await login();
    await map.names(1);
    const all = await map.rows().count();
    await page.getByLabel("Status").selectOption("parked");
    await expect.poll(map.said).toMatch(/units are shown/);
    const statuses = await page.locator(".map-list tbody td:nth-child(2)").allTextContents();
    expect(new Set(statuses)).toEqual(new Set(["parked"]));
    await page.getByLabel("Client").selectOption({ index: 1 });
    await expect.poll(() => map.rows().count()).toBeLessThan(statuses.length);
    await page.getByLabel("Status").selectOption("");
    await page.getByLabel("Client").selectOption("");
    await expect.poll(() => map.rows().count()).toBe(all);
  });

  test("says what a reader may not see, and shows the rest", async () => {
    await server().db.query(
      "delete from role_permissions where resource in ('drivers', 'vehicles') and action = 'view'",
    );
    onTestFinished(async () => {
      await server().db.query(
        `insert into role_permissions (role_id, resource, action)
          select id, resource, 'view' from roles, unnest(array['drivers', 'vehicles']) resource on conflict do nothing`,
      );
    });
    await open();
    await login();
    const [, name = ""] = await map.names(2);
    await map.rowOf(name).getByRole("button").click();
    await expect.poll(() => map.detail("Vehicle")).toMatch(/^You may not see vehicle \d+: you lack vehicles\.view\.$/);
    await expect.poll(() => map.detail("Trail")).toBe("Last hour and new positions");
    expect(await map.detail("Driver")).toMatch(/^(?:None|You may not see driver)/);
  });

  test("says that a session has ended, and begins again after a login", async () => {
    await open();
    await login("demo-client-north");
    await map.names(1);
    await server().db.query(
      "delete from sessions where user_id = (select id from users where username = 'demo-client-north')",
    );
    await expect.poll(map.failure).toContain("Log in");
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(1);
    await page.locator("#try-username").evaluate((input) => input.closest("details")?.setAttribute("open", ""));
    await page.locator("#try-username").fill("demo-client-south");
    await page.locator("#try-password").fill("fleet-demo-client-south");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect.poll(map.said).toMatch(/units are shown/);
    expect(await map.failure()).toBe("");
  });

  test("says that a service refuses pages of this origin, and when it is gone", async () => {
    const settings = { memory: true, port: 0, demo: true, log_level: "silent" } as const;
    const closed = await startServer({ settings: { ...settings, cors_origins: "https://fleet.example.com" } });
    onTestFinished(() => closed.close());
    await open();
    await login(admin.username, closed.baseUrl);
    await expect
      .poll(() => page.locator(".try-failure").textContent())
      .toContain("does not allow calls from this page");

    const other = await startServer({ settings });
    await page.locator("#try-address").evaluate((input) => input.closest("details")?.setAttribute("open", ""));
    await login(admin.username, other.baseUrl);
    await map.names(1);
    await other.close();
    await expect.poll(map.failure).toMatch(/No answer.*The next attempt is in \d+ s\./);
    expect(await map.rows().count()).toBeGreaterThan(100);
  });

  test("says that a service refuses the login", async () => {
    await open();
    await login("demo-nobody");
    await expect.poll(() => page.locator(".try-failure").textContent()).toContain("The service refused the login");
    expect(await map.said()).toBe("Choose a service and log in to see its units.");
  });

  test("keeps the buttons of the map above its markers", async () => {
    await report(3, { latitude: 0.02, longitude: -29.7, speed_kmh: 20 });
    await open({ reducedMotion: "reduce" });
    await login();
    const [, , name = ""] = await map.names(3);
    await map.rowOf(name).getByRole("button").click();
    const zoomOut = page.getByRole("button", { name: "Zoom out" });
    const { x, y } = await centreOf(zoomOut);
    await map.settle();
    const from = await centreOf(map.marker(name).locator(".map-unit-shape"));
    // Beside the marker, which is no handle of the map.
    await page.mouse.move(from.x - 100, from.y);
    await page.mouse.down();
    await page.mouse.move(x - 100, y, { steps: 10 });
    await page.mouse.up();
    await map.settle();
    const to = await centreOf(map.marker(name).locator(".map-unit-shape"));
    expect([Math.round(to.x), Math.round(to.y)]).toEqual([Math.round(x), Math.round(y)]);
    expect(await zoomOut.evaluate((button, at) => document.elementFromPoint(at.x, at.y) === button, { x, y })).toBe(
      true,
    );
  });

  test("has the list where there is no WebGL, and says so", async () => {
    await visit();
    await page.evaluate(() => {
      const getContext = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith("webgl") ? null : Reflect.apply(getContext, this, [kind, ...rest]);
      } as typeof getContext;
    });
    await page.getByRole("button", { name: "Open the map" }).click();
    await expect.poll(() => page.locator(".map-trouble").textContent()).toContain("no WebGL 2");
    await login();
    const [, name = ""] = await map.names(2);
    await map.rowOf(name).getByRole("button").click();
    await expect.poll(() => map.detail("Vehicle")).toMatch(/^Car/);
  });

  test("has the list when a file of the map is missing, and says so", async () => {
    await visit();
    await page.route(/map-view/, (route) => route.fulfill({ status: 404, body: "" }));
    await page.getByRole("button", { name: "Open the map" }).click();
    await expect.poll(() => page.locator(".map-trouble").textContent()).toContain("could not be loaded");
    await login();
    expect((await map.names(3)).length).toBe(3);
  });

  test("says when the browser takes the graphics away, and goes on when it gives them back", async () => {
    await open();
    const extension = await page.evaluateHandle(() =>
      document
        .querySelector<HTMLCanvasElement>(".map-canvas canvas")
        ?.getContext("webgl2")
        ?.getExtension("WEBGL_lose_context"),
    );
    await extension.evaluate((one) => one?.loseContext());
    await expect.poll(() => page.locator(".map-trouble").textContent()).toContain("stopped drawing the map");
    await extension.evaluate((one) => one?.restoreContext());
    await expect.poll(() => page.locator(".map-trouble").textContent()).toBe("");
  });

  test("takes the colours of the theme that the reader chooses", async () => {
    await open({ colorScheme: "light", reducedMotion: "reduce" });
    const colour = async (): Promise<number> => {
      // In the corner there is water.
      const { x = 0, y = 0 } = (await page.locator(".map-frame").boundingBox()) ?? {};
      const clip = { x: x + 4, y: y + 4, width: 2, height: 2 };
      const png = (await page.screenshot({ clip })).toString("base64");
      return page.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = new OffscreenCanvas(1, 1).getContext("2d");
        canvas?.drawImage(image, 0, 0);
        return canvas?.getImageData(0, 0, 1, 1).data[0] ?? -1;
      }, png);
    };
    await expect.poll(colour).toBeGreaterThan(180);
    await page.getByRole("button", { name: "Dark theme" }).click();
    await expect.poll(colour).toBeLessThan(60);
  });

  test.each(byTier(LOOKS.slice(1, 3), LOOKS))(
    "axe finds nothing at %i in the %s theme, with a unit selected",
    async (width, colorScheme) => {
      await open({ viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" });
      await login("demo-client-north");
      const [, name = ""] = await map.names(2);
      await map.rowOf(name).getByRole("button").click();
      await expect.poll(() => map.detail("Trail")).not.toBe("Loading …");
      await page.evaluate(axe);
      const violations = await page.evaluate<{ id: string; nodes: { html: string; failureSummary: string }[] }[]>(
        "axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then((results) => results.violations)",
      );
      expect(
        violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
        ),
      ).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      // For people who look at them; nothing compares them.
      if (tier === "test") return;
      await page.locator(".map-filters").evaluate((element) => element.scrollIntoView());
      await page.screenshot({ path: `${screenshots}live-map.${width}.${colorScheme}.png` });
    },
  );
});
