import { chromium } from "playwright-core";
import { CHROMIUM_ARGS, findChromium } from "../browser/chromium.ts";
import { serveFolder, type StaticServer } from "../browser/static-server.ts";
import { median } from "../measure/statistics.ts";
import { axeViolations, type Violations } from "./accessibility.ts";
import { loadPage, type PageLoad } from "./load-page.ts";
import { countReadable, readOperations } from "./readable.ts";
import { type DocsSite, OPERATION } from "./sites.ts";

const ROUNDS = 5;

/** What an operation's page of one site costs its reader. */
export interface SiteFigures extends PageLoad {
  readonly name: string;
  readonly light: Violations;
  readonly dark: Violations;
  /** Operations that can be read without a script. */
  readonly readable: number;
  readonly operations: number;
}

/** Opens an operation in each site, in turns; each round begins with another one. */
export async function measureSites(sites: readonly DocsSite[]): Promise<SiteFigures[]> {
  const servers = await Promise.all(sites.map(({ folder }) => serveFolder(folder)));
  const browser = await chromium.launch({
    executablePath: findChromium(),
    chromiumSandbox: false,
    args: CHROMIUM_ARGS,
  });
  try {
    const urls = sites.map(({ operation }, index) => (servers[index]?.origin ?? "") + operation(OPERATION));
    const loads = urls.map((): PageLoad[] => []);
    for (let round = -1; round < ROUNDS; round++) {
      for (const step of sites.keys()) {
        const index = (step + round + 1) % sites.length;
        const load = await loadPage(browser, urls[index] ?? "");
        // The first round fills the servers' and the browser's own caches.
        if (round >= 0) loads[index]?.push(load);
      }
    }
    const operations = await readOperations();
    const figures: SiteFigures[] = [];
    for (const [index, { name, operation }] of sites.entries()) {
      const url = urls[index] ?? "";
      figures.push({
        name,
        ...medians(loads[index] ?? []),
        light: await axeViolations(browser, url, "light"),
        dark: await axeViolations(browser, url, "dark"),
        readable: await countReadable(browser, operations, (id) => new URL(operation(id), url).href),
        operations: operations.length,
      });
    }
    return figures;
  } finally {
    await browser.close();
    await Promise.all(servers.map((server: StaticServer) => server.close()));
  }
}

function medians(loads: readonly PageLoad[]): PageLoad {
  const of = (read: (load: PageLoad) => number): number => median(loads.map(read));
  return {
    bytes: of(({ bytes }) => bytes),
    requests: of(({ requests }) => requests),
    foreign: of(({ foreign }) => foreign),
    firstPaint: of(({ firstPaint }) => firstPaint),
    blocking: of(({ blocking }) => blocking),
    mainThread: of(({ mainThread }) => mainThread),
  };
}
