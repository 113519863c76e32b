import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { operationsOf } from "@fleet-api-tools/openapi-document";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startServer } from "@fleet-api/server";
import { startHidingProxy } from "../browser/support/proxies.ts";
import { listen, stopListening } from "../browser/support/page-server.ts";
import { admin, useServer } from "../support/service.ts";
import { readContract } from "./support/contract.ts";
import { openTryPage, type TryPage } from "./support/try-page.ts";
import { openWatched, useSite, whyNoSite } from "./support/use-site.ts";

const EXACT = '{"data":{"pong":9007199254740993},"notices":[]}';
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(whyNoSite() !== undefined)("Try it, with a server of another origin", () => {
  const site = useSite();
  const server = useServer();
  let page: Page;
  beforeEach(async () => {
    page = await (await site.context()).newPage();
  });
  afterEach(() => page.context().close());

  const open = (id: string): Promise<TryPage> => openTryPage(page, site.url(`v1/try/#${id}`));
  const loggedIn = async (id: string, username = admin.username): Promise<TryPage> => {
    const it = await open(id);
    await it.connect(server().baseUrl);
    await it.login(username);
    return it;
  };

  test("sends nothing anywhere before the reader connects", async () => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const it = await open("unitsListing");
    await it.operation("unitsCreate");
    await page.getByRole("button", { name: "Send" }).click();
    expect(await it.response.textContent()).toContain("Choose a service first");
    expect(requests.filter((url) => !url.startsWith(site.url("")))).toEqual([]);
  });

  test("logs in, asks for the permission, and reads a list", async () => {
    const it = await loggedIn("unitsListing");
    await expect.poll(() => it.permission.textContent()).toBe("You may do this: you have units.view.");
    await it.field("query.per_page").fill("7");
    expect(await it.send()).toBe(200);
    expect(await it.body()).toMatchObject({ pagination: { per_page: 7, total: 126 } });
    expect(await page.locator(".try-request code").first().textContent()).toContain("per_page=7");
    expect(await it.header("authorization")).toBeUndefined();
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      0,
      "",
    ]);
  });

  test("takes a rotated token up, and says so", async () => {
    server().rotateAfter(0);
    onTestFinished(() => server().rotateAfter("default"));
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "OPTIONS" && request.url().startsWith(server().baseUrl)) asked.push(request.url());
    });
    const it = await loggedIn("unitsListing");
    await expect.poll(() => it.permission.textContent()).not.toBe("");
    expect(await it.send()).toBe(200);
    await expect.poll(() => it.status.textContent()).toContain("after 2 rotations");
    // A token is no reason to ask for the permission again: the answer would bring the next one.
    expect(await it.send()).toBe(200);
    await expect.poll(() => it.status.textContent()).toContain("after 3 rotations");
    expect(asked.map((url) => new URL(url).pathname.split("/")[3])).toEqual(["auth", "auth", "units", "units"]);
    expect(await it.header("authorization")).toBe("bearer …");
    expect(await page.content()).not.toMatch(/bearer f1\./);
  });

  test("sends nothing while the form of the chosen operation is not there", async () => {
    const it = await loggedIn("unitsListing");
    await page.route(/forms\/clientsListing\.json$/, (route) => route.fulfill({ status: 503, body: "" }));
    await page.locator("#try-operation").selectOption("clientsListing");
    await page.getByRole("alert").filter({ hasText: "The form could not be loaded" }).waitFor();
    expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
    await it.operation("unitsFind");
    expect(await page.getByRole("button", { name: "Send" }).isEnabled()).toBe(true);
  });

  test("shows code without the secrets that were typed", async () => {
    const it = await open("authLogin");
    await it.field("body.password").fill("a secret of the reader");
    for (const code of await page.locator(".try-request code").allTextContents())
      expect(code).not.toContain("a secret of the reader");
    expect(await page.locator(".try-request code").first().textContent()).toContain("<PASSWORD>");
  });

  test("shows findings at their fields", async () => {
    const it = await loggedIn("unitsCreate");
    await it.field("body.imei").fill("123");
    await it.field("body.name").fill(" ");
    expect(await it.send()).toBe(422);
    expect(await it.field("error-body.imei").textContent()).toBe("must be 15 digits");
    expect(await it.field("body.imei").getAttribute("aria-invalid")).toBe("true");
    expect(await it.field("error-body.client_id").textContent()).toBe("");
    await it.field("body.client_id").fill("many");
    await page.getByRole("button", { name: "Send" }).click();
    expect(await it.field("error-body.client_id").textContent()).toBe('Enter a number; "many" is not one.');
    expect(await it.field("body.client_id").evaluate((input) => input === document.activeElement)).toBe(true);
  });

  test("logs out, and says what a call needs then", async () => {
    const it = await loggedIn("unitsListing");
    await page.getByRole("button", { name: "Log out" }).click();
    await expect.poll(() => it.status.textContent()).toContain("Not logged in");
    await page.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => it.response.textContent()).toMatch(/Log(?:ged out| in first)/);
  });

  test("shows the answer of a service that does not know the token any more", async () => {
    const it = await loggedIn("unitsListing");
    await server().db.query("delete from sessions");
    expect(await it.send()).toBe(401);
    expect(await it.response.textContent()).toContain("The service does not accept the token any more");
    expect(await it.response.getByRole("link").first().getAttribute("href")).toContain("/problems/");
  });

  test("names the user of the newest login, also of one in the form", async () => {
    const it = await loggedIn("authLogin");
    await it.field("body.username").fill("demo-client-north");
    await it.field("body.password").fill("fleet-demo-client-north");
    expect(await it.send()).toBe(200);
    await it.operation("unitsListing");
    expect(await it.send()).toBe(200);
    const units = Object(await it.body()).pagination.total;
    const name = await it.status.textContent();
    expect(units < 126).toBe(name?.startsWith("demo-client-north ") === true);
  });

  test("keeps the form and the focus where the reader is", async () => {
    const it = await loggedIn("unitsGet");
    expect(await it.status.evaluate((status) => status === document.activeElement)).toBe(true);
    await it.field("path.unit_id").fill("42");
    await page.evaluate(() => {
      location.hash = "main";
    });
    expect(await it.send()).toBe(200);
    expect(await it.field("path.unit_id").inputValue()).toBe("42");
    const focused = (): Promise<string | null> => page.evaluate(() => document.activeElement?.textContent ?? null);
    expect(await focused()).toBe("Send");
    await page.getByRole("button", { name: "Log out" }).click();
    await expect.poll(focused).toBe("Log in");
    expect(await page.getByRole("button", { name: "Log in as this user" }).isVisible()).toBe(false);
  });

  test.each([
    ["nested deep", "[".repeat(200_000) + "]".repeat(200_000)],
    ["with many notices", JSON.stringify({ data: {}, notices: Array.from({ length: 100_000 }, () => "x") })],
    ["with markup", '{"data":{"pong":"<img src=x onerror=alert(1)>"},"notices":["<b>x</b>"]}'],
    ["with a number that JavaScript cannot hold", EXACT],
  ])("shows a body %s", async (_what, body) => {
    const hostile = createServer((_request, response) => {
      response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "application/json" }).end(body);
    });
    const origin = await listen(hostile);
    onTestFinished(() => stopListening(hostile));
    const it = await open("testsPing");
    await it.connect(`${origin}/api/v1`);
    expect(await it.send()).toBe(200);
    const shown = await it.response.locator("figure pre").textContent();
    expect(shown?.length).toBeGreaterThan(20);
    if (body === EXACT) expect(shown).toBe(EXACT);
    expect(await it.response.locator("img, b").count()).toBe(0);
  });

  test("keeps no password, and says when it is wrong", async () => {
    const it = await open("unitsListing");
    await it.connect(server().baseUrl);
    await it.login("demo-partner-admin", "wrong");
    expect(await it.failure.textContent()).toContain("The service refused the login");
    expect(await page.locator("#try-password").inputValue()).toBe("");
  });

  test("explains a server that hides the token", async () => {
    const proxy = await startHidingProxy(server().baseUrl);
    onTestFinished(() => proxy.close());
    const it = await open("unitsListing");
    await it.connect(proxy.baseUrl);
    await it.login(admin.username);
    expect(await it.failure.textContent()).toContain("Access-Control-Expose-Headers: Authorization");
  });

  test("explains a server that allows no other origin", async () => {
    const closed = await startServer({
      settings: { memory: true, port: 0, demo: true, log_level: "silent", cors_origins: "https://fleet.example.com" },
    });
    onTestFinished(() => closed.close());
    const it = await open("unitsListing");
    await it.connect(closed.baseUrl);
    await it.login(admin.username);
    expect(await it.failure.textContent()).toContain("The server does not allow calls from this page");
    expect(await it.failure.textContent()).toContain(`add ${new URL(site.url("")).origin} to cors_origins`);
  });

  test("explains an address where nothing answers, and one that is none", async () => {
    const gone = createServer();
    const origin = await listen(gone);
    await stopListening(gone);
    const it = await open("unitsListing");
    await it.connect(`${origin}/api/v1`);
    await it.login(admin.username);
    expect(await it.failure.textContent()).toContain(`Nothing answers at ${origin}`);
    for (const [text, why] of [
      ["http://fleet.example.com/api/v1", "Use https"],
      ["http://[::1]:4080/api/v1", "Use https"],
      ["fleet", '"fleet" is not an http or https URL'],
      ["https://me:secret@fleet.example.com", "is refused"],
    ] as const) {
      await it.failure.evaluate((place) => place.replaceChildren());
      await it.connect(text);
      expect(await it.failure.textContent()).toContain("This URL cannot be used");
      expect(await it.failure.textContent()).toContain(why);
    }
    await it.connect(server().baseUrl.replace("/api/v1", ""));
    await it.login(admin.username);
    expect(await it.failure.textContent()).toContain("There is no login at this URL");
  });

  test("stops a request that takes long", async () => {
    const slow = createServer((request, response) => {
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("access-control-allow-headers", "*");
      if (request.method === "OPTIONS") response.end();
    });
    const origin = await listen(slow);
    onTestFinished(() => stopListening(slow));
    const it = await open("testsPing");
    await it.connect(`${origin}/api/v1`);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => it.response.textContent()).toContain("Stopped");
    expect(await page.getByRole("button", { name: "Send" }).isEnabled()).toBe(true);
  });

  test("works with the keyboard alone", async () => {
    await open("unitsListing");
    const type = async (label: string, text: string): Promise<void> => {
      await page.getByLabel(label).first().focus();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
    };
    await type("Base URL", server().baseUrl);
    await page.keyboard.press("Enter");
    await type("Username", admin.username);
    await page.keyboard.press("Tab");
    await page.keyboard.type(admin.password);
    await page.keyboard.press("Enter");
    await page.locator(".try-status:text('is logged in')").waitFor();
    await page.locator("[id='query.per_page']").focus();
    await page.keyboard.press("Enter");
    await page.locator(".try-response .status").first().waitFor();
    expect(await page.locator(".try-response").textContent()).toContain("200");
  });

  test("has a form for every operation", async () => {
    const it = await open("unitsListing");
    for (const { operation, parameters } of operationsOf(readContract())) {
      await it.operation(operation.operationId);
      expect(await page.locator(".try-form > fieldset").count()).toBeGreaterThanOrEqual(parameters.length > 0 ? 1 : 0);
    }
  });

  test.each([
    [1440, "light"],
    [320, "dark"],
  ] as const)("is accessible at %i px, %s, and does not scroll sideways", async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const it = await loggedIn("unitsCreate");
    await it.field("body.imei").fill("123");
    expect(await it.send()).toBe(422);
    await page.locator(".try-form details").evaluateAll((all) => all.forEach((part) => part.setAttribute("open", "")));
    await page.evaluate(axe);
    const { violations } = await page.evaluate<{ violations: unknown[] }>(
      "axe.run(document, { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })",
    );
    expect(violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});

