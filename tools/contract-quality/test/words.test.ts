import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../src/program.ts";
import { checkProse, checkSpelling } from "../src/check-words.ts";
import { temporaryFile } from "./support.ts";

const words = readFileSync(new URL("../words.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

describe("the word list", () => {
  it("has one word per line, sorted, each once", () => {
    const sorted = [...new Set(words)].toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
    expect(words).toEqual(sorted);
    expect(words.filter((word) => !/^\p{L}+$/u.test(word))).toEqual([]);
  });

  it("has only words that something uses", () => {
    const used = (word: string): boolean => {
      const places = ["*.md", "*.yaml", "*.yml", "packages/docs/src"];
      const args = ["-C", ROOT, "grep", "-qi", "--untracked", "-e", word, "--", ...places, ":!spec/releases"];
      try {
        execFileSync("git", args, { stdio: "ignore" });
        return true;
      } catch {
        return false;
      }
    };
    expect(words.filter((word) => !used(word))).toEqual([]);
  });
});

describe("the configuration", () => {
  it("takes no dictionary and no settings from anywhere else", () => {
    const config = readFileSync(new URL("../../../.cspell.config.yaml", import.meta.url), "utf8");
    expect(config).not.toMatch(/https?:|^import:/m);
  });
});

describe("spelling", () => {
  it("refuses a misspelt word with its place, and accepts British English", async () => {
    const page = await temporaryFile("page.md", "# Licence\n\nThe colour of the vehcile.\n");
    const { code, stdout } = await checkSpelling(dirname(page));
    expect(code).not.toBe(0);
    expect(stdout).toMatch(/page\.md:3:19 - Unknown word \(vehcile\).*vehicle/);
    expect(stdout).not.toMatch(/Licence|colour/);
  });
});

describe("prose", () => {
  it("refuses a word that leaves people out, with what to write instead", async () => {
    const page = await temporaryFile("page.md", "# Page\n\nPut the address on the whitelist.\n");
    const { code, stdout, stderr } = await checkProse([page]);
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/blacklist-whitelist .*page\.md:3:\d+ .*allowlist/);
  });

  it("refuses it in the descriptions of a contract too", async () => {
    const info = { title: "T", version: "1.0.0", description: "The slave database." };
    const document = await temporaryFile("openapi.json", JSON.stringify({ openapi: "3.1.0", info, paths: {} }));
    const { code, stdout, stderr } = await checkProse([document]);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("inclusive-language/slave");
  });

  it("refuses a heading that skips a level and a fragment that leads nowhere", async () => {
    const page = await temporaryFile("page.md", "# Page\n\n### Deep\n\n[There](#nowhere)\n");
    const { code, stdout, stderr } = await checkProse([page]);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("heading-increment");
    expect(stdout + stderr).toContain("link-fragments");
  });
});
