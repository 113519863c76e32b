import type { Check } from "../../src/checks/check.ts";
import { memoryRepo } from "./memory-repo.ts";

/** Runs one check over a seeded tree and answers its findings as `file:line message`, as a person reads them. */
export async function problemsOf(check: Check, files: Readonly<Record<string, string>>): Promise<string[]> {
  const { problems } = await check.run(memoryRepo(files));
  return problems.map(({ file, line, message }) => `${line === undefined ? file : `${file}:${line}`} ${message}`);
}

/** A package.json as text. */
export function manifest(fields: object): string {
  return JSON.stringify(fields);
}
