import { snippets } from "@fleet-api-tools/repo-checks";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchEngine } from "../support/chromium.ts";
import { type DemoService, demoService } from "./demo-service.ts";
import { openGuide } from "./guide-app.ts";

/** What the guides leave to the application: login, logout and, for React, where components go. */
const SESSION = `
Object.assign(globalThis, {
  logIn: () => session.login({ username: "demo", password: "demo" }),
  logOut: () => session.logout(),
});
await session.ready();
`;

/** A tab with the program of a guide, and the service that it talks to. */
export interface OpenGuide {
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
