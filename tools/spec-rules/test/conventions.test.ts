import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import fleet from "../src/plugin.mjs";

const folder = fileURLToPath(new URL("../", import.meta.url));
const readme = readFileSync(join(folder, "README.md"), "utf8");
const plugin = fleet();
const ruleFiles = globSync("src/rules/*.mjs", { cwd: folder }).map((file) => basename(file, ".mjs"));

test("every rule file is a rule of the plugin", () => {
  expect(Object.keys(plugin.rules.oas3).toSorted()).toEqual(ruleFiles.toSorted());
});

test("the README names no rule that does not exist", () => {
  const sections = [...readme.matchAll(/^### `(.+)`$/gm)].map(([, name]) => name);
  expect(sections.toSorted()).toEqual(ruleFiles.toSorted());
});

describe.each(ruleFiles)("%s", (rule) => {
  test.each([`test/rules/${rule}.test.ts`, `test/fixtures/${rule}/pass.yaml`, `test/fixtures/${rule}/fail.yaml`])(
    "has %s",
    (file) => {
      expect(existsSync(join(folder, file))).toBe(true);
    },
  );

  test("is an error in fleet/strict", () => {
    expect(plugin.configs.strict.rules).toHaveProperty([`fleet/${rule}`], "error");
  });
});
