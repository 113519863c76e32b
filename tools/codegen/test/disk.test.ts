import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Artefact, generatedFolder, validatorsFolder } from "../src/artefact.ts";
import { diskTree, report, type Tree, writeArtefacts } from "../src/disk.ts";
import { readPlaces } from "../src/places.ts";

const file = `${generatedFolder}/operations.ts`;
const artefacts: Artefact[] = [{ path: file, text: "one\ntwo\n", checkedIn: true }];

let root: URL;
beforeEach(async () => {
  root = pathToFileURL(`${await mkdtemp(join(tmpdir(), "codegen-"))}/`);
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

describe("writeArtefacts", () => {
  test("writes a tree that the check is content with", async () => {
    expect(await writeArtefacts(artefacts, root)).toEqual([file]);
    expect((await report(artefacts, diskTree(root))).exitCode).toBe(0);
  });

  test("leaves equal files untouched", async () => {
    await writeArtefacts(artefacts, root);
    const before = await stat(new URL(file, root));
    expect(await writeArtefacts(artefacts, root)).toEqual([]);
    expect((await stat(new URL(file, root))).mtimeMs).toBe(before.mtimeMs);
  });

  test("mends a changed byte and removes what nothing generates any more", async () => {
    await writeArtefacts(artefacts, root);
    await writeFile(new URL(file, root), "one\ntwO\n");
    await writeFile(new URL(`${generatedFolder}/old.ts`, root), "");
    expect(await writeArtefacts(artefacts, root)).toEqual([file, `${generatedFolder}/old.ts`]);
    expect(await readFile(new URL(file, root), "utf8")).toBe("one\ntwo\n");
    expect(await diskTree(root).list(generatedFolder)).toEqual(["operations.ts"]);
  });

  test.each([file, `${generatedFolder}/old.ts`])("says what to do with a folder %s", async (folder) => {
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
  await expect(readPlaces(root)).rejects.toThrow("spec/resources/units/schemas.yaml is a folder");
});

const folder = "packages/contract/src/generated";
const others: Artefact[] = [
  { path: `${folder}/operations.ts`, text: "one\ntwo\nthree\n", checkedIn: true },
  { path: "packages/contract/dist/openapi.json", text: "{}\n", checkedIn: false },
];

function tree(files: Record<string, string>): Tree {
  return {
    read: (path) => Promise.resolve(files[path] ?? null),
    list: (name) =>
      Promise.resolve(
        Object.keys(files).flatMap((path) => (path.startsWith(`${name}/`) ? [path.slice(name.length + 1)] : [])),
      ),
  };
}

describe("codegen --check", () => {
  test("only counts the files of a tree that has what was generated, built files left aside", async () => {
    expect(await report(others, tree({ [`${folder}/operations.ts`]: "one\ntwo\nthree\n" }))).toEqual({
      text: `codegen: ${others.length} files, nothing drifted\n`,
      exitCode: 0,
    });
  });

  test("names the first differing line of a changed file and the command that mends it", async () => {
    expect(await report(others, tree({ [`${folder}/operations.ts`]: "one\ntwO\nthreE\n" }))).toEqual({
      text: `stale: ${folder}/operations.ts:2\n  want: two\n  got:  twO\n  run: pnpm codegen\n`,
      exitCode: 1,
    });
  });

  test("notices a file that ends too early", async () => {
    const { text, exitCode } = await report(others, tree({ [`${folder}/operations.ts`]: "one\ntwo" }));
    expect(text).toContain("operations.ts:3\n  want: three\n  got:  end of file\n");
    expect(exitCode).toBe(1);
  });

  test("notices a file that goes on too long", async () => {
    const { text } = await report(others, tree({ [`${folder}/operations.ts`]: "one\ntwo\nthree\n\nmore" }));
    expect(text).toContain("operations.ts:5\n  want: end of file\n  got:  more\n");
  });

  test("notices a missing file", async () => {
    const { text, exitCode } = await report(others, tree({}));
    expect(text).toBe(
      `stale: ${folder}/operations.ts\n  want: a generated file\n  got:  no file\n  run: pnpm codegen\n`,
    );
    expect(exitCode).toBe(1);
  });

  test("notices a file that nothing generates any more", async () => {
    const files = { [`${folder}/operations.ts`]: "one\ntwo\nthree\n", [`${folder}/old.ts`]: "" };
    const { text, exitCode } = await report(others, tree(files));
    expect(text).toContain(`stale: ${folder}/old.ts\n  want: no such file`);
    expect(exitCode).toBe(1);
  });
});
