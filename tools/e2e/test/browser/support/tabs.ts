import type { RunningServer } from "@fleet-api/server";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { PageOptions } from "../../../src/browser/page.ts";
import { admin, useServer } from "../../support/service.ts";
import { launchChromium, launchEngine } from "./chromium.ts";
import { servePages, type PageServer } from "./page-server.ts";

/** A tab that has our packages loaded. */
export interface Tab {
  readonly page: Page;
  open(options?: Partial<PageOptions>): Promise<void>;
  /** One call with the client: its status, or the code of the error. */
  call(): Promise<number | string>;
}

/** One profile with its tabs; each test has its own. */
interface Profile {
  readonly context: BrowserContext;
  tab(): Promise<Tab>;
  tabs(count: number): Promise<Tab[]>;
  /** How many `POST /auth/login` the tabs sent. */
  logins(): number;
}

/** Only the whole browser has a back/forward cache; the engine takes two thirds of its time. */
export type BrowserKind = "engine" | "whole";

/** What the cases share. */
export interface BrowserSetup {
  readonly server: () => RunningServer;
  /** Of the engine unless told otherwise. */
  readonly profile: (kind?: BrowserKind) => Promise<Profile>;
  /** Origin of the pages. */
  readonly origin: () => string;
}

/** A browser, the real service and pages of a second origin, for one file of tests. */
export function useBrowser(): BrowserSetup {
  const server = useServer();
  const browsers = new Map<BrowserKind, Promise<Browser>>();
  let pages: PageServer | undefined;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    pages = await servePages();
  });
  afterEach(async () => {
    server().rotateAfter("default");
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    for (const browser of browsers.values()) await (await browser).close();
    await pages?.close();
  });

  const launched = (kind: BrowserKind): Promise<Browser> => {
    const browser = browsers.get(kind) ?? (kind === "whole" ? launchChromium() : launchEngine());
    browsers.set(kind, browser);
    return browser;
  };
  const profile = async (kind: BrowserKind = "engine"): Promise<Profile> => {
    const context = await (await launched(kind)).newContext();
    contexts.push(context);
    let logins = 0;
    context.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/auth/login")) logins++;
    });
    const tab = async (): Promise<Tab> => {
      const page = await context.newPage();
      await page.goto(started(pages).origin);
      return tabOf(page, server().baseUrl);
    };
    return {
      context,
      tab,
      tabs: (count) => Promise.all(Array.from({ length: count }, tab)),
      logins: () => logins,
    };
  };
  return { server, profile, origin: () => started(pages).origin };
}

/** The session of a tab, with the demo administrator unless told otherwise. */
function tabOf(page: Page, baseUrl: string): Tab {
  const defaults: PageOptions = { baseUrl, name: "e2e", credentials: admin };
  return {
    page,
    async open(options = {}) {
      await page.waitForFunction(() => "fleetPage" in globalThis);
      await page.evaluate((given) => fleetPage.open(given), { ...defaults, ...options });
    },
    call: () => page.evaluate((url) => fleetPage.call(url), baseUrl),
  };
}

/** Ends the session of a token at the service, so that its next use is refused. */
export async function endAtService(baseUrl: string, token: string): Promise<void> {
  await fetch(`${baseUrl}/auth/logout`, { method: "POST", headers: { authorization: `bearer ${token}` } });
}

/** The token that the service holds to be current. */
export async function newestToken(baseUrl: string, token: string): Promise<string> {
  const response = await fetch(`${baseUrl}/auth/token`, { headers: { authorization: `bearer ${token}` } });
  const { data }: { data: { token: string } } = await response.json();
  return data.token.replace(/^bearer /, "");
}

function started<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error("The browser has not started.");
  return thing;
}
