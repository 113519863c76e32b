import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { chromium as playwright } from "playwright-core";
import { bundleSmoke } from "../smoke/bundle.ts";
import type { JourneyOptions } from "../smoke/journey.ts";
import type { Host } from "./host.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const ARGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"];
const PAGE = '<!doctype html><title>smoke</title><script type="module" src="/page.js"></script>';

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
    const pages = await servePage(await readFile(await bundleSmoke("page", consumer), "utf8"));
    const executablePath = findChromium() ?? "chromium";
    const browser = await playwright.launch({ executablePath, chromiumSandbox: false, args: ARGS });
    try {
      const page = await browser.newPage();
      await page.goto(pages.origin);
      await page.waitForFunction(() => "fleetJourney" in globalThis);
      const report = await page.evaluate((given: JourneyOptions) => fleetJourney(given), options);
      return JSON.stringify(report);
    } finally {
      await browser.close();
      await pages.close();
    }
  },
};

/** `TEST_CHROMIUM`, or the first one on the PATH. */
function findChromium(): string | undefined {
  if (process.env.TEST_CHROMIUM) return process.env.TEST_CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

async function servePage(script: string): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(({ url }, response) => {
    const [type, body] = url === "/page.js" ? ["text/javascript", script] : ["text/html", PAGE];
    response.writeHead(200, { "content-type": type }).end(body);
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
