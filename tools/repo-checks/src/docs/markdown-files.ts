import type { Repo } from "../repo/repo.ts";

/** Pages that people write. Changelogs tell of the past, so what they cite need not exist any more. */
export function markdownFiles(repo: Repo): string[] {
  return repo.files.filter((file) => file.endsWith(".md") && !/(^|\/)(CHANGELOG\.md$|fixtures\/)/.test(file));
}
