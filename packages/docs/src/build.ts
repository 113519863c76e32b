/** Builds the static site into dist/site: start page, reference, changelog, and the documents to download. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { changelogPage } from "./changelog-page.ts";
import type { ContractDocument } from "./document.ts";
import { docsDir } from "./index.ts";
import { renderReference } from "./reference.ts";
import { startPage } from "./start-page.ts";

const bundle = fileURLToPath(import.meta.resolve("@fleet-api/contract/openapi.json"));
const documented = fileURLToPath(import.meta.resolve("@fleet-api/contract/openapi.documented.json"));
const changelog = fileURLToPath(import.meta.resolve("@fleet-api/contract/changelog.md"));

await rm(docsDir, { recursive: true, force: true });
await mkdir(docsDir, { recursive: true });
const text = await readFile(bundle, "utf8");
const document: ContractDocument = JSON.parse(text);
await writeFile(`${docsDir}/index.html`, startPage(document));
await writeFile(`${docsDir}/reference.html`, await renderReference(bundle, docsDir));
const history = await readFile(changelog, "utf8");
await writeFile(`${docsDir}/changelog.html`, await changelogPage(history, document.info.title));
await writeFile(`${docsDir}/openapi.json`, text);
await writeFile(`${docsDir}/openapi.documented.json`, await readFile(documented));
