import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CHECKS } from "../src/checks.ts";
import type { Check } from "../src/checks/check.ts";
import { EXCEPTIONS } from "../src/config/exceptions.ts";
import { listFiles, openRepo } from "../src/repo/repo.ts";
import { runChecks } from "../src/run-checks.ts";
import { memoryRepo } from "./support.ts";

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

const check: Check = {
  name: "a-check",
  why: "because",
  run: () => ({
    problems: [
      { file: "a.ts", subject: "f", message: "bad f" },
      { file: "a.ts", subject: "g", message: "bad g" },
    ],
  }),
};

describe("runChecks", () => {
  const repo = memoryRepo({});

  it("takes out what an exception names, and only that", async () => {
    const exception = { check: "a-check", file: "a.ts", subject: "f", reason: "known" };
    const [result, exceptions] = await runChecks([check], repo, [exception]);
    expect(result?.problems.map((problem) => problem.message)).toEqual(["bad g"]);
    expect(exceptions?.problems).toEqual([]);
  });

  it("reports exceptions that match nothing any more, but not those of checks that did not run", async () => {
    const stale = { check: "a-check", file: "gone.ts", reason: "known" };
    const foreign = { check: "b-check", file: "gone.ts", reason: "known" };
    const results = await runChecks([check], repo, [stale, foreign]);
    expect(results.at(-1)?.problems.map((problem) => problem.message)).toEqual([
      "the exception of a-check for gone.ts matches nothing; remove it",
    ]);
  });

  it("turns a check that throws into a finding", async () => {
    const throwing: Check = { ...check, run: () => Promise.reject(new Error("a.ts does not parse")) };
    const [result] = await runChecks([throwing], repo, []);
    expect(result?.problems).toEqual([{ file: "a-check", message: "could not look: a.ts does not parse" }]);
  });
});

describe("the list of checks", () => {
  it("names every check once, with a reason, and exceptions only of checks that exist, with a reason", () => {
    const names = CHECKS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(CHECKS.filter(({ why }) => why.length < 10)).toEqual([]);
    expect(EXCEPTIONS.filter(({ check: name, reason }) => !names.includes(name) || reason.length < 20)).toEqual([]);
  });

  it("finds something clear to say about an empty tree instead of crashing", async () => {
    const results = await runChecks(CHECKS, memoryRepo({}), []);
    const messages = results.flatMap(({ problems }) => problems.map(({ message }) => message));
    expect(messages).toContain("does not exist; the first pages of the repository are part of it");
    expect(messages.filter((message) => message.startsWith("could not look"))).toEqual([]);
  });
});
