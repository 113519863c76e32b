/** `node src/main.ts` writes the generated files; `--check` only compares those in git and exits with 1 on drift. */
import { parseArgs } from "node:util";
import { validatorsFolder } from "./artefact.ts";
import { readContract } from "./contract.ts";
import { diskTree, report, writeArtefacts } from "./disk.ts";
import { emitServerGroups, requireServerGroups } from "./emit/server-groups.ts";
import { emitServerSchema, readServerSchema } from "./server-schema.ts";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
try {
  await (values.check ? check() : write());
} catch (error) {
  // The reader changes the contract, not this tool: a stack trace into this tool is of no use to them.
  process.stderr.write(`codegen: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** The contract, and the generators, which load while the bundler works in a process of its own. */
async function load() {
  const [contract, generators] = await Promise.all([readContract(), import("./generate.ts")]);
  return { contract, ...generators };
}

async function check(): Promise<void> {
  const { contract, checkedInFiles } = await load();
  const { text, exitCode } = await report(checkedInFiles(contract), diskTree());
  process.stdout.write(text);
  process.exitCode = exitCode;
}

async function write(): Promise<void> {
  const { contract, generate } = await load();
  const serverSchema = emitServerSchema(await readServerSchema());
  const server = serverSchema.length > 0 ? [...serverSchema, emitServerGroups(contract.layout)] : [];
  const artefacts = [...(await generate(contract)), ...server];
  const written = await writeArtefacts(artefacts);
  // Hundreds of small modules would hide the files that people read.
  const modules = written.filter((path) => path.startsWith(`${validatorsFolder}/`));
  const changed = written.filter((path) => !modules.includes(path));
  if (modules.length > 0) changed.push(`${validatorsFolder}: ${modules.length} modules`);
  process.stdout.write(changed.map((path) => `codegen: ${path}\n`).join(""));
  process.stdout.write(`codegen: ${artefacts.length} files, ${written.length} changed\n`);
  // Last, because the author of a new group needs the types above to write its module.
  if (server.length > 0) await requireServerGroups(contract.layout, diskTree());
}
