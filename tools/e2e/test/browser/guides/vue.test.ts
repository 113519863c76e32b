import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { whyNoChromium } from "../support/chromium.ts";
import { useGuide } from "./use-guide.ts";

const reason = whyNoChromium();
if (reason !== undefined) console.log(`skipped: ${reason}`);

describe.skipIf(reason !== undefined)("the program of the guide for Vue", () => {
  const open = useGuide("Vue");
  const groups = (page: Page): Promise<string[]> => page.getByRole("listitem").allTextContents();

  it("shows what a query and a composable read", async () => {
    const { page } = await open();
    await page.getByText("120 units").waitFor();
    await page.getByLabel("Find").fill("o");
    await expect.poll(() => groups(page)).toEqual(["/North", "/North/Quay"]);
    await page.getByLabel("Find").fill("");
    await page.getByText("validation_failed").waitFor();
    await page.getByLabel("Find").fill("W");
    await expect.poll(() => groups(page)).toEqual(["/West"]);
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
