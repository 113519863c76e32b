import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { delimiter, extname, join } from "node:path";
import { chromium as playwright, type Page } from "playwright-core";
import { bundleSmoke } from "../smoke/bundle.ts";
import type { JourneyOptions } from "../smoke/journey.ts";
import type { Host } from "./host.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const ARGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"];
const EMPTY_PAGE = { html: "<!doctype html><title>smoke</title>" };
const PAGE = { html: `${EMPTY_PAGE.html}<script type="module" src="/page.js"></script>` };

/** A page of another origin than the service, in the browser of the system. */
export const chromium: Host = {
  name: "chromium",
  tells: /^Mozilla\/5\.0 .*Chrome\/\d+/,
  whyNot() {
    return findChromium() === undefined
      ? "chromium: there is no Chromium; install with: apt-get install chromium"
      : undefined;
  },
  async run({ consumer, options }) {
    const script = await bundleSmoke("page", consumer);
    return inPage({ "/": PAGE, "/page.js": script }, async (page) => {
      await page.waitForFunction(() => "fleetJourney" in globalThis);
      return JSON.stringify(await page.evaluate((given: JourneyOptions) => fleetJourney(given), options));
    });
  },
  async runServer(consumer) {
    const pglite = join(consumer, "node_modules/@electric-sql/pglite/dist");
    const files = ["pglite.wasm", "initdb.wasm", "pglite.data"].map((name) => [`/${name}`, join(pglite, name)]);
    const script = await bundleSmoke("server-worker", consumer);
    return inPage({ "/": EMPTY_PAGE, "/worker.js": script, ...Object.fromEntries(files) }, (page) =>
      page.evaluate(
        () =>
          new Promise<string>((resolve, reject) => {
            const worker = new Worker("/worker.js", { type: "module" });
            worker.addEventListener("message", ({ data }) => resolve(data));
            worker.addEventListener("error", ({ message }) => reject(new Error(message)));
          }),
      ),
    );
  },
};

/** Opens a page that has the paths. */
async function inPage(paths: Paths, use: (page: Page) => Promise<string>): Promise<string> {
  const pages = await servePaths(paths);
  const executablePath = findChromium() ?? "chromium";
  const browser = await playwright.launch({ executablePath, chromiumSandbox: false, args: ARGS });
  try {
    const page = await browser.newPage();
    await page.goto(pages.origin);
    return await use(page);
  } finally {
    await browser.close();
    await pages.close();
  }
}

/** `TEST_CHROMIUM`, or the first one on the PATH. */
function findChromium(): string | undefined {
  if (process.env.TEST_CHROMIUM) return process.env.TEST_CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** What is answered on each path: a page as text, or a file by its path. */
type Paths = Readonly<Record<string, string | { readonly html: string }>>;

const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".wasm": "application/wasm" };

/** Serves pages and files on this machine. */
async function servePaths(paths: Paths): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const read = async (what: Paths[string]): Promise<readonly [type: string, body: string | Uint8Array]> => {
    if (typeof what !== "string") return ["text/html", what.html];
    return [TYPES[extname(what)] ?? "application/octet-stream", await readFile(what)];
  };
  const entries = Object.entries(paths).map(async ([path, what]) => [path, await read(what)] as const);
  const answers = new Map(await Promise.all(entries));
  const server = createServer(({ url = "/" }, response) => {
    const answer = answers.get(url);
    if (answer === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": answer[0] }).end(answer[1]);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server of the page has no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
