import { banner } from "../banner.ts";
import type { Layout, ResourceGroup } from "../groups.ts";
import { fillObject, key } from "../text.ts";
import { groupApi } from "./facade.ts";
import { operationFacts } from "./facts.ts";
import type { TypeText } from "./group-text.ts";
import { factsName, type Homes, importsOf, typeMapName } from "./names.ts";

/** The checked-in file of a resource group: types and facts of its operations, and its records. */
export function groupFile(types: TypeText, group: ResourceGroup, homes: Homes): string {
  const used = new Set([...types.used, "OperationRow"]);
  return [
    banner(`spec/resources/${group.folder}`),
    importsOf(used, homes, group.folder),
    types.text,
    operationFacts(factsName(group.folder), group.operations),
  ].join("\n");
}

/** The checked-in file of what the groups share. */
export function sharedFile(types: TypeText, homes: Homes): string {
  const imports = importsOf(types.used, homes, types.folder);
  return [banner("spec/shared"), ...(imports === "" ? [] : [imports]), types.text].join("\n");
}

/** The checked-in index: it names groups and no operation, so that only a new group changes it. */
export function indexFile({ groups }: Layout): string {
  const folders = groups.map(({ folder }) => folder);
  const imports = groups.map((group) => {
    const types = [...apisOf(group), typeMapName(group.folder)].map((name) => `type ${name}`);
    return `import { ${[...types, factsName(group.folder)].join(", ")} } from "./${group.folder}.ts";\n`;
  });
  return `${banner("spec/openapi.yaml")}
import type { OperationRow } from "../operation-row.ts";
${imports.join("")}
${indexTypes(groups)}
/** The id of an operation. */
export type OperationId = keyof OperationTypes;

/** Every operation of the contract as data, by its id. */
export const operations = {
${folders.map((folder) => `  ...${factsName(folder)},\n`).join("")}} satisfies Readonly<Record<OperationId, OperationRow>>;
`;
}

/** The types over all groups. */
function indexTypes(groups: readonly ResourceGroup[]): string {
  const members = groups.flatMap(({ operations }) =>
    [...new Set(operations.map(({ group }) => group))].map((group) => `  ${key(group)}: ${groupApi(group)};\n`),
  );
  const maps = groups.map(({ folder }) => typeMapName(folder));
  return `/** All operations, by group and method. */
export interface Facade {
${members.join("")}}

/** The types of every operation, by id. */
${fillObject("export interface OperationTypes extends", maps, "{}", "")}`;
}

function apisOf({ operations }: ResourceGroup): string[] {
  return [...new Set(operations.map(({ group }) => groupApi(group)))];
}
