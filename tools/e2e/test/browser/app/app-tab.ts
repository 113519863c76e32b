import type { Credentials } from "@fleet-api/auth";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

/** A tab that has the app open, as a person uses it. */
export interface AppTab {
  readonly page: Page;
  /** Logs in with the form. Resolves to what the page says then. */
  logIn(credentials: Credentials): Promise<string>;
  /** Uses a button. Resolves to what the page says when the call is done. */
  use(button: "list" | "logout"): Promise<string>;
  /** Uses a button and does not wait for what follows. */
  click(button: "list" | "accept"): Promise<void>;
  /** Loads the page anew and waits until it is ready. */
  reload(): Promise<void>;
  /** What the page says, when nothing is under way. */
  outcome(): Promise<string>;
  /** Waits until the page shows this user, or this state of the session. */
  shows(id: "user" | "status", text: string): Promise<void>;
  /** The events of the session since the page was loaded. */
  events(): Promise<string[]>;
  /** The token that is held. */
  token(): Promise<string>;
  /** A call beside the buttons: "allowed", or what went wrong. */
  may(resource: "units"): Promise<string>;
  /** Waits until this token is held, without a call. */
  holds(token: string): Promise<void>;
}

/** Frames would come once a second in a tab behind others, so the page looks by a timer of its own. */
const often = { polling: 20 };

/** Opens the app in a new tab and waits until it is ready. */
export async function openApp(context: BrowserContext, url: string): Promise<AppTab> {
  const page = await context.newPage();
  await page.goto(url);
  await isReady(page);
  return tabOn(page);
}

/** Waits until the app has looked whether somebody is logged in, and has shown it. */
export async function isReady(page: Page): Promise<void> {
  await page.waitForFunction(() => "fleetApp" in globalThis, undefined, often);
}

function tabOn(page: Page): AppTab {
  const outcome = async (): Promise<string> => {
    const look = (): string | false => {
      const { textContent = "" } = document.getElementById("outcome") ?? {};
      return textContent !== "…" && textContent;
    };
    return String(await (await page.waitForFunction(look, undefined, often)).jsonValue());
  };
  // A real click waits for frames, too.
  const click = (selector: string): Promise<void> => page.dispatchEvent(selector, "click");
  return {
    page,
    outcome,
    click: (button) => click(`#${button}`),
    async logIn({ username, password }) {
      await page.fill("[name=username]", username);
      await page.fill("[name=password]", password);
      await click("#login button");
      return outcome();
    },
    async use(button) {
      await click(`#${button}`);
      return outcome();
    },
    async reload() {
      await page.reload();
      await isReady(page);
    },
    async shows(id, text) {
      const look = ([at = "", wanted]: readonly string[]): boolean =>
        document.getElementById(at)?.textContent === wanted;
      await page.waitForFunction(look, [id, text], often);
    },
    events: () => page.locator("#events li").allTextContents(),
    token: () => page.evaluate(() => fleetApp.session.getToken()),
    async holds(token) {
      // waitForFunction takes a promise for true.
      const held = (): Promise<string | undefined> =>
        page.evaluate(() => fleetApp.session.getToken().catch(() => undefined));
      await expect.poll(held, { interval: often.polling }).toBe(token);
    },
    may: (resource) =>
      page.evaluate(async (name) => {
        const result = await fleetApp.fleet.auth.permission({ path: { resource: name, action: "view" } });
        if (result.ok) return "allowed";
        return result.kind === "auth" ? Object(result.error.cause).code : result.kind;
      }, resource),
  };
}
