/** `node src/main.ts` writes the generated files; `--check` only compares those in git and exits with 1 on drift. */
import { parseArgs } from "node:util";
import { validatorsFolder } from "./artefact.ts";
import { readContract } from "./contract.ts";
import { diskTree, writeArtefacts } from "./disk.ts";
import { report } from "./drift.ts";
import { checkedInFiles, generate } from "./generate.ts";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
try {
  await (values.check ? check() : write());
} catch (error) {
  // The reader changes the contract, not this tool: a stack trace into this tool is of no use to them.
  process.stderr.write(`codegen: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function check(): Promise<void> {
  const { text, exitCode } = await report(checkedInFiles(await readContract()), diskTree());
  process.stdout.write(text);
  process.exitCode = exitCode;
}

async function write(): Promise<void> {
  const written = await writeArtefacts(await generate());
  // Hundreds of small modules would hide the files that people read.
  const modules = written.filter((path) => path.startsWith(`${validatorsFolder}/`));
  const changed = written.filter((path) => !modules.includes(path));
  if (modules.length > 0) changed.push(`${validatorsFolder}: ${modules.length} modules`);
  process.stdout.write(
    changed.length === 0 ? "codegen: nothing changed\n" : changed.map((path) => `codegen: ${path}\n`).join(""),
  );
}
