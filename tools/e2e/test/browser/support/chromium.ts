import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type LaunchOptions } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome"];

function onPath(programs: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(":");
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** The browser that is installed: `TEST_CHROMIUM`, or the first one on the PATH. */
function findChromium(): string | undefined {
  return process.env.TEST_CHROMIUM || onPath(names);
}

/** Why the browser tests cannot run here, or `undefined`. */
export function whyNoChromium(): string | undefined {
  if (findChromium() !== undefined) return undefined;
  return "browser tests because there is no Chromium; install with: apt-get install chromium";
}

const options: LaunchOptions = {
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

const whole = (): LaunchOptions => ({ ...options, executablePath: findChromium() ?? "chromium" });

/** A browser with an empty profile that talks to nobody on its own. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(whole());
}

/** The same with the profile in this folder. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, whole());
}

/**
 * As `launchChromium`, for pages that need no more than its engine: without what a window takes, where that is installed
 * (Debian's `chromium-headless-shell`), which saves a third of the time. It has no back/forward cache and no settings.
 */
export function launchEngine(): Promise<Browser> {
  const shell = process.env.TEST_CHROMIUM ? undefined : onPath(["chromium-headless-shell"]);
  // Nobody stays on a page for so long that the optimising compiler of WebAssembly would pay.
  const args = [...(options.args ?? []), "--js-flags=--liftoff-only"];
  return shell === undefined ? launchChromium() : chromium.launch({ ...options, args, executablePath: shell });
}
