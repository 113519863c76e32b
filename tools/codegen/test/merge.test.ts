import { execFile, spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { generatedFolder, rootUrl } from "../src/artefact.ts";
import { readContract } from "../src/contract.ts";
import { diskTree, report, writeArtefacts } from "../src/disk.ts";
import { checkedInFiles } from "../src/generate.ts";

const hasGit = spawnSync("git", ["--version"]).status === 0;

let root: URL;
beforeEach(async () => {
  root = pathToFileURL(`${await mkdtemp(join(tmpdir(), "codegen-merge-"))}/`);
  for (const part of ["openapi.yaml", "resources", "shared"]) {
    await cp(new URL(`spec/${part}`, rootUrl), new URL(`spec/${part}`, root), { recursive: true });
  }
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

/** Runs git in the scratch folder, with no configuration of this machine. */
async function git(...args: string[]): Promise<string> {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const who = ["-c", "user.name=Codegen test", "-c", "user.email=test@example.com"];
  const { stdout } = await promisify(execFile)("git", [...who, ...args], { cwd: fileURLToPath(root), env });
  return stdout;
}

/** Puts lines into a file of the contract: after the line that has `anchor`, or at the end. */
async function insert(path: string, anchor: string | null, lines: string): Promise<void> {
  const url = new URL(`spec/${path}`, root);
  const text = await readFile(url, "utf8");
  const at = anchor === null ? text.length : text.indexOf("\n", text.indexOf(anchor)) + 1;
  if (anchor !== null && !text.includes(anchor)) throw new Error(`${path} has no ${anchor}`);
  await writeFile(url, text.slice(0, at) + lines + text.slice(at));
}

/** What somebody commits who adds an operation: its description, and what codegen makes of it. */
async function commitOperation(id: string, path: string, file: string, after: string | null) {
  const operation = `${path}:
  get:
    operationId: ${id}
    summary: Added
    description: Added on a branch.
    x-permission: self
    responses:
      "200":
        description: The answer.
        content:
          application/json:
            schema: { $ref: "../tests/schemas.yaml#/PongEnvelope" }
`;
  await insert(file, after, operation);
  await commitAll(`add ${id}`);
}

async function commitAll(message: string): Promise<void> {
  await writeArtefacts(checkedInFiles(await readContract(root)), root);
  await git("add", "--all");
  await git("commit", "--message", message);
}

describe.skipIf(!hasGit)("two branches", () => {
  test("that add the last operation of one group and the first of the next merge, and nothing is stale", async () => {
    await git("init", "--initial-branch", "main");
    await commitAll("base");
    await git("checkout", "-b", "last");
    await commitOperation("authLast", "/auth/last", "resources/authentication/paths.yaml", null);
    await git("checkout", "-b", "first", "main");
    await commitOperation("unitsFirst", "/units/first", "resources/units/paths.yaml", "# Operations of the Units");

    expect((await git("diff", "--name-only", "main", "last", "--", generatedFolder)).trim()).toBe(
      `${generatedFolder}/authentication.ts`,
    );
    expect((await git("diff", "--name-only", "main", "first", "--", generatedFolder)).trim()).toBe(
      `${generatedFolder}/units.ts`,
    );
    await git("merge", "--no-edit", "last");
    const merged = checkedInFiles(await readContract(root));
    expect(await report(merged, diskTree(root))).toEqual({
      text: expect.stringContaining("nothing drifted"),
      exitCode: 0,
    });
    const texts = merged.map(({ text }) => text).join("");
    for (const id of ["authLast", "unitsFirst"]) expect(texts).toContain(`id: "${id}"`);
  });
});
