import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { whyNoChromium } from "../support/chromium.ts";
import { changedAt, useGuide } from "./use-guide.ts";

const reason = whyNoChromium();
if (reason !== undefined) console.log(`skipped: ${reason}`);

const MOUNT = `
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

createRoot(document.body.appendChild(document.createElement("main"))).render(
  <StrictMode><App><Units /><GroupName id={7} /><NewGroup clientId={1} /></App></StrictMode>,
);
`;

describe.skipIf(reason !== undefined)("the program of the guide for React", () => {
  const open = useGuide("React", MOUNT);
  const shown = (page: Page): Promise<number> => page.getByRole("listitem").count();

  it("shows a list page by page", async () => {
    const { page, service } = await open();
    await page.getByText("Unit 50", { exact: true }).waitFor();
    service.requests.length = 0;
    await page.getByRole("button", { name: "More" }).click();
    await page.getByText("Unit 100", { exact: true }).waitFor();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByText("Unit 120", { exact: true }).waitFor();
    expect(await shown(page)).toBe(120);
    expect(await page.getByRole("button", { name: "More" }).count()).toBe(0);
    expect(service.requests).toEqual([
      "GET /units/listing?page=2&per_page=50",
      "GET /units/listing?page=3&per_page=50",
    ]);
  });

  it("loses no update: after a 412 it reads the record again", async () => {
    const { page, service } = await open();
    const name = page.getByLabel("Name", { exact: true });
    await name.waitFor();
    Object.assign(service.group, { name: "West", version: 2, updated_at: changedAt(2) });
    await name.fill("East");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByText("Somebody else has changed this group.").waitFor();
    await expect.poll(() => name.inputValue()).toBe("West");
    await name.fill("East");
    await page.getByRole("button", { name: "Rename" }).click();
    await expect.poll(() => service.group).toEqual({ id: 7, name: "East", version: 3, updated_at: changedAt(3) });
    await expect.poll(() => name.inputValue()).toBe("East");
  });

  it("sends one key until the record is created", async () => {
    const { page, service } = await open();
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
    const { page, service } = await open((changed) => {
      changed.isDown = true;
    });
    await page.getByText("This page cannot be shown. req-1").waitFor();
    service.isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => shown(page)).toBe(50);
  });

  it("keeps nothing beyond a logout", async () => {
    const { page, service } = await open();
    const name = page.getByLabel("Name", { exact: true });
    await expect.poll(() => name.inputValue()).toBe("North");
    await page.getByRole("button", { name: "Log out" }).click();
    await name.waitFor({ state: "detached" });
    service.group.name = "Of another user";
    await page.evaluate("logIn()");
    await expect.poll(() => name.inputValue()).toBe("Of another user");
    await expect.poll(() => shown(page)).toBe(50);
  });
});

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
    Object.assign(service.group, { name: "West", version: 2, updated_at: changedAt(2) });
    await name.fill("East");
    await name.press("Enter");
    await page.getByText("Somebody else has changed this group.").waitFor();
    await expect.poll(() => name.inputValue()).toBe("West");
    await name.fill("East");
    await name.press("Enter");
    await expect.poll(() => service.group).toEqual({ id: 7, name: "East", version: 3, updated_at: changedAt(3) });
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
