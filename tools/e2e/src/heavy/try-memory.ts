/**
 * Uses the page "Try it" with the server inside of it, as somebody does who stays for hours:
 * `node src/heavy/try-memory.ts [requests]`. Ends with status 1 when the page, or the process of the page with the server's
 * worker, needs more memory the longer it goes.
 */
import { readFile } from "node:fs/promises";
import { docsDir } from "@fleet-api/docs";
import type { CDPSession, Page } from "playwright-core";
import { launchEngine, whyNoChromium } from "../../test/browser/support/chromium.ts";
import { serveFolder } from "../../test/docs/support/use-site.ts";
import { openTryPage, type TryPage } from "../../test/docs/support/try-page.ts";

const requests = Number(process.argv[2] ?? 3600);
const MB = 2 ** 20;
/** Growth from the middle of the run to its end, in MB: of the page's heap, and of the whole process. */
const MOST = { heap: 3, process: 40 };
const OPERATIONS = [
  "unitsListing",
  "unitsFind",
  "unitGroupsListing",
  "clientsListing",
  "unitGroupsCreate",
  "authToken",
];

const reason = whyNoChromium();
if (reason === undefined) await measure();
else console.log(`skipped: ${reason}`);

async function measure(): Promise<void> {
  await using host = await serveFolder(docsDir).then((server) => ({
    url: server.url,
    [Symbol.asyncDispose]: () => server.close(),
  }));
  const browser = await launchEngine();
  try {
    const page = await browser.newPage();
    const it = await openTryPage(page, `${host.url}v1/try/#unitsListing`);
    await page.getByRole("button", { name: /^Start the sandbox/ }).click();
    await page.getByLabel("A new token with every response").check();
    await page.getByRole("button", { name: "Log in as this user" }).click();
    await page.locator(".try-status:text('is logged in')").waitFor();
    const session = await page.context().newCDPSession(page);
    const system = await browser.newBrowserCDPSession();
    const readings: { done: number; heap: number; process: number }[] = [];
    for (let done = 0; done < requests; done += 1) {
      if (done % Math.ceil(requests / 6) === 0) readings.push({ done, ...(await memory(session, system, page)) });
      await use(it, done);
    }
    readings.push({ done: requests, ...(await memory(session, system, page)) });
    for (const reading of readings) console.log(JSON.stringify(reading));
    const middle = readings[Math.floor(readings.length / 2)];
    const end = readings.at(-1);
    if (middle === undefined || end === undefined) throw new Error("nothing was measured");
    const grown = { heap: end.heap - middle.heap, process: end.process - middle.process };
    console.log(`grown since the middle: ${JSON.stringify(grown)} MB, allowed ${JSON.stringify(MOST)}`);
    process.exitCode = grown.heap > MOST.heap || grown.process > MOST.process ? 1 : 0;
  } finally {
    await browser.close();
  }
}

/** One request; every so often another operation, and a name of its own where one is created. */
async function use(it: TryPage, done: number): Promise<void> {
  const id = OPERATIONS[Math.floor(done / 10) % OPERATIONS.length] ?? "";
  if (done % 10 === 0) {
    await it.operation(id);
    if (id === "unitsFind") await it.field("query.q").fill("Unit");
  }
  if (id === "unitGroupsCreate") {
    await it.field("body.name").fill(`Made at ${done}`);
    await it.field("body.external_id").fill("");
  }
  const status = await it.send();
  if (status !== 200 && status !== 201) throw new Error(`${id} was answered with ${status}`);
}

/** MB of the page's heap, and of the largest process: that of the page and its workers. */
async function memory(session: CDPSession, system: CDPSession, page: Page): Promise<{ heap: number; process: number }> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await page.evaluate(() => undefined);
  const { processInfo } = await system.send("SystemInfo.getProcessInfo");
  const sizes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => residentBytes(id));
  const rounded = (bytes: number): number => Math.round((10 * bytes) / MB) / 10;
  return { heap: rounded(usedSize), process: rounded(Math.max(...(await Promise.all(sizes)))) };
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN);
}
