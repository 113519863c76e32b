import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "yaml";
import { bundle, findings } from "./redocly.ts";
import type { Finding } from "./redocly.ts";

const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url));
const plugin = fileURLToPath(new URL("../src/plugin.mjs", import.meta.url));

const config = stringify({
  extends: ["spec", "recommended-strict", "fleet/strict", "fleet/authoring"],
  plugins: [plugin],
  rules: {
    "spec-strict-refs": "error",
    "fleet/rotation-header": { severity: "error", logout: "unitsLeave" },
  },
  telemetry: "off",
});

/** A text of the fixture in the short form, and what stands there instead. */
export interface Change {
  file: string;
  from: string;
  to: string;
}

/** Runs `work` in a folder that has a configuration, and is removed afterwards. */
async function inFolder<Result>(work: (folder: string, config: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "authoring-"));
  try {
    const file = join(folder, "redocly.yaml");
    await writeFile(file, config);
    return await work(folder, file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Copies the short fixture with the changes in it. Gives the path of the document. */
async function copyTo(folder: string, changes: readonly Change[]): Promise<string> {
  await cp(join(fixtures, "authoring"), join(folder, "authoring"), { recursive: true });
  await cp(join(fixtures, "shared.yaml"), join(folder, "shared.yaml"));
  for (const { file, from, to } of changes) {
    const path = join(folder, "authoring", file);
    const text = await readFile(path, "utf8");
    if (!text.includes(from)) throw new Error(`${file} of the fixture has no "${from}"`);
    await writeFile(path, text.replace(from, to));
  }
  return join(folder, "authoring/openapi.yaml");
}

/** What lint says of the fixture with these changes: file, line and rule of each finding. */
export async function lintShort(...changes: Change[]): Promise<Finding[]> {
  return (await lintVariants([changes]))[0] ?? [];
}

/** The same for each change alone, in one run, because starting the CLI costs more than linting. */
export async function lintEach(changes: readonly Change[]): Promise<ReadonlyMap<Change, Finding[]>> {
  const found = await lintVariants(changes.map((change) => [change]));
  return new Map(changes.map((change, index) => [change, found[index] ?? []]));
}

function lintVariants(variants: readonly (readonly Change[])[]): Promise<Finding[][]> {
  return inFolder(async (folder, file) => {
    const documents = variants.map((changes, index) => copyTo(join(folder, String(index)), changes));
    return findings(await Promise.all(documents), file);
  });
}

/** The number of the line that has the text, in the fixture with nothing changed above it. */
export async function lineOf(file: string, text: string): Promise<number> {
  const lines = (await readFile(join(fixtures, "authoring", file), "utf8")).split("\n");
  return lines.findIndex((line) => line.includes(text)) + 1;
}

/** The bundle of the fixture; `again` bundles it a second time, with the conventions put back. */
export function bundleShort({ again = false, changes = [] as Change[] } = {}): Promise<unknown> {
  return inFolder(async (folder, file) => {
    const source = await copyTo(folder, changes);
    const first = join(folder, "authoring/bundle.yaml");
    await bundle(source, first, file);
    if (!again) return parse(await readFile(first, "utf8"));
    const conventions = parse(await readFile(source, "utf8"))["x-conventions"];
    const whole = { ...parse(await readFile(first, "utf8")), "x-conventions": conventions };
    await writeFile(first, stringify(whole));
    const second = join(folder, "authoring/second.yaml");
    await bundle(first, second, file);
    return parse(await readFile(second, "utf8"));
  });
}
