import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** What keeps a browser from talking to anybody on its own. */
export const CHROMIUM_ARGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The browser that is installed: `TEST_CHROMIUM`, or the first one on the PATH.
 * @throws Error that says how to install one
 */
export function findChromium(): string {
  const given = process.env["TEST_CHROMIUM"];
  if (given) return given;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  if (found === undefined)
    throw new Error("There is no Chromium to measure with; install it: apt-get install chromium");
  return found;
}
