import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { readContracts } from "./contracts.ts";
import {
  configWith,
  configWithoutExceptions,
  inTheirNames,
  lintElsewhere,
  renamed,
  renamedOptions,
  repositoryConfigText,
} from "./elsewhere.ts";
import { bundle, contract, lint } from "./redocly.ts";
import type { Problem } from "./redocly.ts";
import { planted, seeds } from "./seeds.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Problems by document: `envelope/0` for a contract of a rule, `contract`, `seeds`, and `… bundled` for bundles. */
    problems: Record<string, Problem[]>;
  }
}

const sharedDefinitions = fileURLToPath(new URL("fixtures/shared.yaml", import.meta.url));

/** Starting the CLI costs more than linting, so every document that shares a configuration is linted in one run. */
export async function setup(project: TestProject): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "spec-rules-"));
  try {
    const documents = await documentsIn(scratch);
    const results = await lint([...documents.values()]);
    project.provide("problems", {
      ...Object.fromEntries([...documents.keys()].map((name, index) => [name, results[index] ?? []])),
      ...(await otherConfigurations(scratch, documents)),
    });
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** All documents for the repository's own configuration: contracts of rules, the contract, bundles, and a copy with mistakes. */
async function documentsIn(scratch: string): Promise<Map<string, string>> {
  const documents = new Map([["contract", contract]]);
  await cp(sharedDefinitions, join(scratch, "shared.yaml"));
  for (const [rule, contracts] of readContracts()) {
    for (const [index, { document }] of contracts.entries()) {
      const file = join(scratch, `${rule}-${index}.json`);
      await writeFile(file, JSON.stringify(document));
      documents.set(`${rule}/${index}`, file);
    }
  }
  for (const name of ["contract", "provenance/0"]) {
    const output = join(scratch, `${name.replace("/", "-")}-bundled.yaml`);
    await bundle(documents.get(name) ?? "", output);
    documents.set(`${name} bundled`, output);
  }
  const bundled = await readFile(join(scratch, "contract-bundled.yaml"), "utf8");
  const faulty = join(scratch, "seeds.yaml");
  await writeFile(faulty, planted(bundled, seeds));
  return documents.set("seeds", faulty);
}

async function otherConfigurations(
  scratch: string,
  documents: ReadonlyMap<string, string>,
): Promise<Record<string, Problem[]>> {
  const text = await repositoryConfigText();
  const names = join(scratch, "renamed.yaml");
  await writeFile(names, renamed(await readFile(documents.get("contract bundled") ?? "", "utf8")));
  const one = async (document: string, config: string, name: string): Promise<Problem[]> => {
    const file = join(scratch, `${name}.redocly.yaml`);
    await writeFile(file, config);
    return (await lint([document], file))[0] ?? [];
  };
  return {
    "contract without exceptions": await one(contract, configWithoutExceptions(text), "plain"),
    "renamed with options": await one(names, configWith(renamedOptions, inTheirNames(text)), "options"),
    "renamed without options": await one(names, configWith({}, inTheirNames(text)), "defaults"),
    elsewhere: await lintElsewhere(join(scratch, "elsewhere"), { options: true }),
    "elsewhere without options": await lintElsewhere(join(scratch, "plain"), { options: false }),
  };
}
