import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium as playwright, type Page } from "playwright-core";
import { bundleSmoke } from "../smoke/bundle.ts";
import type { JourneyOptions } from "../smoke/journey.ts";
import type { Host } from "./host.ts";
import { servePaths, type Paths } from "./serve-paths.ts";

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
