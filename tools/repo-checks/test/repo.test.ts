import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listFiles } from "../src/repo/list-files.ts";
import { openRepo } from "../src/repo/repo.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "repo-checks-"));
  for (const path of ["a.ts", "deep/er/b.md", "node_modules/c.js", "dist/d.js"]) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), `text of ${path}`);
  }
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(...args: readonly string[]): void {
  execFileSync("git", ["-C", root, ...args], { stdio: "ignore" });
}

describe("listFiles", () => {
  it("lists tracked and new files of a git checkout, without ignored ones", () => {
    git("init");
    writeFileSync(join(root, ".gitignore"), "node_modules/\ndist/\n");
    git("add", "a.ts");
    expect(listFiles(root).toSorted()).toEqual([".gitignore", "a.ts", "deep/er/b.md"]);
  });

  it("walks the folders of an unpacked archive", () => {
    expect(listFiles(root).toSorted()).toEqual(["a.ts", "deep/er/b.md"]);
  });
});

describe("openRepo", () => {
  it("knows files and folders, reads text, and leaves out files that were deleted but are still tracked", () => {
    git("init");
    git("add", "a.ts", "deep");
    rmSync(join(root, "a.ts"));
    const repo = openRepo(root);
    expect(repo.files).toContain("deep/er/b.md");
    expect(repo.has("a.ts")).toBe(false);
    expect([repo.has("deep"), repo.has("deep/er/"), repo.has("deep/x"), repo.has("")]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(repo.read("deep/er/b.md")).toBe("text of deep/er/b.md");
  });
});
