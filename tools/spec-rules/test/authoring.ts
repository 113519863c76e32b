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

/** Runs `work` in a copy of the short fixture with the changes in it. The copy is removed afterwards. */
async function inCopy<Result>(changes: Change[], work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "authoring-"));
  try {
    await cp(join(fixtures, "authoring"), join(folder, "authoring"), { recursive: true });
    await cp(join(fixtures, "shared.yaml"), join(folder, "shared.yaml"));
    await writeFile(join(folder, "redocly.yaml"), config);
    for (const { file, from, to } of changes) {
      const path = join(folder, "authoring", file);
      const text = await readFile(path, "utf8");
      if (!text.includes(from)) throw new Error(`${file} of the fixture has no "${from}"`);
      await writeFile(path, text.replace(from, to));
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What lint says of the fixture with these changes: file, line and rule of each finding. */
export function lintShort(...changes: Change[]): Promise<Finding[]> {
  return inCopy(changes, (folder) => findings(join(folder, "authoring/openapi.yaml"), join(folder, "redocly.yaml")));
}

/** The number of the line that has the text, in the fixture with nothing changed above it. */
export async function lineOf(file: string, text: string): Promise<number> {
  const lines = (await readFile(join(fixtures, "authoring", file), "utf8")).split("\n");
  return lines.findIndex((line) => line.includes(text)) + 1;
}

/** The bundle of the fixture; `again` bundles it a second time, with the conventions put back. */
export function bundleShort({ again = false, changes = [] as Change[] } = {}): Promise<unknown> {
  return inCopy(changes, async (folder) => {
    const source = join(folder, "authoring/openapi.yaml");
    const first = join(folder, "authoring/bundle.yaml");
    await bundle(source, first, join(folder, "redocly.yaml"));
    if (!again) return parse(await readFile(first, "utf8"));
    const conventions = parse(await readFile(source, "utf8"))["x-conventions"];
    const whole = { ...parse(await readFile(first, "utf8")), "x-conventions": conventions };
    await writeFile(first, stringify(whole));
    const second = join(folder, "authoring/second.yaml");
    await bundle(first, second, join(folder, "redocly.yaml"));
    return parse(await readFile(second, "utf8"));
  });
}
