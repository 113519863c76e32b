/** `node src/main.ts` writes the generated files; `--check` only compares and exits with 1 on drift. */
import { parseArgs } from "node:util";
import { validatorsFolder } from "./artefact.ts";
import { diskTree, writeArtefacts } from "./disk.ts";
import { report } from "./drift.ts";
import { generate } from "./generate.ts";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const artefacts = await generate().catch((error: unknown) => {
  // The reader mends the contract, not this tool: where it broke in here is of no use to them.
  process.stderr.write(`codegen: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

if (values.check) {
  const { text, exitCode } = await report(artefacts, diskTree());
  process.stdout.write(text);
  process.exitCode = exitCode;
} else {
  const written = await writeArtefacts(artefacts);
  // Hundreds of small modules would hide the files that people read.
  const modules = written.filter((path) => path.startsWith(`${validatorsFolder}/`));
  const changed = written.filter((path) => !modules.includes(path));
  if (modules.length > 0) changed.push(`${validatorsFolder}: ${modules.length} modules`);
  process.stdout.write(
    changed.length === 0 ? "codegen: nothing changed\n" : changed.map((path) => `codegen: ${path}\n`).join(""),
  );
}
