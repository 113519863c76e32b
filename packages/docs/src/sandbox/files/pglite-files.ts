import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The path of a file that PGlite comes with. */
export function pgliteFile(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite")), name);
}

/** What a database that exists reads of PGlite's files: the language of triggers, the order of letters, time zones, and the sample of the settings. */
const READ = /\/(?:plpgsql\.so|icu\/.*\.(?:res|icu)|timezone\/.*|timezonesets\/Default|postgresql\.conf\.sample)$/;

/** PGlite's files in one, with zeros in place of those that only initdb or no statement of the server reads. */
export async function trimmedData(): Promise<Uint8Array> {
  // PGlite compares the length with the one that it was built with.
  const data = await readFile(pgliteFile("pglite.data"));
  for (const { name, start, end } of await filesInData(data.length)) if (!READ.test(name)) data.fill(0, start, end);
  return data;
}

interface FileInData {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Where each file lies, which only the script of PGlite says. */
async function filesInData(length: number): Promise<FileInData[]> {
  const folder = dirname(pgliteFile("pglite.data"));
  for (const script of await readdir(folder)) {
    if (!script.startsWith("chunk-") || !script.endsWith(".js")) continue;
    const text = await readFile(join(folder, script), "utf8");
    const files = [...text.matchAll(/\{filename:"([^"]+)",start:([\de]+),end:([\de]+)\}/g)].map(
      ([, name = "", start, end]) => ({ name, start: Number(start), end: Number(end) }),
    );
    if (files.at(-1)?.end === length) return files;
  }
  throw new Error("No script of PGlite says what pglite.data is made of.");
}
