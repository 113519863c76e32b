import { fileURLToPath } from "node:url";
import { build, type Loader } from "esbuild";
import type { Browser, Page, Route } from "playwright-core";

const origin = "https://guide.example.com";
const resolveDir = fileURLToPath(new URL("../../..", import.meta.url));

/** Answers the requests of an application: a `fetch` of which only the network is not real. */
export type Service = (request: Request) => Response | Promise<Response>;

/** Bundles the program of a guide and opens it in a tab of its own, whose requests this service answers. */
export async function openGuide(browser: Browser, contents: string, loader: Loader, service: Service): Promise<Page> {
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
