/** Reads what the site is made from: the built contract, guides, drawings, decisions, workflows. */
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { parseDocument } from "./contract/document.ts";
import { readTypedoc } from "./packages/prepared-packages.ts";
import type { Sources } from "./site.ts";

const guidesDir = new URL("../guides/", import.meta.url);
const imagesDir = new URL("img/", guidesDir);
const lintRulesDir = new URL("../../../tools/spec-rules/", import.meta.url);
const decisionsDir = new URL("../../../spec/decisions/", import.meta.url);
const workflowsDir = new URL("../../../spec/workflows/", import.meta.url);

/** The path of a built file of the contract package. */
export function contractFile(name: string): string {
  return fileURLToPath(import.meta.resolve(`@fleet-api/contract/${name}`));
}

/** @param contract path of the bundled document */
export async function readSources(contract = contractFile("openapi.json")): Promise<Sources> {
  const document = parseDocument(await readFile(contract, "utf8"));
  const images = await readFiles(imagesDir, ".svg");
  const decisions = await readFiles(decisionsDir, ".md");
  return {
    document,
    guides: (await readFiles(guidesDir, ".md")).map(({ file, text }) => ({ file, markdown: text })),
    images: new Map(images.map(({ file, text }) => [`img/${file}`, text])),
    decisions: decisions
      .filter(({ file }) => file !== "README.md")
      .map(({ file, text }) => ({ name: file.replace(/\.md$/, ""), markdown: text })),
    workflows: (await readFiles(workflowsDir, ".arazzo.yaml")).map(({ text }) => parse(text)),
    ...(await readTypedoc()),
    lintRules: {
      manifest: JSON.parse(await readFile(new URL("package.json", lintRulesDir), "utf8")),
      readme: await readFile(new URL("README.md", lintRulesDir), "utf8"),
    },
    changelog: await readFile(contractFile("changelog.md"), "utf8"),
  };
}

async function readFiles(folder: URL, ending: string): Promise<{ file: string; text: string }[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending)).toSorted();
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(new URL(file, folder), "utf8") })));
}
