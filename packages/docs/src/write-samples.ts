/** Writes the samples of all operations into dist/samples.json, for the tests that run them. It is not published. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseDocument } from "./contract/document.ts";
import { readGroups } from "./contract/operations.ts";
import { samplesOf } from "./samples/index.ts";
import { contractFile } from "./sources.ts";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

const document = parseDocument(await readFile(contractFile("openapi.json"), "utf8"));
const operations = readGroups(document).flatMap((group) => group.operations);
const samples = operations.map((operation) => ({ id: operation.id, samples: samplesOf(operation, document) }));
await mkdir(dist, { recursive: true });
await writeFile(`${dist}/samples.json`, JSON.stringify(samples, null, 2));
