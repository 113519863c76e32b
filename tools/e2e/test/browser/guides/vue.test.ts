import { snippets } from "@fleet-api-tools/repo-checks";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchChromium, whyNoChromium } from "../support/chromium.ts";
import { type DemoService, demoService } from "./demo-service.ts";
import { openGuide } from "./guide-app.ts";

const reason = whyNoChromium();
if (reason !== undefined) console.log(`skipped: ${reason}`);

/** The guide leaves the login to the application. */
const LOGIN = `
const logIn = () => session.login({ username: "demo", password: "demo" });
Object.assign(globalThis, { logIn, logOut: () => session.logout() });
await logIn();
`;

describe.skipIf(reason !== undefined)("the program of the guide for Vue", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  async function open(): Promise<{ page: Page; service: DemoService }> {
    const service = demoService();
    const [program] = snippets("packages/client/docs/vue.md");
    const page = await openGuide(browser, `${program?.code}${LOGIN}`, "ts", service.handle);
    page.setDefaultTimeout(20_000);
    return { page, service };
  }

  it("shows what a query and a composable read", async () => {
    const { page } = await open();
    await page.getByText("120 units").waitFor();
    await expect.poll(() => page.getByRole("listitem").allTextContents()).toEqual([]);
    await page.getByLabel("Find").fill("o");
    await expect.poll(() => page.getByRole("listitem").allTextContents()).toEqual(["/North", "/North/Quay"]);
    await page.getByLabel("Find").fill("");
    await page.getByText("validation_failed").waitFor();
    await page.getByLabel("Find").fill("W");
    await expect.poll(() => page.getByRole("listitem").allTextContents()).toEqual(["/West"]);
    await page.getByText("120 units").waitFor();
  });

  it("loses no update: after a 412 it reads the record again", async () => {
    const { page, service } = await open();
    const name = page.getByLabel("Name");
    await expect.poll(() => name.inputValue()).toBe("North");
    Object.assign(service.group, { name: "West", version: 2 });
    await name.fill("East");
    await name.press("Enter");
    await page.getByText("Somebody else has changed this group.").waitFor();
    await expect.poll(() => name.inputValue()).toBe("West");
    await name.fill("East");
    await name.press("Enter");
    await expect.poll(() => service.group).toEqual({ id: 7, name: "East", version: 3 });
  });

  it("keeps nothing beyond a logout", async () => {
    const { page, service } = await open();
    await page.getByText("120 units").waitFor();
    await page.evaluate("logOut()");
    await page.getByText("120 units").waitFor({ state: "hidden" });
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("");
    service.group.name = "Of another user";
    await page.evaluate("logIn()");
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Of another user");
  });
});
