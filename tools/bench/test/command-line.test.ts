import { byTier } from "@fleet-api-tools/test-tier";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readArguments } from "../src/arguments.ts";
import { contractCalls } from "../src/types/contract-calls.ts";
import { sectionNames } from "../src/report.ts";
import { runSections } from "../src/sections.ts";

const bench = join(import.meta.dirname, "..");

/** Runs `pnpm bench` as a user does. */
function run(...words: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  return spawnSync(process.execPath, [join(bench, "src/run.ts"), ...words], { encoding: "utf8" });
}

describe("the command line", () => {
  test("has the sections of the README, in its order", () => {
    const readme = readFileSync(join(bench, "README.md"), "utf8");
    const named = [...readme.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(named).toEqual([...sectionNames]);
  });

  test("runs what is named in the order of the bench, and everything without a name", () => {
    expect(readArguments(["size", "client"])).toEqual({ sections: ["client", "size"], json: false, effort: "full" });
    expect(readArguments(["--", "types", "--json"])).toEqual({ sections: ["types"], json: true, effort: "full" });
    expect(readArguments([])).toEqual({ sections: sectionNames, json: false, effort: "full" });
  });

  test.each([[["nonsense"]], [["--", "nonsense"]], [["size", "nonsense"]], [["--nonsense"]], [["--nonsense=1"]]])(
    "refuses %j and lists the sections, before it measures anything",
    (words) => {
      const { status, stderr } = run(...words);
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /nonsense" is not a section of the bench; the sections are (\w+, )+\w+\. the options are --json and --quick\./,
      );
      for (const name of sectionNames) expect(stderr).toContain(name);
    },
  );

  /** The gate codegen-budgets runs one section; those that start databases or compile for seconds are left to the full run. */
  const leftOut = byTier<readonly string[]>(
    ["codegen", "types", "server", "scale", "fairness", "bulk", "reports", "monitoring", "live"],
    ["codegen"],
  );
  const sections = sectionNames.filter((name) => !leftOut.includes(name));
  test.each(sections)("runs the section %s to its end", async (name) => {
    let printed = "";
    await runSections(readArguments([name, "--json", "--quick"]), (text) => (printed += text));
    const report: Record<string, readonly { readonly rows: readonly object[] }[]> = JSON.parse(printed);
    const tables = report[name] ?? [];
    expect(tables.length).toBeGreaterThan(0);
    for (const { rows } of tables) expect(rows.length).toBeGreaterThan(1);
  });
});

test("the section `types` has the calls of every operation, each with the examples of the contract as input", async () => {
  const calls = contractCalls(100);
  expect(calls).toHaveLength(100);
  const byClient = calls.find(({ path }) => path === "/units/listing/client/{client_id}");
  // The parameter is one of the path, and so of all its operations.
  expect(byClient?.input.path).toEqual({ client_id: expect.any(Number) });
});
