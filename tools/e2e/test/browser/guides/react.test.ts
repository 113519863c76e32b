import { snippets } from "@fleet-api-tools/repo-checks";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchChromium, whyNoChromium } from "../support/chromium.ts";
import { type DemoService, demoService } from "./demo-service.ts";
import { openGuide } from "./guide-app.ts";

const reason = whyNoChromium();
if (reason !== undefined) console.log(`skipped: ${reason}`);

describe.skipIf(reason !== undefined)("the program of the guide for React", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  async function open(): Promise<{ page: Page; service: DemoService }> {
    const service = demoService();
    const [program] = snippets("packages/client/docs/react.md");
    const page = await openGuide(browser, program?.code ?? "", "tsx", service.handle);
    page.setDefaultTimeout(20_000);
    return { page, service };
  }

  async function openLoggedIn(): Promise<{ page: Page; service: DemoService }> {
    const opened = await open();
    await logIn(opened.page);
    return opened;
  }

  async function logIn(page: Page, password = "demo"): Promise<void> {
    await page.getByLabel("User name").fill("demo");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Log in" }).click();
  }

  it("tells a wrong password from an outage", async () => {
    const { page } = await open();
    await logIn(page, "wrong");
    await page.getByText("Wrong password.").waitFor();
  });

  it("shows a list page by page", async () => {
    const { page, service } = await openLoggedIn();
    await page.getByText("120 active units").waitFor();
    await page.getByText("Unit 50", { exact: true }).waitFor();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByText("Unit 100", { exact: true }).waitFor();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByText("Unit 120", { exact: true }).waitFor();
    expect(await page.getByRole("listitem").count()).toBe(120);
    expect(await page.getByRole("button", { name: "More" }).count()).toBe(0);
    expect(service.requests.filter((each) => each.includes("per_page=50"))).toEqual([
      "GET /units/listing?page=1&per_page=50",
      "GET /units/listing?page=2&per_page=50",
      "GET /units/listing?page=3&per_page=50",
    ]);
  });

  it("loses no update: after a 412 it reads the record again", async () => {
    const { page, service } = await openLoggedIn();
    const name = page.getByLabel("Name", { exact: true });
    await name.waitFor();
    Object.assign(service.group, { name: "West", version: 2 });
    await name.fill("East");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByText("Somebody else has changed this group.").waitFor();
    await expect.poll(() => name.inputValue()).toBe("West");
    await name.fill("East");
    await page.getByRole("button", { name: "Rename" }).click();
    await expect.poll(() => service.group).toEqual({ id: 7, name: "East", version: 3 });
    await expect.poll(() => name.inputValue()).toBe("East");
  });

  it("sends one key until the record is created", async () => {
    const { page, service } = await openLoggedIn();
    const create = async (name: string): Promise<void> => {
      await page.getByLabel("New group").fill(name);
      await page.getByRole("button", { name: "Create" }).click();
    };
    await create("North");
    await page.getByText("This name is taken.").waitFor();
    await create("South");
    await page.getByText("/South").waitFor();
    await create("East");
    await page.getByText("/East").waitFor();
    const [first, second, third] = service.keys;
    expect(service.keys).toHaveLength(3);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  it("shows an outage in the error boundary, and asks again", async () => {
    const { page, service } = await open();
    service.isDown = true;
    await logIn(page);
    await page.getByText("The service cannot be reached. req-1").waitFor();
    service.isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("120 active units").waitFor();
  });

  it("keeps nothing beyond a logout", async () => {
    const { page, service } = await openLoggedIn();
    await page.getByText("120 active units").waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("User name").waitFor();
    service.requests.length = 0;
    await logIn(page);
    await page.getByText("120 active units").waitFor();
    expect(service.requests.filter((each) => each.includes("per_page=1")).length).toBeGreaterThan(0);
  });
});
