import { camelCase } from "@fleet-api/redocly-plugin/names";
import type { Layout, ResourceGroup } from "../groups.ts";
import { sharedFolder } from "../places.ts";
import { fill, groupBy, lineWidth, pascal } from "../text.ts";
import { groupApi } from "./facade.ts";

/** The generated or hand-written module of each name that generated types use, without its extension. */
export type Homes = ReadonlyMap<string, string>;

/** Names that are not made from the contract, by their modules. */
const fixedNames: Readonly<Record<string, readonly string[]>> = {
  call: [
    "FailureResult",
    "Call",
    "CallOptions",
    "EmptyInput",
    "EventStream",
    "ByCondition",
    "IfNoneMatch",
    "NoCondition",
    "Ok",
    "OkPage",
    "PagedCall",
    "ProblemResult",
    "StreamOptions",
    "Unconditional",
  ],
  "operation-row": ["OperationRow"],
  permissions: [
    "KnownPermission",
    "KnownPermissionAction",
    "KnownPermissionResource",
    "PermissionActionName",
    "PermissionResourceName",
  ],
  [sharedFolder]: ["CommonHeader", "Int64"],
  index: ["Facade", "OperationId", "OperationTypes"],
  "lib.d": ["Extract", "Pick", "Record", "Required"],
};

/** Modules next to the folder of generated files. */
const handWritten = new Set(["call", "operation-row"]);

/**
 * The modules of all names.
 * @throws Error naming the operation when a schema has the name of one of its types, or of anything else
 */
export function homesOf({ groups, shared }: Layout): Homes {
  const homes = new Map<string, string>();
  const declare = (name: string, home: string, subject: string): void => {
    const other = homes.get(name);
    if (other !== undefined) throw new Error(`${subject}: the name ${name} is taken by ${other}.ts. Choose another.`);
    homes.set(name, home);
  };
  for (const [home, names] of Object.entries(fixedNames)) for (const name of names) declare(name, home, home);
  for (const { folder, operations } of groups) {
    declare(typeMapName(folder), folder, folder);
    for (const group of new Set(operations.map((operation) => operation.group)))
      declare(groupApi(group), folder, group);
    for (const { id } of operations) {
      for (const end of ["Input", "Success", "Failure"]) declare(pascal(id) + end, folder, id);
    }
  }
  for (const [name] of shared) declare(name, sharedFolder, `schema ${name} of shared/, which all operations may use`);
  for (const group of groups) declareSchemas(group, declare);
  return homes;
}

function declareSchemas(
  { folder, schemas, operations }: ResourceGroup,
  declare: (name: string, home: string, subject: string) => void,
): void {
  const users = operations.map(({ id }) => id).join(", ");
  for (const [name] of schemas) declare(name, folder, `schema ${name} of ${folder} (${users})`);
}

/** The name of the map from the operations of a folder to their types. */
export function typeMapName(folder: string): string {
  return `${pascal(camelCase(folder))}OperationTypes`;
}

/** The name of the facts of the operations of a folder. */
export function factsName(folder: string): string {
  return `${camelCase(folder)}Operations`;
}

/** The imports of a generated file, for the names that it uses and does not declare. */
export function importsOf(used: ReadonlySet<string>, homes: Homes, own: string, isBuilt = false): string {
  const foreign = [...used].filter((name) => homes.has(name) && homes.get(name) !== own).toSorted();
  const byHome = groupBy(foreign, (name) => homes.get(name) ?? "");
  return [...byHome]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([home, names]) => importLines(names, handWritten.has(home) ? `../${home}.ts` : pathOf(home, isBuilt)))
    .join("");
}

function pathOf(home: string, isBuilt: boolean): string {
  return isBuilt ? `../generated/${home}.ts` : `./${home}.ts`;
}

function importLines(names: readonly string[], path: string): string {
  const line = `import type { ${names.join(", ")} } from "${path}";\n`;
  if (line.length <= lineWidth + 1) return line;
  const lines = fill(
    names.map((name) => `${name},`),
    "  ",
  );
  return `import type {\n${lines}} from "${path}";\n`;
}
