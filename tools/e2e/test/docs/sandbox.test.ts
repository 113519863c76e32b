import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { byTier } from "@fleet-api-tools/test-tier";
import { docsDir } from "@fleet-api/docs";
import type { RunningServer } from "@fleet-api/server";
import { startServer } from "@fleet-api/server";
import { build } from "esbuild";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { launchEngine } from "../browser/support/chromium.ts";
import { serveFolder, watch, whyNoSite } from "./support/use-site.ts";
import { setVisible } from "./support/visibility.ts";

const MINUTE_MS = 60_000;

describe.skipIf(whyNoSite() !== undefined)("the sandbox", () => {
  let browser: Browser;
  let server: RunningServer;
  let tab: SandboxTab;
  const hosts: Record<string, string> = {};
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const settings = { memory: true, port: 0, demo: true, log_level: "silent", docs_dir: docsDir } as const;
    const [plain, labelling] = await Promise.all([
      serveFolder(docsDir),
      serveFolder(docsDir, "/docs/", (path): Record<string, string> =>
        path.endsWith(".gz") ? { "content-encoding": "gzip" } : {},
      ),
    ]);
    [browser, server] = await Promise.all([launchEngine(), startServer({ settings })]);
    Object.assign(hosts, { plain: plain.url, labelling: labelling.url, reference: server.docsUrl });
    closing.push(plain.close, labelling.close);
    tab = await newTab(plain.url);
    const refusal = await tab.page.evaluate(() => sandboxPage.open());
    if (refusal !== "") throw new Error(refusal);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await Promise.all(closing.map((close) => close()));
  });

  async function newTab(url: string): Promise<SandboxTab> {
    return openTab(await browser.newContext(), url);
  }

  const elsewhere: [string, string][] = [
    ["plain", "a host that only sends files"],
    ["labelling", "a host that labels what is compressed"],
  ];
  test.each([["reference", "the reference server"], ...byTier([], elsewhere)])(
    "opens on %s (%s), and the client lists all units with the auth package",
    async (host) => {
      const { page, complaints } = await newTab(hosts[host] ?? "");
      const began = performance.now();
      expect(await page.evaluate(() => sandboxPage.open())).toBe("");
      const ready = performance.now() - began;
      expect(await page.evaluate(() => sandboxPage.logIn())).toBe(200);
      console.log(
        `sandbox from ${host}: ready after ${ready.toFixed(0)} ms, first answer after ${(performance.now() - began).toFixed(0)} ms`,
      );
      await page.evaluate(() => sandboxPage.sandbox().rotateAfter(0));
      const { names, tokens } = await page.evaluate(() => sandboxPage.listWithClient());
      expect(names).toBe(126);
      // The login and six pages.
      expect(tokens).toBeGreaterThanOrEqual(6);
      const progress = await page.evaluate(() => sandboxPage.progress);
      expect(progress.length).toBeGreaterThan(2);
      expect(progress.at(-1)?.[0]).toBe(progress.at(-1)?.[1]);
      expect(progress.map(([loaded]) => loaded)).toEqual(progress.map(([loaded]) => loaded).toSorted((a, b) => a - b));
      expect(complaints).toEqual([]);
    },
  );

  test("replaces tokens when it is told to", async () => {
    const [before, during, after] = await tab.page.evaluate(async () => {
      await sandboxPage.logIn();
      const rotated = async (): Promise<boolean> =>
        "authorization" in (await sandboxPage.call("GET", "/units/listing?per_page=1")).headers;
      const results = [await rotated()];
      await sandboxPage.sandbox().rotateAfter(0);
      results.push(await rotated());
      await sandboxPage.sandbox().rotateAfter("default");
      results.push(await rotated());
      return results;
    });
    expect([before, during, after]).toEqual([false, true, false]);
  });

  test("has a fleet of today", async () => {
    const { instants, states } = await tab.page.evaluate(async () => {
      await sandboxPage.logIn();
      const pages = [
        await sandboxPage.call("GET", "/units/listing?per_page=100&include=state"),
        await sandboxPage.call("GET", "/units/listing?per_page=100&page=2&include=state"),
      ];
      const units = pages.flatMap(({ body }) => Object(body).data);
      return {
        instants: units.map((unit) => String(unit.state.last_seen_at)),
        states: units.map((unit) => String(unit.state.connection_status)),
      };
    });
    const ages = instants.filter((text) => text !== "null").map((text) => Date.now() - Date.parse(text));
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(ages.filter((age) => age < 60 * MINUTE_MS).length).toBeGreaterThan(30);
    expect(states.filter((state) => state !== "offline").length).toBeGreaterThan(50);
  });

  test("has 25 units that drive, but not while its page is hidden", async () => {
    const { page } = tab;
    await page.evaluate(() => sandboxPage.logIn());
    const live = (): Promise<number> =>
      page.evaluate(async () => {
        const { body } = await sandboxPage.call("GET", "/monitoring/positions/latest?max_age_s=6&per_page=200");
        return Object(body).pagination.total;
      });
    await expect.poll(live).toBeGreaterThanOrEqual(25);
    await setVisible(page, false);
    await expect.poll(live).toBe(0);
    await setVisible(page, true);
    await expect.poll(live).toBe(25);
  });

  test("hands over what would have been mailed, and the token in it works", async () => {
    const { waiting, reset, found } = await tab.page.evaluate(async () => {
      const [first] = sandboxPage.mail;
      await sandboxPage.call("POST", "/auth/password/reset/request", { email: "demo-client-north@example.com" });
      const known = (await sandboxPage.call("GET", `/auth/registration/${first?.payload.token}`)).status;
      return { waiting: first, reset: sandboxPage.mail.at(-1), found: known };
    });
    expect(waiting).toMatchObject({ kind: "registration", recipient: "demo-newcomer@example.com" });
    expect(Date.parse(waiting?.payload.expires_at ?? "")).toBeGreaterThan(Date.now());
    expect(reset).toMatchObject({ kind: "password_reset", recipient: "demo-client-north@example.com" });
    expect(found).toBe(200);
  });

  test("explains a wrong request as the server does, though it has no validators of responses", async () => {
    const body = { name: 5, client_id: "x", identifier: "", surplus: true };
    const { body: here } = await tab.page.evaluate(async (given) => {
      await sandboxPage.logIn();
      return sandboxPage.call("POST", "/units", given);
    }, body);
    const login = await fetch(`${server.baseUrl}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "demo-partner-admin", password: "fleet-demo-partner-admin" }),
    });
    const there = await fetch(`${server.baseUrl}/units`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: login.headers.get("authorization") ?? "" },
      body: JSON.stringify(body),
    });
    const { errors } = await there.json();
    expect(there.status).toBe(422);
    expect(errors.length).toBeGreaterThan(3);
    expect(Object(here).errors).toEqual(errors);
  });

  test("ends a request when its signal does", async () => {
    await tab.page.evaluate(() => sandboxPage.logIn());
    expect(await tab.page.evaluate(() => sandboxPage.abort("before"))).toBe("Error: not wanted");
    expect(await tab.page.evaluate(() => sandboxPage.abort("after"))).toBe("Error: not wanted any more");
    expect(await tab.page.evaluate(async () => (await sandboxPage.call("GET", "/units/listing")).status)).toBe(200);
  });

  test("answers for no other address", async () => {
    for (const url of [
      "https://example.com/api/v1/units/listing",
      "/api/v1/units/listing",
      "https://sandbox.invalid:8/x",
    ]) {
      const { error } = await tab.page.evaluate((address) => sandboxPage.send(address), url);
      expect([url, error]).toEqual([
        url,
        expect.stringMatching(/^TypeError: The sandbox answers for https:\/\/sandbox\.invalid alone, not for /),
      ]);
    }
    expect(tab.complaints).toEqual([]);
  });

  test("starts over", async () => {
    const { page, complaints } = await newTab(hosts["plain"] ?? "");
    expect(await page.evaluate(() => sandboxPage.open())).toBe("");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    const [errors, made, token, found] = await page.evaluate(async () => {
      await sandboxPage.logIn();
      const { status } = await sandboxPage.call("POST", "/unit_groups", { client_id: 1, name: "Of the first life" });
      const rejected = await sandboxPage.interrupt("reset");
      const old = await sandboxPage.call("GET", "/units/listing");
      await sandboxPage.logIn();
      const groups = await sandboxPage.call("GET", "/unit_groups/listing?per_page=100");
      return [rejected, status, old.status, Object(groups.body).data.map(({ name }: { name: string }) => name)];
    });
    expect(errors).toEqual(["TypeError: The sandbox was reset.", "TypeError: The sandbox was reset."]);
    expect([made, token]).toEqual([201, 401]);
    expect(found).toHaveLength(10);
    expect(found).not.toContain("Of the first life");
    // The large files are not loaded again.
    expect(requests.filter((path) => path.endsWith(".gz"))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("is one of its own in each tab", async () => {
    const context = await browser.newContext();
    const tabs = [await openTab(context, hosts["plain"] ?? ""), await openTab(context, hosts["plain"] ?? "")];
    const statuses = await Promise.all(
      tabs.map(({ page }) =>
        page.evaluate(async () => {
          await sandboxPage.open();
          await sandboxPage.logIn();
          const { status } = await sandboxPage.call("POST", "/unit_groups", { client_id: 1, name: "Only here" });
          const groups = await sandboxPage.call("GET", "/unit_groups/listing");
          return [status, Object(groups.body).pagination.total];
        }),
      ),
    );
    // The name may be taken once.
    expect(statuses).toEqual([
      [201, 11],
      [201, 11],
    ]);
  });

  test("says what failed when it is closed, or its worker ends", async () => {
    const closed = await newTab(hosts["plain"] ?? "");
    await closed.page.evaluate(() => sandboxPage.open());
    expect(await closed.page.evaluate(() => sandboxPage.interrupt("close"))).toEqual([
      "TypeError: The sandbox is closed.",
      "TypeError: The sandbox is closed.",
    ]);
    expect(await closed.page.evaluate(async () => (await sandboxPage.call("GET", "/x")).error)).toBe(
      "TypeError: The sandbox is closed.",
    );
    expect(await closed.page.evaluate(() => sandboxPage.sandbox().reset().catch(String))).toBe(
      "TypeError: The sandbox is closed.",
    );

    const { page } = await newTab(hosts["plain"] ?? "");
    await page.evaluate(() => sandboxPage.open());
    await page.workers()[0]?.evaluate(() => {
      setTimeout(() => {
        throw new Error("the end");
      });
    });
    await expect
      .poll(() => page.evaluate(async () => (await sandboxPage.call("GET", "/units/listing")).error))
      .toMatch(/^TypeError: The sandbox has ended: .*the end/);
    await page.evaluate(() => sandboxPage.sandbox().reset());
    expect(await page.evaluate(() => sandboxPage.logIn())).toBe(200);
  });

  test("says which file is missing, and ends when it is not wanted", async () => {
    const assets = await readdir(join(docsDir, "v1/assets"));
    for (const pattern of [/^sandbox-template\..*gz$/, /^sandbox-pglite\..*wasm\.gz$/, /^sandbox-worker\..*js$/]) {
      const name = assets.find((one) => pattern.test(one)) ?? "none";
      const { page } = await newTab(hosts["plain"] ?? "");
      await page.context().route(`**/${name}`, (route) => route.fulfill({ status: 404 }));
      const error = await page.evaluate(() => sandboxPage.open());
      expect(error).toMatch(/^TypeError: The sandbox has ended: .* could not be loaded: the host answered 404\.$/);
      expect(error).toContain(name);
    }
    const { page } = await newTab(hosts["plain"] ?? "");
    expect(await page.evaluate(() => sandboxPage.open({ abortAtOnce: true }))).toMatch(/^AbortError/);
    await expect.poll(() => page.workers().length).toBe(0);
  });

  test("says when there is not enough memory, and when there is no WebAssembly", async () => {
    const { page } = await newTab(hosts["plain"] ?? "");
    await page.context().route("**/sandbox-worker.*", async (route) => {
      const response = await route.fetch();
      const body = `WebAssembly.Memory = class { constructor() { throw new RangeError("WebAssembly.Memory(): could not allocate memory"); } };
        ${await response.text()}`;
      await route.fulfill({ response, body });
    });
    expect(await page.evaluate(() => sandboxPage.open())).toMatch(
      /^TypeError: The sandbox has ended: There is not enough memory for the database\./,
    );
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
    expect(await page.evaluate(() => sandboxPage.open())).toBe(
      "Error: This browser has no WebAssembly, or it is switched off.",
    );
  });

  test.each([
    ["a page that may not have workers", "v1/", "worker-src 'none'", "the page needs worker-src 'self'"],
    ["a worker that may not run WebAssembly", "sandbox-worker", "script-src 'self'", "forbids WebAssembly"],
  ])("names the policy of %s", async (_what, part, policy, reason) => {
    const host = await serveFolder(docsDir, "/docs/", (path): Record<string, string> =>
      path.endsWith(part) || path.includes(`${part}.`) ? { "content-security-policy": policy } : {},
    );
    onTestFinished(host.close);
    const { page } = await newTab(host.url);
    expect(await page.evaluate(() => sandboxPage.open())).toContain(reason);
  });
});

/** A page of the site that can open the sandbox. */
interface SandboxTab {
  readonly page: Page;
  /** What the browser complained about, and requests to other origins. */
  readonly complaints: readonly string[];
}

let script: Promise<string> | undefined;

/** Opens the start page of a site below `url`, with `sandboxPage` in it. */
async function openTab(context: BrowserContext, url: string): Promise<SandboxTab> {
  script ??= bundlePage();
  const page = await context.newPage();
  const complaints = watch(page, new URL(url).origin);
  await page.goto(`${url}v1/`);
  // The debugger is not bound by the policy of the page.
  await page.evaluate(await script);
  return { page, complaints };
}

async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../../src/browser/sandbox-page.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2023",
  });
  return outputFiles[0]?.text ?? "";
}
