import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type LaunchOptions } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome"];

/** The browser that is installed: `TEST_CHROMIUM`, or the first one on the PATH. */
export function findChromium(): string | undefined {
  if (process.env.TEST_CHROMIUM) return process.env.TEST_CHROMIUM;
  const folders = (process.env.PATH ?? "").split(":");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** Why the browser tests cannot run here, or `undefined`. */
export function whyNoChromium(): string | undefined {
  if (findChromium() !== undefined) return undefined;
  return "browser tests because there is no Chromium; install with: apt-get install chromium";
}

const options: LaunchOptions = {
  executablePath: findChromium() ?? "chromium",
  chromiumSandbox: false,
  // Switched off by default, and one of the things that are tested here.
  ignoreDefaultArgs: ["--disable-back-forward-cache"],
  args: [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** A browser with an empty profile that talks to nobody on its own. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(options);
}

/** The same with the profile in this folder. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, options);
}
