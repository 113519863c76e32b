import { tier } from "@fleet-api-tools/test-tier";
import { beforeAll, describe, expect, test } from "vitest";
import { type Artefact, generatedFolder, rootUrl } from "../src/artefact.ts";
import { banner, hashContract } from "../src/banner.ts";
import { readContract } from "../src/contract.ts";
import { generate } from "../src/generate.ts";

let artefacts: Artefact[];
/** Folders of the resource groups, in the order of the contract. */
let folders: string[];
beforeAll(async () => {
  const contract = await readContract();
  artefacts = await generate(contract);
  folders = contract.layout.groups.map(({ folder }) => folder);
});

function text(path: string): string {
  const found = artefacts.find((artefact) => artefact.path.endsWith(`/${path}`));
  if (found === undefined) throw new Error(`${path} was not generated`);
  return found.text;
}

function paths(checkedIn: boolean): string[] {
  return artefacts.filter((artefact) => artefact.checkedIn === checkedIn).map(({ path }) => path);
}

describe("generate", () => {
  test.runIf(tier !== "test")("two runs give equal bytes", async () => {
    expect(await generate(await readContract())).toEqual(artefacts);
  });

  test("people get a file per resource group, all else is built", () => {
    const names = [...folders, "shared", "index", "permissions"];
    expect(paths(true)).toEqual(names.map((name) => `${generatedFolder}/${name}.ts`));
    expect(paths(false).filter((path) => !/^packages\/(contract|client)\/(src\/built|dist)\//.test(path))).toEqual([]);
  });

  test("people read at most 100 lines per operation", () => {
    const lines = artefacts.filter(({ checkedIn }) => checkedIn).map((file) => file.text.split("\n").length - 1);
    const operations = text("openapi.json").match(/"operationId"/g)?.length ?? 0;
    expect(lines.reduce((sum, count) => sum + count, 0) / operations).toBeLessThanOrEqual(100);
  });

  test("a checked-in file says what made it, but not the hash of the contract, which a built one exports", () => {
    const hash = hashContract(text("openapi.json"));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(text("contract-identity.ts")).toContain(`export const contractHash = "${hash}";`);
    for (const artefact of artefacts.filter(({ checkedIn }) => checkedIn)) {
      expect(artefact.text).toMatch(/^\/\*\* Generated from spec\/\S* by tools\/codegen\. Do not edit: .* \*\/\n/);
      expect(artefact.text).not.toMatch(/[0-9a-f]{64}/);
    }
    expect(banner("spec/resources/units")).toBe(
      text("generated/units.ts").slice(0, banner("spec/resources/units").length),
    );
  });

  test("what the contract calls int64 is Int64, and other numbers are not", () => {
    expect(text("built/openapi.ts")).toMatch(/^ +odometer_m: Int64 \| null;$/m);
    expect(text("built/openapi.ts")).toMatch(/^ +per_page: number;$/m);
    expect(text("generated/units.ts")).toMatch(/ odometer_m: Int64 \| null;$/m);
    expect(text("generated/units.ts")).toMatch(/ client_id\?: Int64 \| undefined;$/m);
    expect(text("generated/units.ts")).toMatch(/ page\?: number \| undefined;$/m);
    expect(text("handlers.ts")).toContain("client_id?: Int64");
  });

  test("paths have no members that are never", () => {
    const [, types] = /export interface paths \{([^]*?)\n\}/.exec(text("built/openapi.ts")) ?? [];
    expect(types).toMatch(/ get: operations\["unitsListing"\];/);
    expect(types?.replaceAll(/\/\*\*[^]*?\*\//g, "")).not.toContain("never");
  });

  test("lines end with LF, and files with exactly one", () => {
    for (const artefact of artefacts) {
      expect(artefact.text).not.toContain("\r");
      expect(artefact.text).toMatch(/[^\n]\n$/);
    }
  });

  test("the bundle has no reference out of itself and no path of this machine", () => {
    for (const [, ref] of text("openapi.json").matchAll(/"\$ref": "([^"]+)"/g)) expect(ref).toMatch(/^#\/components\//);
    for (const artefact of artefacts) expect(artefact.text).not.toContain(rootUrl.pathname);
  });

  test("validators need nothing at run time and make no code from strings", () => {
    for (const name of ["validators.js", "validators.strict.js"])
      expect(text(name)).not.toMatch(/(?<!["'`])\bimport\b/);
    for (const artefact of artefacts.filter(({ path }) => /\/validators.*\.js$/.test(path))) {
      expect(artefact.text).not.toMatch(/[^"'`]\brequire\(|new Function|\beval\(/);
      for (const [, target] of artefact.text.matchAll(/(?<!")\bfrom ?"([^"]+)"/g)) expect(target).toMatch(/^\.\.?\//);
    }
  });

  test("the facts have every path of the specification, in its order", async () => {
    const written = Object.keys((await readContract()).document.paths);
    const groups = paths(true).map((path) => text(path.slice(path.lastIndexOf("/") + 1)));
    const generated = groups.flatMap((group) => [...group.matchAll(/\bpath: "([^"]+)"/g)].map(([, path]) => path));
    expect([...new Set(generated)]).toEqual(written);
  });
});
