import { describe, expect, test } from "vitest";
import type { Artefact } from "../src/artefact.ts";
import type { Tree } from "../src/drift.ts";
import { report } from "../src/drift.ts";

const folder = "packages/contract/src/generated";
const artefacts: Artefact[] = [
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
  test("is silent about a tree that has what was generated, built files left aside", async () => {
    expect(await report(artefacts, tree({ [`${folder}/operations.ts`]: "one\ntwo\nthree\n" }))).toEqual({
      text: "codegen: nothing drifted\n",
      exitCode: 0,
    });
  });

  test("names the first differing line of a changed file and the command that mends it", async () => {
    expect(await report(artefacts, tree({ [`${folder}/operations.ts`]: "one\ntwO\nthreE\n" }))).toEqual({
      text: `stale: ${folder}/operations.ts:2\n  want: two\n  got:  twO\n  run: pnpm codegen\n`,
      exitCode: 1,
    });
  });

  test("notices a file that ends too early", async () => {
    const { text, exitCode } = await report(artefacts, tree({ [`${folder}/operations.ts`]: "one\ntwo" }));
    expect(text).toContain("operations.ts:3\n  want: three\n  got:  end of file\n");
    expect(exitCode).toBe(1);
  });

  test("notices a file that goes on too long", async () => {
    const { text } = await report(artefacts, tree({ [`${folder}/operations.ts`]: "one\ntwo\nthree\n\nmore" }));
    expect(text).toContain("operations.ts:5\n  want: end of file\n  got:  more\n");
  });

  test("notices a missing file", async () => {
    const { text, exitCode } = await report(artefacts, tree({}));
    expect(text).toBe(
      `stale: ${folder}/operations.ts\n  want: a generated file\n  got:  no file\n  run: pnpm codegen\n`,
    );
    expect(exitCode).toBe(1);
  });

  test("notices a file that nothing generates any more", async () => {
    const files = { [`${folder}/operations.ts`]: "one\ntwo\nthree\n", [`${folder}/old.ts`]: "" };
    const { text, exitCode } = await report(artefacts, tree(files));
    expect(text).toContain(`stale: ${folder}/old.ts\n  want: no such file`);
    expect(exitCode).toBe(1);
  });
});
