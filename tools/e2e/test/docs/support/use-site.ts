import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { docsDir } from "@fleet-api/docs";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchEngine, whyNoChromium } from "../../browser/support/chromium.ts";
import { listen, stopListening } from "../../browser/support/page-server.ts";

/** Why the tests of a file cannot run here, or `undefined`; says so once. */
export function whyNoSite(): string | undefined {
  const reason = whyNoChromium();
  if (reason !== undefined) console.log(`skipped: ${reason}`);
  return reason;
}

/** One browser and one host of the built site, for one file of tests. */
interface SiteSetup {
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

/** Opens a page in a new profile, and collects what its browser complains about. */
export async function openWatched(
  site: SiteSetup,
  options?: BrowserContextOptions,
): Promise<[page: Page, complaints: string[]]> {
  const page = await (await site.context(options)).newPage();
  return [page, watch(page, new URL(site.url("")).origin)];
}

/**
 * Collects what a reader's browser complains about: errors and warnings of the console, which name violations of the
 * policy too, exceptions, failed requests and requests to another origin.
 */
export function watch(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Graphics without a graphics card warn that they are slow.
    if (message.text().includes("GL Driver Message")) return;
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

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".geojson": "application/geo+json",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export interface StaticServer {
  /** Address of the served folder, with a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The plainest host: files below `prefix`, `index.html` for a path that ends with a slash, `404.html` for the rest.
 * @param headersOf - what it adds for a path
 */
export async function serveFolder(
  folder: string,
  prefix = "/docs/",
  headersOf: (path: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<StaticServer> {
  const server = createServer(async ({ url = "" }, response) => {
    const path = decodeURIComponent(url.split("?", 1)[0] ?? "");
    const name = path.endsWith("/") ? `${path}index.html` : path;
    const file = name.startsWith(prefix) ? await read(join(folder, name.slice(prefix.length))) : null;
    const type = file === null ? ".html" : extname(name);
    response.writeHead(file === null ? 404 : 200, {
      "content-type": TYPES[type] ?? "text/plain; charset=utf-8",
      ...headersOf(path),
    });
    response.end(file ?? (await read(join(folder, "404.html"))));
  });
  return { url: `${await listen(server)}${prefix}`, close: () => stopListening(server) };
}

function read(file: string): Promise<Buffer | null> {
  return readFile(file).catch(() => null);
}

const script = fileURLToPath(new URL("build.ts", import.meta.resolve("@fleet-api/docs")));

/** Builds the site into a folder, with options of `build.ts`. Place, time zone and language of the machine are others. */
export async function buildSite(out: string, ...options: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [script, "--out", out, ...options], {
    cwd: fileURLToPath(new URL("/", import.meta.url)),
    env: { ...process.env, TZ: "Pacific/Chatham", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
  });
}

/** The files of a folder by their path in it. */
export async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(
    async (path) => [path.slice(folder.length + 1).replaceAll("\\", "/"), await readFile(path)] as const,
  );
  return new Map((await Promise.all(files)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The reference in one file is the work of another program; the checks of pages do not hold for it. */
export const FOREIGN = "v1/reference.html";

/** The pages of the site: paths of HTML files, with their markup. */
export function pagesOf(files: ReadonlyMap<string, Buffer>): [path: string, markup: string][] {
  return [...files]
    .filter(([path]) => path.endsWith(".html") && path !== FOREIGN)
    .map(([path, bytes]) => [path, bytes.toString()]);
}

/** A page that leads on to where it moved. */
export function isRedirect(markup: string): boolean {
  return markup.includes('http-equiv="refresh"');
}

/** One page of each kind, by a name that says what is special about it; paths are below the site's folder. */
export const PAGE_KINDS: Readonly<Record<string, string>> = {
  start: "v1/",
  "guide-with-diagram": "v1/guides/login-and-rotation/",
  "list-of-groups": "v1/groups/",
  group: "v1/groups/unit_groups/",
  "operation-with-body": "v1/operations/unitsCreate/",
  "longest-operation": "v1/operations/authLogin/",
  schema: "v1/schemas/Unit/",
  problem: "v1/problems/validation_failed/",
  permission: "v1/permissions/units.view/",
  decision: "v1/decisions/units/",
  "list-of-packages": "v1/packages/",
  package: "v1/packages/client/",
  "package-entry": "v1/packages/auth/root/",
  "lint-rules": "v1/packages/lint-rules/",
  changelog: "v1/changelog/",
  "list-of-schemas": "v1/schemas/",
  "list-of-errors": "v1/problems/",
  "list-of-permissions": "v1/permissions/",
  map: "v1/map/",
  "not-found": "404.html",
};
