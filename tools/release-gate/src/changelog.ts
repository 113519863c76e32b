/** `node src/changelog.ts` writes the changelog of the contract to packages/contract/dist; `--print` only prints it. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { changelog } from "./write-changelog.ts";

const { values } = parseArgs({ options: { print: { type: "boolean", default: false } } });
const text = await changelog();

if (values.print) process.stdout.write(text);
else {
  const path = fileURLToPath(import.meta.resolve("@fleet-api/contract/changelog.md"));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
