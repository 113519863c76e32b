import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, test } from "vitest";
import fleet from "../src/plugin.mjs";
import { readContracts } from "./contracts.ts";
import type { Problem } from "./redocly.ts";

const folder = fileURLToPath(new URL("../", import.meta.url));
const plugin = fleet();
const names = Object.keys(plugin.rules.oas3);
const contracts = readContracts();
const problems = inject("problems");

/** What lint says, with the start of a message in place of the message where only that is expected. */
function shown({ severity, ruleId, place, message }: Problem, expected: readonly [string, string][]): string[] {
  const start = expected.find(
    ([at, text]) => at === place && text.endsWith("…") && message.startsWith(text.slice(0, -1)),
  );
  return [severity, ruleId, place, start?.[1] ?? message];
}

test.each([...contracts.keys()])("%s finds what is wrong in its contracts, and nothing else", (rule) => {
  const ruleId = names.includes(rule) ? `fleet/${rule}` : rule;
  for (const [index, { expected }] of contracts.get(rule)?.entries() ?? []) {
    const found = problems[`${rule}/${index}`]?.map((problem) => shown(problem, expected));
    expect(found?.toSorted()).toEqual(expected.map((each) => ["error", ruleId, ...each]).toSorted());
  }
});

describe.each(names)("%s", (rule) => {
  test("has a contract that it finds something in", () => {
    expect(contracts.get(rule)?.flatMap(({ expected }) => expected)).not.toHaveLength(0);
  });

  test("is an error in fleet/strict", () => {
    expect(plugin.configs.strict.rules).toHaveProperty([`fleet/${rule}`], "error");
  });
});

test("every rule is part of the plugin", () => {
  const files = globSync("src/rules/*.mjs", { cwd: folder }).map((file) => readFileSync(join(folder, file), "utf8"));
  const written = files.flatMap((text) => [...text.matchAll(/^export function (\w+)/gm)].map(([, name = ""]) => name));
  const ids = written.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  expect(names.toSorted()).toEqual(ids.toSorted());
});

test("the README names all rules and no others", () => {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  expect([...readme.matchAll(/^### `(.+)`$/gm)].map(([, name]) => name).toSorted()).toEqual(names.toSorted());
});
