import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { lint } from "../../src/codegen/commands.ts";
import {
  baseOperations,
  type ContractFiles,
  syntheticContract,
} from "../../src/codegen/contract/synthetic-contract.ts";
import { createWorkspace, realContract } from "../../src/codegen/workspace.ts";

let real: ContractFiles;
beforeAll(async () => {
  real = await realContract();
});

interface OperationPart {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly "x-permission": { readonly resource: string; readonly action: string };
}

/** The operations of the synthetic groups, as the files have them. */
function operationsIn(files: ContractFiles): OperationPart[] {
  const paths = Object.entries(files).filter(([path]) => path.endsWith("/paths.yaml"));
  return paths.flatMap(([, text]) => {
    const items: Record<string, Record<string, OperationPart>> = parse(text);
    return Object.values(items).flatMap((item) => Object.values(item));
  });
}

describe("syntheticContract", () => {
  test("is the same for the same seed, and another one for another", () => {
    expect(syntheticContract(real, 51)).toEqual(syntheticContract(real, 51));
    expect(syntheticContract(real, 51, 2)).not.toEqual(syntheticContract(real, 51));
  });

  test.each([11, 12, 18, 51, 151])("has %i operations, each with its own id", (count) => {
    const ids = operationsIn(syntheticContract(real, count)).map(({ operationId }) => operationId);
    expect(baseOperations + ids.length).toBe(count);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("adds to a smaller contract without changing its groups", () => {
    const [smaller, larger] = [syntheticContract(real, 18), syntheticContract(real, 151)];
    expect(larger["resources/tyres/paths.yaml"]).toBe(smaller["resources/tyres/paths.yaml"]);
    expect(larger["resources/tyres/schemas.yaml"]).toBe(smaller["resources/tyres/schemas.yaml"]);
  });

  test("has open enums in requests and responses", () => {
    const texts = Object.values(syntheticContract(real, 151)).filter((text) => text.includes("x-open-enum: true"));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).toMatch(/Create:[^]*papers:/);
  });

  test("has the operations of a real group, and records of 20 to 35 properties", () => {
    const files = syntheticContract(real, 151);
    expect(
      operationsIn({ "tyres/paths.yaml": files["resources/tyres/paths.yaml"] ?? "" }).map((each) => each.operationId),
    ).toEqual(["tyresListing", "tyresGet", "tyresUpdate", "tyresDelete", "tyresCreate", "tyresFind", "tyresTransfer"]);
    const schemas = Object.entries(files).filter(([name]) => name.endsWith("/schemas.yaml"));
    const counts = schemas.map(([, text]) => {
      const [record]: { properties: object }[] = Object.values(parse(text));
      return Object.keys(record?.properties ?? {}).length;
    });
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...counts)).toBeLessThanOrEqual(35);
  });

  test("names tags and permissions that the contract has", () => {
    const files = syntheticContract(real, 151);
    const { tags }: { tags: { name: string }[] } = parse(files["openapi.yaml"] ?? "");
    const catalogue: {
      Permissions: { properties: Record<string, { properties: { actions: { properties: object } } }> };
    } = parse(real["shared/permissions.yaml"] ?? "");
    for (const { tags: used, "x-permission": permission } of operationsIn(files)) {
      expect(tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...used]));
      const { actions } = catalogue.Permissions.properties[permission.resource]?.properties ?? {};
      expect(actions?.properties).toHaveProperty(permission.action);
    }
  });

  test("leaves out real paths beyond the first eleven, so that figures stay comparable", () => {
    const index = (real["openapi.yaml"] ?? "").replace(
      "paths:\n",
      "paths:\n  /later/listing:\n    $ref: later.yaml#/listing\n",
    );
    expect(syntheticContract({ ...real, "openapi.yaml": index }, 11)["openapi.yaml"]).not.toContain("/later/");
  });

  test("says which path of the real contract is gone", () => {
    const index = (real["openapi.yaml"] ?? "").replace("  /tests/ping:", "  /tests/pong:");
    expect(() => syntheticContract({ ...real, "openapi.yaml": index }, 11)).toThrow("The contract has no /tests/ping");
  });

  test("refuses fewer operations than the real ones, and more than it has names for", () => {
    expect(() => syntheticContract(real, 10)).toThrow("at least 11 operations, not 10");
    expect(() => syntheticContract(real, 1000)).toThrow("names for 24 groups");
  });

  test("has no problem under all rules of the repository", async () => {
    const root = await createWorkspace("lint", syntheticContract(real, 151));
    await expect(lint(root)).resolves.toBeUndefined();
  });

  test("is really linted: a fault is found", async () => {
    const files = syntheticContract(real, 12);
    const path = "resources/tyres/paths.yaml";
    const root = await createWorkspace("lint-fault", {
      ...files,
      [path]: (files[path] ?? "").replace("tyresListing", "listTyres"),
    });
    await expect(lint(root)).rejects.toThrow(/fleet\/operation-id/);
  });
});
