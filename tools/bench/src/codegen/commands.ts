import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";

/** Seconds that a piece of work takes: the least of some rounds, because other processes only make it slower. */
export async function seconds(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await work();
    times.push((performance.now() - started) / 1000);
  }
  return Math.min(...times);
}

/** Generates what is generated, with the command that everybody uses. */
export async function codegen(root: string): Promise<void> {
  await node(root, ["tools/codegen/src/main.ts"]);
}

/** Lints the contract under all rules of the repository. Throws with the findings when there are any. */
export async function lint(root: string): Promise<void> {
  const require = createRequire(join(root, "tools/spec-rules/package.json"));
  const cli = join(require.resolve("@redocly/cli/package.json"), "../bin/cli.js");
  await node(root, [cli, "lint", "spec/openapi.yaml", "--format=stylish", "--max-problems=50"]);
}

/** Runs a script in a folder and gives what it prints. Throws with its words when it fails. */
export async function node(
  folder: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", ...variables };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch(
    (error: unknown) => {
      const { stdout: out = "", stderr = "" }: { stdout?: unknown; stderr?: unknown } = Object(error);
      throw new Error(`node ${args.join(" ")} failed in ${folder}:\n${String(out)}${String(stderr)}`, { cause: error });
    },
  );
  return stdout;
}
