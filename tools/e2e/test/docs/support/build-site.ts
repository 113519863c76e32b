import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const script = fileURLToPath(new URL("build.ts", import.meta.resolve("@fleet-api/docs")));

/** Builds the site into a folder, with options of `build.ts`. Place, time zone and language of the machine are others. */
export async function buildSite(out: string, ...options: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [script, "--out", out, ...options], {
    cwd: fileURLToPath(new URL("/", import.meta.url)),
    env: { ...process.env, TZ: "Pacific/Chatham", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
  });
}

/** The files of a folder by their path in it. */
export async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(
    async (path) => [path.slice(folder.length + 1).replaceAll("\\", "/"), await readFile(path)] as const,
  );
  return new Map((await Promise.all(files)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The reference in one file is the work of another program; the checks of pages do not hold for it. */
export const FOREIGN = "v1/reference.html";

/** The pages of the site: paths of HTML files, with their markup. */
export function pagesOf(files: ReadonlyMap<string, Buffer>): [path: string, markup: string][] {
  return [...files]
    .filter(([path]) => path.endsWith(".html") && path !== FOREIGN)
    .map(([path, bytes]) => [path, bytes.toString()]);
}

/** A page that leads on to where it moved. */
export function isRedirect(markup: string): boolean {
  return markup.includes('http-equiv="refresh"');
}
