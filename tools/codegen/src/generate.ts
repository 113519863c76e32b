import { type Artefact, builtFolders, generatedFolder } from "./artefact.ts";
import { banner, hashContract } from "./banner.ts";
import { jsonText } from "./bundle.ts";
import { withSourceFile } from "./check/source-file.ts";
import type { Contract } from "./contract.ts";
import { documentedOnly } from "./documented.ts";
import { emitExamples } from "./emit/examples.ts";
import { groupFile, indexFile, sharedFile } from "./emit/group-files.ts";
import { groupTypes, sharedTypes } from "./emit/group-text.ts";
import { emitHandlers } from "./emit/handlers.ts";
import { refuseCycles } from "./emit/import-cycles.ts";
import { homesOf } from "./emit/names.ts";
import { emitImports } from "./emit/imports.ts";
import { emitOpenapiTypes } from "./emit/openapi-types.ts";
import { emitFeatures, emitOperationFunctions } from "./emit/operation-functions.ts";
import { emitOperationTable } from "./emit/operation-table.ts";
import { emitPermissions } from "./emit/permissions.ts";
import { emitProblems } from "./emit/problems.ts";
import { emitRecords, emitSensitive } from "./emit/records.ts";
import { sharedFolder } from "./places.ts";
import { emitStrictResponses, emitValidators } from "./validators/emit.ts";

/**
 * Makes every generated file in memory, from the contract alone.
 * @throws Error naming the operation or schema, and its file, that nothing can be generated from
 */
export async function generate(contract: Contract): Promise<Artefact[]> {
  try {
    return [...readFiles(contract), ...(await builtFiles(contract))];
  } catch (error) {
    throw withSourceFile(error, contract);
  }
}

/** The files that are in git. */
export function checkedInFiles(contract: Contract): Artefact[] {
  try {
    return readFiles(contract);
  } catch (error) {
    throw withSourceFile(error, contract);
  }
}

/** The files that people read: one per resource group, what they share, an index, and the permission catalogue. */
function readFiles({ document, layout }: Contract): Artefact[] {
  const homes = homesOf(layout);
  const shared = sharedTypes(document, layout);
  const groups = layout.groups.map((group) => ({ group, types: groupTypes(document, group) }));
  refuseCycles(document, [shared, ...groups.map(({ types }) => types)], homes);
  const file = (name: string, text: string): Artefact => {
    return { path: `${generatedFolder}/${name}.ts`, text, checkedIn: true };
  };
  return [
    ...groups.map(({ group, types }) => file(group.folder, groupFile(types, group, homes))),
    file(sharedFolder, sharedFile(shared, homes)),
    file("index", indexFile(layout)),
    file("permissions", emitPermissions(document)),
  ];
}

/** Everything else: what only compilers, bundlers and programs read. */
async function builtFiles({ marked, document, operations, layout }: Contract): Promise<Artefact[]> {
  const homes = homesOf(layout);
  const bundled = jsonText(document);
  const documented = jsonText(documentedOnly(marked));
  // The validators are minified by esbuild, in a process of its own, while the others are made in this one.
  const validators = Promise.all([emitValidators(document, operations), emitStrictResponses(document, operations)]);
  const identity = `${banner()}
/** SHA-256 of the bundled contract. */
export const contractHash = "${hashContract(bundled)}";

/** \`info.version\` of the contract. */
export const contractVersion = ${JSON.stringify(document.info.version)};
`;
  return [
    built(`${builtFolders.contract}/contract-identity.ts`, identity),
    built(`${builtFolders.contract}/openapi.ts`, emitOpenapiTypes(bundled)),
    built(`${builtFolders.contract}/documented.ts`, emitOpenapiTypes(documented)),
    built(`${builtFolders.contract}/examples.ts`, emitExamples(document, operations)),
    built(`${builtFolders.contract}/handlers.ts`, emitHandlers(operations, homes)),
    built(`${builtFolders.contract}/problems.ts`, emitProblems(document)),
    built(`${builtFolders.contract}/records.ts`, emitRecords(document)),
    built(`${builtFolders.contract}/sensitive.ts`, emitSensitive(document, operations)),
    built(`${builtFolders.client}/operation-table.ts`, emitOperationTable(operations)),
    built(`${builtFolders.client}/operations.ts`, emitOperationFunctions(document, operations)),
    built(`${builtFolders.client}/features.ts`, emitFeatures(operations)),
    built(`${builtFolders.client}/imports.ts`, emitImports(document, operations)),
    ...typeEntries([...layout.groups.map(({ folder }) => folder), sharedFolder]),
    built("packages/contract/dist/openapi.json", bundled),
    built("packages/contract/dist/openapi.documented.json", documented),
    ...(await validators).flat(),
  ];
}

/**
 * Entries with the types of the contract and of each group, for those who depend on the client alone, and a module that names
 * all entries: what imports it lets a compiler write the types down by these names, where it would find none that its user
 * can import.
 */
function typeEntries(folders: readonly string[]): Artefact[] {
  const file = (name: string, text: string): Artefact =>
    built(`${builtFolders.client}/${name}.ts`, `${banner()}\n${text}`);
  const entry = (name: string, from: string): Artefact => file(`types.${name}`, `export type * from "${from}";\n`);
  return [
    entry("contract", "@fleet-api/contract"),
    ...folders.map((folder) => entry(folder, `@fleet-api/contract/types/${folder}`)),
    file("types", ["contract", ...folders].map((name) => `export type {} from "./types.${name}.ts";\n`).join("")),
  ];
}

function built(path: string, text: string): Artefact {
  return { path, text, checkedIn: false };
}
