import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "yaml";
import { bundleEach, findings } from "./redocly.ts";
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
  from: string | RegExp;
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
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${file} of the fixture has no ${from}`);
    await writeFile(path, changed);
  }
  return join(folder, "authoring/openapi.yaml");
}

/** Answers all requests of a moment with one run of the CLI, because starting it costs more than its work. */
function batched<Request, Answer>(
  run: (requests: readonly Request[]) => Promise<readonly Answer[]>,
): (request: Request) => Promise<Answer> {
  let waiting: { request: Request; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  const answer = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    try {
      const answers = await run(batch.map(({ request }) => request));
      for (const [index, each] of answers.entries()) batch[index]?.resolve(each);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  return (request) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(() => void answer(), 20);
      waiting.push({ request, resolve, reject });
    });
}

const lintBatch = batched((variants: readonly (readonly Change[])[]) =>
  inFolder(async (folder, file) => {
    const documents = variants.map((changes, index) => copyTo(join(folder, String(index)), changes));
    return findings(await Promise.all(documents), file);
  }),
);

/** What lint says of the fixture with these changes: file, line and rule of each finding. */
export function lintShort(...changes: Change[]): Promise<Finding[]> {
  return lintBatch(changes);
}

/** The number of the line that has the text, in the fixture with nothing changed above it. */
export async function lineOf(file: string, text: string): Promise<number> {
  const lines = (await readFile(join(fixtures, "authoring", file), "utf8")).split("\n");
  return lines.findIndex((line) => line.includes(text)) + 1;
}

const bundleBatch = batched((variants: readonly { changes: readonly Change[]; again: boolean }[]) =>
  inFolder(async (folder, file) => {
    const sources = await Promise.all(
      variants.map(({ changes }, index) => copyTo(join(folder, String(index)), changes)),
    );
    const read = async (path: string): Promise<object> => parse(await readFile(path, "utf8"));
    const bundled = await bundleEach(sources, join(folder, "first"), file);
    const wholes = await Promise.all(
      bundled.map(async (path, index) => {
        if (!variants[index]?.again) return path;
        const { "x-conventions": conventions }: { "x-conventions"?: object } = await read(sources[index] ?? "");
        const whole = join(sources[index] ?? "", "../whole.yaml");
        await writeFile(whole, stringify({ ...(await read(path)), "x-conventions": conventions }));
        return whole;
      }),
    );
    const repeated = wholes.filter((_, index) => variants[index]?.again);
    const second = repeated.length === 0 ? [] : await bundleEach(repeated, join(folder, "second"), file);
    return Promise.all(wholes.map((path) => read(second[repeated.indexOf(path)] ?? path)));
  }),
);

/** The bundle of the fixture with these changes; `again` bundles it a second time, with the conventions put back. */
export function bundleShort({ again = false, changes = [] as Change[] } = {}): Promise<unknown> {
  return bundleBatch({ changes, again });
}
