import type { Locator, Page } from "playwright-core";

/** What a reader does on the page "Try it". */
export interface TryPage {
  readonly page: Page;
  /** Chooses an operation by its id. */
  operation(id: string): Promise<void>;
  connect(baseUrl: string): Promise<void>;
  login(username: string, password?: string): Promise<void>;
  field(id: string): Locator;
  /** Sends, and resolves to the status of the response. */
  send(): Promise<number>;
  readonly status: Locator;
  readonly failure: Locator;
  readonly response: Locator;
  readonly permission: Locator;
  /** The body of the last response. */
  body(): Promise<unknown>;
  /** A header of the last response, in its own spelling. */
  header(name: string): Promise<string | undefined>;
}

/** @param url address of the page, with the operation as its fragment */
export async function openTryPage(page: Page, url: string): Promise<TryPage> {
  await page.goto(url);
  const status = page.locator(".try-status");
  const response = page.locator(".try-response");
  const field = (id: string): Locator => page.locator(`[id="${id}"]`);
  await page.locator(".try-form").waitFor();
  return {
    page,
    status,
    response,
    failure: page.locator(".try-failure"),
    permission: page.locator(".try-permission"),
    field,
    async operation(id) {
      await page.locator("#try-operation").selectOption(id);
      await page.locator(`.try-about a[href$="operations/${id}/"]`).waitFor();
    },
    async connect(baseUrl) {
      await page.locator("#try-address").evaluate((input) => input.closest("details")?.setAttribute("open", ""));
      await page.getByLabel("Base URL").fill(baseUrl);
      await page.getByRole("button", { name: "Connect" }).click();
    },
    async login(username, password = `fleet-${username}`) {
      await page.locator("#try-username").evaluate((input) => input.closest("details")?.setAttribute("open", ""));
      await page.locator("#try-username").fill(username);
      await page.locator("#try-password").fill(password);
      await page.getByRole("button", { name: "Log in", exact: true }).click();
      await page.locator(".try-failure p, .try-status:text('is logged in')").first().waitFor();
    },
    async send() {
      await response.evaluate((place) => place.replaceChildren());
      await page.getByRole("button", { name: "Send" }).click();
      const shown = response.locator(".try-title .status").last();
      await shown.waitFor();
      return Number(await shown.textContent());
    },
    async body() {
      return JSON.parse((await response.locator("figure pre").textContent()) ?? "");
    },
    async header(name) {
      const text = (await response.locator("details pre").textContent()) ?? "";
      return text
        .split("\n")
        .find((line) => line.startsWith(`${name.toLowerCase()}: `))
        ?.slice(name.length + 2);
    },
  };
}
