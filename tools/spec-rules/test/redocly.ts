import { spawn } from "node:child_process";
import { copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve as absolute } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** The root of the repository: the real `redocly.yaml` and the real contract are what is tested. */
export const repositoryRoot = fileURLToPath(new URL("../../../", import.meta.url));

/** The configuration that the contract is linted with. */
export const repositoryConfig = join(repositoryRoot, "redocly.yaml");

/** The contract's index file. */
export const contract = join(repositoryRoot, "spec/openapi.yaml");

/** One finding of `redocly lint`, with its first place written readably: `/units/listing/get/responses/200`. */
export interface Problem {
  ruleId: string;
  severity: string;
  message: string;
  place: string;
}

interface LintResult {
  problems: { ruleId: string; severity: string; message: string; location: { pointer?: string }[] }[];
}

/** Lints documents. Gives the problems of each, in the order of the documents. */
export async function lint(documents: readonly string[], config = repositoryConfig): Promise<Problem[][]> {
  const output = await redocly(["lint", ...documents, "--format=json", "--max-problems=10000", "--config", config]);
  // One JSON object per document, one after the other, without anything in between.
  const results: LintResult[] = output.split(/(?<=^\})(?=\{$)/m).map((part) => JSON.parse(part));
  if (results.length !== documents.length) {
    throw new Error(`${documents.length} documents were linted, but there are ${results.length} results: ${output}`);
  }
  return results.map(({ problems }) =>
    problems.map(({ ruleId, severity, message, location }) => ({
      ruleId,
      severity,
      message,
      place: readable(location[0]?.pointer ?? ""),
    })),
  );
}

/** Where a finding is shown to an author. */
export interface Finding {
  rule: string;
  file: string;
  line: number;
}

/** Lints documents as the action does. Gives, for each, the place of every finding as an author sees it. */
export async function findings(documents: readonly string[], config: string): Promise<Finding[][]> {
  const limit = "--max-problems=10000";
  const output = await redocly(["lint", ...documents, "--format=github-actions", limit, "--config", config]);
  const all = [...output.matchAll(/^::error title=([^,]+),file=([^,]+),line=(\d+)/gm)].map(
    ([, rule = "", file = "", line = ""]) => ({ rule, file: absolute(file), line: Number(line) }),
  );
  // The files of a document are in its folder and in the one above.
  return documents.map((document) =>
    all
      .filter(({ file }) => file.startsWith(join(document, "../..", "/")))
      .map((finding) => ({ ...finding, file: basename(finding.file) })),
  );
}

/** Bundles documents into a folder that is made for them. Gives the file of each, in the order of the documents. */
export async function bundleEach(documents: readonly string[], folder: string, config: string): Promise<string[]> {
  await mkdir(folder);
  // The CLI names a bundle like its document, so the documents get names of their own, in their folders.
  const named = await Promise.all(
    documents.map(async (document, index) => {
      const copy = join(dirname(document), `document-${index}.yaml`);
      await copyFile(document, copy);
      return copy;
    }),
  );
  const files = named.map((document) => join(folder, basename(document)));
  const [output] = files.length === 1 ? files : [folder];
  await redocly(["bundle", ...named, `--output=${output}`, "--config", config]);
  return files;
}

/** Bundles a document of several files into the file `output`. */
export async function bundle(document: string, output: string, config = repositoryConfig): Promise<void> {
  await redocly(["bundle", document, "--output", output, "--config", config]);
}

/** Runs the CLI that the package depends on. Exit code 1 means that there are problems, anything above is a failure. */
async function redocly([command = "", ...options]: string[]): Promise<string> {
  const packageFile = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
  const bin = join(dirname(packageFile), "bin/cli.js");
  const child = spawn(process.execPath, [bin, command, ...options], {
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  const [code, output, errors] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  // A rule that throws ends the run, and the documents after it have no findings; the exit code is 1 all the same.
  if ((code !== 0 && code !== 1) || errors.includes("Something went wrong"))
    throw new Error(`redocly ${command} ended with ${code}: ${errors}`);
  return output;
}

/** RFC 6901: `~1` is `/`, `~0` is `~`. */
function readable(pointer: string): string {
  return pointer.replace("#/paths/~1", "/").replaceAll("~1", "/").replaceAll("~0", "~");
}
