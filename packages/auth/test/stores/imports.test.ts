import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { describe, expect, test } from "vitest";

const entry = (path: string): string => new URL(`../../src/${path}`, import.meta.url).href;

/** Everything that an entry imports, types aside, through all files. */
function reached(from: string, found = new Set<string>()): Set<string> {
  const source = readFileSync(new URL(from), "utf8");
  for (const [, clause = "", specifier = ""] of source.matchAll(
    /^(?:import|export)\s(?!type\b)([^;]*?)from "([^"]+)";/gm,
  )) {
    if (/^\{(\s*type [^,}]+,?)+\s*\}\s*$/.test(clause)) continue;
    const target = specifier.startsWith(".") ? new URL(specifier, from).href : specifier;
    if (found.has(target)) continue;
    found.add(target);
    if (specifier.startsWith(".")) reached(target, found);
  }
  return found;
}

const nodeModules = (path: string): string[] =>
  [...reached(entry(path))].filter((name) => name.startsWith("node:") || builtinModules.includes(name));

describe("what an entry imports", () => {
  test.each(["index.ts", "stores/encrypted/encrypted.ts", "stores/cookie/cookie-store.ts", "testing/index.ts"])(
    "%s needs no Node",
    (path) => {
      expect(nodeModules(path)).toEqual([]);
    },
  );

  test("the check sees Node modules where there are some", () => {
    expect(nodeModules("stores/file/file-store.ts")).toContain("node:fs/promises");
  });

  test("the main entry brings along no store but the one in memory", () => {
    const stores = [...reached(entry("index.ts"))].filter((name) => /\/(stores|testing)\//.test(name));
    expect(stores.filter((name) => !/\/stores\/(memory|shared)\//.test(name))).toEqual([]);
  });
});
