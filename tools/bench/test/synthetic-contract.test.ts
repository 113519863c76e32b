import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { lint } from "../src/codegen/commands.ts";
import { operationIds, SYNTHETIC_OPERATIONS, syntheticContract } from "../src/codegen/synthetic-contract.ts";
import { createWorkspace, realContract } from "../src/codegen/workspace.ts";

const real = await realContract();

describe("syntheticContract", () => {
  test("has the operations of the real contract, and so many more that there are 151", () => {
    const ids = operationIds({ ...real, ...syntheticContract(real) });
    expect(ids).toEqual(expect.arrayContaining(operationIds(real)));
    expect(ids).toHaveLength(SYNTHETIC_OPERATIONS);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("names the file that the contract lacks", () => {
    const { "resources/units/schemas.yaml": _gone, ...rest } = real;
    expect(() => syntheticContract(rest)).toThrow("The contract has no resources/units/schemas.yaml.");
  });

  test("has no problem under all rules of the repository", async () => {
    const root = await createWorkspace("lint", syntheticContract(real));
    await expect(lint(root)).resolves.toBeUndefined();
    // Codegen demands a module of each group; it would take too long here, and runs in the gate `codegen-budgets`.
    const foldersWith = (file: string, folder: string): string[] =>
      globSync(`resources/*/${file}`, { cwd: join(root, folder) })
        .map((path) => basename(dirname(path)))
        .toSorted();
    const [groups, modules] = [foldersWith("paths.yaml", "spec"), foldersWith("index.ts", "packages/server/src")];
    expect(modules).toEqual(groups);
    expect(groups).toEqual(expect.arrayContaining(["tyres", "units"]));
  });

  test("is really linted: an error is found", async () => {
    const path = "resources/tests/paths.yaml";
    const changed = (real[path] ?? "").replace("operationId: testsPing", "operationId: pingTests");
    const root = await createWorkspace("lint-error", { [path]: changed });
    await expect(lint(root)).rejects.toThrow(/fleet\/operation-id/);
  });
});
