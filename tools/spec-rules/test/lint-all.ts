import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { bundle, contract, lint } from "./redocly.ts";
import type { Problem } from "./redocly.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Problems by document: `envelope/fail` for a fixture, `contract`, and `… bundled` for bundles. */
    problems: Record<string, Problem[]>;
  }
}

const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url));

/** Starting the CLI costs more than linting, so every document that a test asks about is linted in one run. */
export async function setup(project: TestProject): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "spec-rules-"));
  try {
    const documents = new Map([["contract", contract]]);
    for (const file of globSync("*/{pass,fail,wrong-example,loose-ref}.yaml", { cwd: fixtures })) {
      documents.set(`${dirname(file)}/${basename(file, ".yaml")}`, join(fixtures, file));
    }
    for (const [name, source] of [...documents].filter(([key]) => key === "contract" || key === "provenance/fail")) {
      const output = join(scratch, `${name.replace("/", "-")}.yaml`);
      await bundle(source, output);
      documents.set(`${name} bundled`, output);
    }
    const results = await lint([...documents.values()]);
    project.provide(
      "problems",
      Object.fromEntries([...documents.keys()].map((name, index) => [name, results[index] ?? []])),
    );
  } finally {
    await rm(scratch, { recursive: true });
  }
}