describe.skipIf(whyNoSite() !== undefined)("Try it, with the server in the page", () => {
  const site = useSite();
  let page: Page;
  let complaints: string[];
  beforeEach(async () => {
    [page, complaints] = await openWatched(site);
  });
  afterEach(() => page.context().close());

  const start = async (id: string): Promise<TryPage> => {
    const it = await openTryPage(page, site.url(`v1/try/#${id}`));
    await page.getByRole("button", { name: /^Start the sandbox \(\d\.\d MB\)$/ }).click();
    await page.getByRole("button", { name: "Reset the sandbox" }).waitFor();
    return it;
  };
  const enter = async (it: TryPage, username: string): Promise<void> => {
    await page.locator("#try-demo-login").evaluate((select) => select.closest("details")?.setAttribute("open", ""));
    await page.getByLabel("Demo login").selectOption(username);
    await page.getByRole("button", { name: "Log in as this user" }).click();
    await it.page.locator(`.try-status:text('${username} is logged in to the sandbox')`).waitFor();
  };

  test("works from a plain host: list, create, edit twice, rotate, be refused, start over", async () => {
    const it = await start("unitsListing");
    await enter(it, "demo-partner-admin");
    await expect.poll(() => it.permission.textContent()).toBe("You may do this: you have units.view.");
    expect(await it.send()).toBe(200);
    expect(await it.body()).toMatchObject({ pagination: { total: 126 } });
    // Code outside of the page cannot reach the sandbox.
    expect(await page.locator(".try-request code").first().textContent()).toMatch(/^curl .http:\/\/127\.0\.0\.1:/);

    await it.operation("unitGroupsCreate");
    await it.field("body.name").fill("In the sandbox");
    expect(await it.send()).toBe(201);
    const { data } = Object(await it.body());
    const tag = (await it.header("etag")) ?? "";
    await it.operation("unitGroupsUpdate");
    await it.field("path.unit_group_id").fill(String(data.id));
    await it.field("header.If-Match").fill(tag);
    await it.field("body.description").fill("Changed");
    expect([await it.send(), await it.send()]).toEqual([200, 412]);
    const failed = it.response.getByRole("link", { name: "precondition_failed" });
    expect(await failed.getAttribute("href")).toBe(site.url("v1/problems/precondition_failed/"));

    await page.getByLabel("A new token with every response").check();
    await it.operation("unitsFind");
    expect(await it.send()).toBe(200);
    await expect.poll(() => it.status.textContent()).toMatch(/after [1-9]\d* rotations?/);

    await it.operation("unitsCreate");
    await it.field("body.imei").fill("123");
    expect(await it.send()).toBe(422);
    expect(await it.field("error-body.imei").textContent()).toBe("must be 15 digits");

    await enter(it, "demo-read-only");
    await expect.poll(() => it.permission.textContent()).toBe("You may not do this: you lack units.create.");
    await it.field("body.imei").fill("");
    expect(await it.send()).toBe(403);
    const lacking = it.response.getByRole("link", { name: "units.create" });
    expect(await lacking.getAttribute("href")).toBe(site.url("v1/permissions/units.create/"));

    await page.getByRole("button", { name: "Reset the sandbox" }).click();
    await expect.poll(() => it.status.textContent()).toBe("Connected to the sandbox. Not logged in.");
    await enter(it, "demo-partner-admin");
    await it.operation("unitGroupsFind");
    await it.field("query.q").fill("Changed");
    expect(await it.send()).toBe(200);
    expect(await it.body()).toMatchObject({ pagination: { total: 0 } });
    // The page shows what the service refused; the browser knows nothing of a service.
    expect(complaints).toEqual([]);
  });

  test("shows the message of a password reset", async () => {
    const it = await start("authPasswordResetRequest");
    await it.field("body.email").fill("demo-read-only@example.com");
    expect(await it.send()).toBe(200);
    const mail = page.locator(".try-mail li").filter({ hasText: "password reset" });
    await mail.waitFor();
    const token = (await mail.locator("code").textContent()) ?? "";
    await it.operation("authPasswordReset");
    await it.field("body.token").fill(token);
    await it.field("body.password").fill("a new password of the demo");
    expect(await it.send()).toBe(200);
  });

  test("says plainly that a file is missing, and starts once it is there", async () => {
    await page.route(/sandbox-template/, (route) => route.fulfill({ status: 503, body: "" }));
    const it = await openTryPage(page, site.url("v1/try/#unitsListing"));
    const button = page.getByRole("button", { name: /^Start the sandbox/ });
    await button.click();
    await expect.poll(() => it.failure.textContent()).toContain("The sandbox could not be started");
    expect(await it.failure.textContent()).toContain("503");
    await page.unroute(/sandbox-template/);
    await button.click();
    await page.getByRole("button", { name: "Reset the sandbox" }).waitFor();
    expect(await it.failure.textContent()).toBe("");
  });

  test("gives way to a service that was chosen while it was loaded", async () => {
    const other = await startServer({ settings: { memory: true, port: 0, demo: true, log_level: "silent" } });
    onTestFinished(() => other.close());
    let load = (): void => {};
    const held = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/sandbox-template/, (route) => held.then(() => route.continue()));
    const it = await openTryPage(page, site.url("v1/try/#unitsListing"));
    await page.getByRole("button", { name: /^Start the sandbox/ }).click();
    await it.connect(other.baseUrl);
    await it.login("demo-partner-admin");
    const loaded = page.waitForResponse(/sandbox-template/);
    load();
    await loaded;
    await expect.poll(() => page.workers().length).toBe(0);
    expect(await it.status.textContent()).toContain(`is logged in to ${other.baseUrl}`);
  });
});
