import type { Check } from "../src/checks/check.ts";
import { createRepo, type Repo } from "../src/repo/repo.ts";

/** A tree that exists in memory only: path -> text. */
export function memoryRepo(files: Readonly<Record<string, string>>): Repo {
  return createRepo("/nowhere", Object.keys(files), (path) => {
    const text = files[path];
    if (text === undefined) throw new Error(`${path} is not in the tree`);
    return text;
  });
}

/** Runs one check over a seeded tree and answers its findings as `file:line message`, as a person reads them. */
export async function problemsOf(check: Check, files: Readonly<Record<string, string>>): Promise<string[]> {
  const { problems } = await check.run(memoryRepo(files));
  return problems.map(({ file, line, message }) => `${line === undefined ? file : `${file}:${line}`} ${message}`);
}

/** A package.json as text. */
export function manifest(fields: object): string {
  return JSON.stringify(fields);
}
