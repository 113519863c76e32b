import { fileURLToPath } from "node:url";
import { snippets } from "@fleet-api-tools/repo-checks";
import type { Loader } from "esbuild";
import { build } from "esbuild";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchEngine } from "../support/chromium.ts";

/** What the guides leave to the application: login, logout and, for React, where components go. */
const SESSION = `
Object.assign(globalThis, {
  logIn: () => session.login({ username: "demo", password: "demo" }),
  logOut: () => session.logout(),
});
await session.ready();
`;

/** A tab with the program of a guide, and the service that it talks to. */
interface OpenGuide {
  readonly page: Page;
  readonly service: DemoService;
}

/**
 * One browser for a file of tests.
 * @param guide - which program of the guide
 * @param rest - what comes after the program
 * @returns opens the program in a tab of its own, logged in unless told otherwise
 */
export function useGuide(
  guide: "React" | "Vue",
  rest = "",
): (change?: (service: DemoService) => void) => Promise<OpenGuide> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchEngine();
  });
  afterAll(() => browser?.close());

  return async (change) => {
    const programs = snippets("packages/docs/guides/09-react-and-vue.md");
    const program = programs.find(({ language }) => language === (guide === "React" ? "tsx" : "ts"));
    if (!browser || !program) throw new Error(`There is no program for ${guide}, or there is no browser.`);
    const service = demoService();
    change?.(service);
    const page = await openGuide(browser, program.code + SESSION + rest, program.language, service.handle);
    page.setDefaultTimeout(20_000);
    await page.evaluate("logIn()");
    return { page, service };
  };
}

/** A service of some units and one group, for the guides. */
interface DemoService {
  readonly handle: Service;
  /** Requests so far, as method, path and query. */
  readonly requests: string[];
  /** Keys of the requests that create a group. */
  readonly keys: string[];
  /** The group, which a test may change behind the back of the application. */
  readonly group: { id: number; name: string; version: number; updated_at: string };
  /** While true, reads of lists are answered with 503. */
  isDown: boolean;
}

const units = Array.from({ length: 120 }, (_, index) => ({ id: index + 1, name: `Unit ${index + 1}` }));

/** Makes one. The only user is `demo` with the password `demo`. */
function demoService(): DemoService {
  const group = { id: 7, name: "North", version: 1, updated_at: changedAt(1) };
  const requests: string[] = [];
  const keys: string[] = [];
  const service: DemoService = { handle, requests, keys, group, isDown: false };

  async function handle(request: Request): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url);
    const path = pathname.replace("/api/v1", "");
    requests.push(`${request.method} ${path}${search}`);
    if (path === "/auth/login") return login(request);
    if (path === "/auth/logout") return Response.json({ data: { logged_out: true } });
    if (request.headers.get("authorization") !== "bearer T1") return problem(401, "unauthenticated");
    if (path === "/units/listing") return service.isDown ? problem(503, "unavailable") : listing(searchParams);
    if (path === "/unit_groups/find") return find(searchParams);
    if (path === "/unit_groups") return create(request);
    return request.method === "PATCH" ? update(request) : Response.json({ data: group });
  }

  async function create(request: Request): Promise<Response> {
    const { name } = await request.json();
    keys.push(request.headers.get("idempotency-key") ?? "");
    if (name === "North") return problem(409, "duplicate");
    return Response.json({ data: { ...group, id: 8, name, path: `/${name}` } }, { status: 201 });
  }

  async function update(request: Request): Promise<Response> {
    const tag = `"v${group.version}-${Date.parse(group.updated_at)}"`;
    if (request.headers.get("if-match") !== tag) return problem(412, "precondition_failed");
    const version = group.version + 1;
    Object.assign(group, await request.json(), { version, updated_at: changedAt(version) });
    return Response.json({ data: group });
  }

  return service;
}

/** When a version of the group was made. */
export function changedAt(version: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, version)).toISOString();
}

async function login(request: Request): Promise<Response> {
  const { password } = await request.json();
  if (password !== "demo") return problem(401, "invalid_credentials");
  return Response.json({ data: {} }, { headers: { authorization: "bearer T1" } });
}

function find(query: URLSearchParams): Response {
  const q = query.get("q") ?? "";
  if (q === "") return problem(422, "validation_failed");
  const data = ["/North", "/North/Quay", "/West"]
    .map((path, id) => ({ id, path }))
    .filter(({ path }) => path.includes(q));
  return Response.json({ data, pagination: { page: 1, per_page: 50, total: data.length } });
}

function listing(query: URLSearchParams): Response {
  const page = Number(query.get("page") ?? 1);
  const per_page = Number(query.get("per_page") ?? 50);
  const data = units.slice((page - 1) * per_page, page * per_page);
  return Response.json({ data, pagination: { page, per_page, total: units.length } });
}

function problem(status: number, code: string): Response {
  const body = { type: `/problems/${code}`, title: code, status, detail: code, instance: "/", code };
  return Response.json(
    { ...body, request_id: "req-1", timestamp: "2026-01-01T00:00:00Z" },
    { status, headers: { "content-type": "application/problem+json", "x-request-id": "req-1" } },
  );
}

const origin = "https://guide.example.com";
const resolveDir = fileURLToPath(new URL("../../..", import.meta.url));

/** Answers the requests of an application: a `fetch` of which only the network is not real. */
type Service = (request: Request) => Response | Promise<Response>;

/** Bundles the program of a guide and opens it in a tab of its own, whose requests this service answers. */
async function openGuide(browser: Browser, contents: string, loader: Loader, service: Service): Promise<Page> {
  const { outputFiles } = await build({
    stdin: { contents, loader, resolveDir },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    define: {
      "process.env.NODE_ENV": '"development"',
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
    },
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith("/api/")) return answer(route, service);
    if (pathname === "/page.js")
      return route.fulfill({ contentType: "text/javascript", body: outputFiles[0]?.text ?? "" });
    return route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><script type="module" src="/page.js"></script>',
    });
  });
  await page.goto(origin);
  return page;
}

async function answer(route: Route, service: Service): Promise<void> {
  const sent = route.request();
  const request = new Request(sent.url(), {
    method: sent.method(),
    headers: await sent.allHeaders().then(ofFetch),
    body: sent.postData(),
  });
  const response = await service(request);
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  });
}

/** Without the pseudo headers of HTTP/2. */
function ofFetch(headers: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(headers).filter(([name]) => !name.startsWith(":"));
}
