import type { Browser, Page } from "playwright-core";

/** What a browser needs for one page, with an empty cache. */
export interface PageLoad {
  /** Bytes over the wire, headers included. */
  readonly bytes: number;
  readonly requests: number;
  /** Requests to other servers. */
  readonly foreign: number;
  /** Milliseconds until something is shown. */
  readonly firstPaint: number;
  /** Milliseconds by which tasks of the main thread exceed 50 ms each, until the page is idle. */
  readonly blocking: number;
  /** CPU time of the main thread in milliseconds. */
  readonly mainThread: number;
}

/** A page is idle when nothing was requested and no long task ran for this many milliseconds. */
const QUIET = 1000;
const PATIENCE = 60_000;

/** Opens a page in a fresh profile, waits until it is idle, and gives what that took. */
export async function loadPage(browser: Browser, url: string): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const traffic = await watchTraffic(page, new URL(url).origin);
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.addInitScript(recordLongTasks);
    await page.goto(url, { waitUntil: "load", timeout: PATIENCE });
    await untilIdle(page, traffic);
    const { metrics } = await session.send("Performance.getMetrics");
    const seconds = metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
    return {
      bytes: traffic.bytes,
      requests: traffic.requests,
      foreign: traffic.foreign,
      ...(await page.evaluate(readTimings)),
      mainThread: seconds * 1000,
    };
  } finally {
    await context.close();
  }
}

interface Traffic {
  bytes: number;
  requests: number;
  foreign: number;
  open: number;
  lastChange: number;
}

async function watchTraffic(page: Page, origin: string): Promise<Traffic> {
  const traffic: Traffic = { bytes: 0, requests: 0, foreign: 0, open: 0, lastChange: performance.now() };
  const session = await page.context().newCDPSession(page);
  const settled = (): void => {
    traffic.open -= 1;
    traffic.lastChange = performance.now();
  };
  session.on("Network.requestWillBeSent", ({ request, redirectResponse }) => {
    if (!request.url.startsWith("http")) return;
    traffic.requests += 1;
    if (!request.url.startsWith(`${origin}/`)) traffic.foreign += 1;
    if (redirectResponse === undefined) traffic.open += 1;
    traffic.lastChange = performance.now();
  });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
    settled();
  });
  session.on("Network.loadingFailed", settled);
  await session.send("Network.enable");
  return traffic;
}

async function untilIdle(page: Page, traffic: Traffic): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (performance.now() < deadline) {
    const sinceTask = await page.evaluate(() => performance.now() - globalThis.longTasks.end);
    const sinceRequest = traffic.open > 0 ? 0 : performance.now() - traffic.lastChange;
    if (Math.min(sinceTask, sinceRequest) >= QUIET) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`${page.url()} is not idle after ${PATIENCE / 1000} s.`);
}

declare global {
  // A global of the page, not of this process.
  var longTasks: { end: number; blocking: number };
}

/** Runs in the page, before its own scripts. */
function recordLongTasks(): void {
  globalThis.longTasks = { end: 0, blocking: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      globalThis.longTasks.end = Math.max(globalThis.longTasks.end, startTime + duration);
      globalThis.longTasks.blocking += Math.max(0, duration - 50);
    }
  }).observe({ type: "longtask", buffered: true });
}

/** Runs in the page. */
function readTimings(): Pick<PageLoad, "firstPaint" | "blocking"> {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return { firstPaint: paint?.startTime ?? Number.NaN, blocking: globalThis.longTasks.blocking };
}
