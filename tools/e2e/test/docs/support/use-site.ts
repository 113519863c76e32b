import { docsDir } from "@fleet-api/docs";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchEngine, whyNoChromium } from "../../browser/support/chromium.ts";
import { serveFolder, type StaticServer } from "./static-server.ts";

/** Why the tests of a file cannot run here, or `undefined`; says so once. */
export function whyNoSite(): string | undefined {
  const reason = whyNoChromium();
  if (reason !== undefined) console.log(`skipped: ${reason}`);
  return reason;
}

/** One browser and one host of the built site, for one file of tests. */
export interface SiteSetup {
  /** The address of a path below the site's folder, such as `v1/groups/`. */
  url(path: string): string;
  /** A new profile; it is closed at the end of the file. */
  context(options?: BrowserContextOptions): Promise<BrowserContext>;
}

export function useSite(): SiteSetup {
  let browser: Browser | undefined;
  let server: StaticServer | undefined;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchEngine(), serveFolder(docsDir)]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    url: (path) => `${started(server).url}${path}`,
    context: (options) => started(browser).newContext(options),
  };
}

/**
 * Collects what a reader's browser complains about: errors and warnings of the console, which name violations of the
 * policy too, exceptions, failed requests and requests to another origin.
 */
export function watch(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith("data:"))
      complaints.push(`request to ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}

function started<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error("The site has not started.");
  return thing;
}
