import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Nothing may leave the page's origin, so the browser is told to refuse it; that holds for a downloaded file too.
 * The renderer puts its scripts and styles inline.
 */
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; " +
  "font-src data:; connect-src 'self'; worker-src blob:";

/** Renders the bundled contract at `source` as one self-contained HTML page. */
export async function renderReference(source: string, scratch: string): Promise<string> {
  const target = join(scratch, "reference.raw.html");
  const cli = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");
  await run(process.execPath, [cli, "build-docs", source, "--inlineBundle", "--output", target], {
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  const html = await readFile(target, "utf8");
  await rm(target);
  return seal(html);
}

/** Takes the renderer's own remote images out and adds the policy. */
export function seal(html: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" /><link rel="icon" href="data:," />`;
  const sealed = html.replaceAll(/https:\/\/cdn\.redoc(?:ly)?\.(?:ly|com)\/[\w./-]*/g, "data:,");
  if (!sealed.includes("<head>")) throw new Error("The rendered reference has no <head> to put the policy in.");
  return sealed.replace("<head>", () => `<head>${meta}`).replace("<html>", '<html lang="en">');
}
