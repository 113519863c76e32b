import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Artefact } from "../src/artefact.ts";
import { generatedFolder, validatorsFolder } from "../src/artefact.ts";
import { diskTree, writeArtefacts } from "../src/disk.ts";
import { report } from "../src/drift.ts";
import { readPlaces } from "../src/places.ts";

const path = `${generatedFolder}/operations.ts`;
const artefacts: Artefact[] = [{ path, text: "one\ntwo\n", checkedIn: true }];

let root: URL;
beforeEach(async () => {
  root = pathToFileURL(`${await mkdtemp(join(tmpdir(), "codegen-"))}/`);
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

describe("writeArtefacts", () => {
  test("writes a tree that the check is content with", async () => {
    expect(await writeArtefacts(artefacts, root)).toEqual([path]);
    expect((await report(artefacts, diskTree(root))).exitCode).toBe(0);
  });

  test("leaves equal files untouched", async () => {
    await writeArtefacts(artefacts, root);
    const before = await stat(new URL(path, root));
    expect(await writeArtefacts(artefacts, root)).toEqual([]);
    expect((await stat(new URL(path, root))).mtimeMs).toBe(before.mtimeMs);
  });

  test("mends a changed byte and removes what nothing generates any more", async () => {
    await writeArtefacts(artefacts, root);
    await writeFile(new URL(path, root), "one\ntwO\n");
    await writeFile(new URL(`${generatedFolder}/old.ts`, root), "");
    expect(await writeArtefacts(artefacts, root)).toEqual([path, `${generatedFolder}/old.ts`]);
    expect(await readFile(new URL(path, root), "utf8")).toBe("one\ntwo\n");
    expect(await diskTree(root).list(generatedFolder)).toEqual(["operations.ts"]);
  });

  test.each([path, `${generatedFolder}/old.ts`])("says what to do with a folder %s", async (folder) => {
    await mkdir(new URL(`${folder}/`, root), { recursive: true });
    await expect(writeArtefacts(artefacts, root)).rejects.toThrow(
      `${folder} is a folder, where there must be a file. Rename or remove it.`,
    );
  });

  test("removes validators of operations and schemas that are gone, and no other built file", async () => {
    const built = (name: string): Artefact => ({ path: `${validatorsFolder}/${name}`, text: "x\n", checkedIn: false });
    const bundle: Artefact = { path: `${validatorsFolder}/../validators.js`, text: "x\n", checkedIn: false };
    await writeArtefacts(
      [bundle, built("lazy/response.js"), built("request/unitsGet.js"), built("request/unitsLost.js")],
      root,
    );
    expect(await writeArtefacts([built("lazy/response.js"), built("request/unitsGet.js")], root)).toEqual([
      `${validatorsFolder}/request/unitsLost.js`,
    ]);
    expect(await diskTree(root).list(`${validatorsFolder}/request`)).toEqual(["unitsGet.js"]);
    expect(await diskTree(root).list(`${validatorsFolder}/..`)).toContain("validators.js");
  });
});

test("a folder among the files of the contract is named", async () => {
  for (const folder of ["shared", "resources/units/schemas.yaml"])
    await mkdir(new URL(`spec/${folder}/`, root), { recursive: true });
  await writeFile(new URL("spec/openapi.yaml", root), "paths: {}");
  await expect(readPlaces(root)).rejects.toThrow("spec/resources/units/schemas.yaml is a folder");
});
