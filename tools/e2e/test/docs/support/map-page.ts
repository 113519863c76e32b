import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { admin } from "../../support/service.ts";
import { setVisible } from "./visibility.ts";

/** What a reader does on the page of the live map, and what the page shows. */
export interface MapPage {
  readonly page: Page;
  /** Opens the map; the page itself is there. */
  open(): Promise<void>;
  login(baseUrl: string, username?: string): Promise<void>;
  logOut(): Promise<void>;
  startSandbox(): Promise<void>;
  /** Puts the tab into the background, and brings it back. */
  setVisible(isVisible: boolean): Promise<void>;
  rows(): Locator;
  rowOf(name: string): Locator;
  marker(name: string): Locator;
  /** A row of the details of the selected unit. */
  detail(row: string): Promise<string | null>;
  said(): Promise<string | null>;
  failure(): Promise<string | null>;
  /** The first units, when they have their names and not only their ids. */
  names(count: number): Promise<string[]>;
  /** Where the markers are. */
  poses(): Promise<string>;
  /** Waits until the map itself stands still, which moves all markers. */
  settle(): Promise<void>;
}

export function mapPage(page: Page): MapPage {
  const rows = (): Locator => page.locator(".map-list tbody tr");
  return {
    page,
    rows,
    async open() {
      await page.getByRole("button", { name: "Open the map" }).click();
      await page.locator(".map-tools").waitFor();
    },
    async login(baseUrl, username = admin.username) {
      await page.getByLabel("Base URL").fill(baseUrl);
      await page.getByRole("button", { name: "Connect" }).click();
      await page.getByLabel("Username").fill(username);
      await page.getByLabel("Password").fill(`fleet-${username}`);
      await page.getByRole("button", { name: "Log in", exact: true }).click();
    },
    logOut: () => page.getByRole("button", { name: "Log out" }).click(),
    setVisible: (isVisible) => setVisible(page, isVisible),
    startSandbox: () => page.getByRole("button", { name: "Start the sandbox" }).click(),
    rowOf: (name) => rows().filter({ hasText: name }),
    marker: (name) => page.locator(".map-unit", { hasText: name }),
    detail: (row) =>
      page
        .locator(".map-details dl > div")
        .filter({ has: page.locator(`dt:text-is("${row}")`) })
        .locator("dd")
        .textContent(),
    said: () => page.locator(".map-said").textContent(),
    failure: () => page.locator(".map-failure").textContent(),
    async names(count) {
      const all = (): Promise<string[]> => page.locator(".map-list tbody button").allTextContents();
      await rows().first().waitFor();
      await expect.poll(async () => (await all()).filter((name) => /^Unit \d+$/.test(name))).toEqual([]);
      return (await all()).slice(0, count);
    },
    poses: () =>
      page.locator(".map-unit").evaluateAll((all: HTMLElement[]) => all.map(({ style }) => style.transform).join()),
    settle: () =>
      page.evaluate(async () => {
        const frames = async (count: number): Promise<void> => {
          for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
        };
        const look = (): string | undefined => document.querySelector<HTMLElement>(".map-place")?.style.transform;
        for (let last = ""; last !== look();) {
          last = look() ?? "";
          await frames(20);
        }
      }),
  };
}
