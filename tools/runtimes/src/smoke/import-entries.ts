/**
 * On a command line: `<runtime> import-entries.js <JSON>` imports every entry of the packages and prints, by specifier,
 * the names that it exports, or `failed: <reason>`.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What the program is given, as JSON. */
export interface EntriesTask {
  readonly entries: readonly { readonly specifier: string; readonly kind: "module" | "json" | "file" }[];
  /** Specifiers that must not resolve: users reach nothing but the entries. */
  readonly hidden: readonly string[];
}

/** What it prints: names per entry, and what happened to the hidden ones. */
export type EntriesReport = Readonly<Record<string, readonly string[] | string>>;

const task: EntriesTask = JSON.parse(process.argv[2] ?? "");
const report: Record<string, readonly string[] | string> = {};
for (const { specifier, kind } of task.entries) report[specifier] = await attempt(() => namesOf(specifier, kind));
for (const specifier of task.hidden) report[specifier] = await attempt(() => namesOf(specifier, "module"));
console.log(JSON.stringify(report));

async function namesOf(specifier: string, kind: string): Promise<readonly string[]> {
  if (!existsSync(fileURLToPath(import.meta.resolve(specifier)))) throw new Error("resolves to no file");
  if (kind === "file") return [];
  const loaded: object = await (kind === "json" ? import(specifier, { with: { type: "json" } }) : import(specifier));
  return Object.keys(loaded).toSorted();
}

async function attempt(run: () => Promise<readonly string[]>): Promise<readonly string[] | string> {
  try {
    return await run();
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`;
  }
}
