import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** What a checkout without git (an unpacked archive) must not descend into: the git-ignored folders. */
const IGNORED_FOLDERS = new Set([".git", "node_modules", "dist", "built", ".turbo", ".fleet-data", ".snippets"]);

/** Tracked files and new ones that are not ignored, relative to the root; a plain walk where git does not answer. */
export function listFiles(root: string): string[] {
  return gitFiles(root) ?? walk(root, root);
}

function gitFiles(root: string): string[] | undefined {
  try {
    const args = ["-C", root, "ls-files", "-co", "--exclude-standard", "-z"];
    const output = execFileSync("git", args, {
      encoding: "utf8",
      maxBuffer: 2 ** 26,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const files = [...new Set(output.split("\0").filter(Boolean))];
    return files.length > 0 ? files : undefined;
  } catch {
    return undefined;
  }
}

function walk(root: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : walk(root, path);
    return entry.isFile() ? [relative(root, path).split(sep).join("/")] : [];
  });
}
