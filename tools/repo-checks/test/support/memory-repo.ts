import { createRepo, type Repo } from "../../src/repo/repo.ts";

/** A tree that exists in memory only: path -> text. */
export function memoryRepo(files: Readonly<Record<string, string>>): Repo {
  return createRepo("/nowhere", Object.keys(files), (path) => {
    const text = files[path];
    if (text === undefined) throw new Error(`${path} is not in the tree`);
    return text;
  });
}
