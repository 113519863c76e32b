import { refuseFolder } from "./check/names.ts";
import type { OpenApiDocument, Schema } from "@fleet-api-tools/openapi-document";
import type { OperationModel } from "./operations.ts";
import { type Places, sharedFolder } from "./places.ts";
import { subjectOf } from "./reachable.ts";
import { groupBy } from "./text.ts";

/** What one generated file is about. */
export interface ResourceGroup {
  /** Its folder under `spec/resources`, which names the generated file. */
  readonly folder: string;
  readonly operations: OperationModel[];
  /** The schemas that its folder declares, in the order of its files. */
  readonly schemas: readonly (readonly [name: string, schema: Schema])[];
}

/** The contract by resource group, as it is written. */
export interface Layout {
  /** In the order of the paths. */
  readonly groups: readonly ResourceGroup[];
  /** What no single group declares. */
  readonly shared: ResourceGroup["schemas"];
}

/**
 * Sorts operations and schemas by the folder that they are written in.
 * @throws Error naming the operation that has no folder, or the group of the facade or the schema that has two
 */
export function layOut(document: OpenApiDocument, operations: OperationModel[], places: Places): Layout {
  const folders = groupBy(operations, (operation) => folderOf(operation, places));
  for (const [folder, [first]] of folders) refuseFolder(folder, first?.id ?? "");
  refuseSplit(folders);
  refuseDuplicates(document, places);
  const schemas = orderedSchemas(document, places);
  return {
    groups: [...folders].map(([folder, members]) => ({
      folder,
      operations: members,
      schemas: schemas.filter(([name]) => places.schemas.get(name) === folder),
    })),
    shared: schemas.filter(([name]) => !folders.has(places.schemas.get(name) ?? sharedFolder)),
  };
}

function folderOf({ id, path }: OperationModel, places: Places): string {
  const folder = places.paths.get(path);
  if (folder !== undefined) return folder;
  throw new Error(`${id}: write ${path} in spec/resources/<group>/paths.yaml.`);
}

/**
 * The bundle has only the paths that a group refers to.
 * @throws Error naming a path that no group refers to
 */
export function refuseUnused({ paths }: OpenApiDocument, places: Places): void {
  const unused = [...places.paths].find(([path]) => !Object.hasOwn(paths, path));
  if (unused === undefined) return;
  const [path, folder] = unused;
  const file = places.files.get(path) ?? "";
  throw new Error(
    `No group refers to ${path} of spec/${file}. Write paths: { $ref: ${file.split("/").at(-1)} } in spec/resources/${folder}/group.yaml.`,
  );
}

/** Methods of one group of the facade stand in one interface, and that in one file. */
function refuseSplit(folders: ReadonlyMap<string, OperationModel[]>): void {
  const homes = new Map<string, string>();
  for (const [folder, operations] of folders) {
    for (const { id, group } of operations) {
      const home = homes.get(group) ?? folder;
      if (home !== folder) {
        throw new Error(
          `${id} is in resources/${folder}, but fleet.${group} is in resources/${home}. Move one of them.`,
        );
      }
      homes.set(group, folder);
    }
  }
}

/** Each name is a type of one file; the bundler takes two schemas for one when they are equal, until one changes. */
function refuseDuplicates(document: OpenApiDocument, { duplicates }: Places): void {
  const found = [...duplicates].find(([name]) => document.components.schemas[name] !== undefined);
  if (found === undefined) return;
  const [name, files] = found;
  const subject = subjectOf(document, name);
  throw new Error(`${subject} is declared in ${files.join(" and in ")} of spec/. Rename one, or move it to shared/.`);
}

/** The schemas in the order of their files, because the order of the bundle changes with every new reference. */
function orderedSchemas(document: OpenApiDocument, places: Places): [string, Schema][] {
  const order = [...places.schemas.keys()];
  const rank = (name: string): number => order.indexOf(name) + 1 || order.length + 1;
  return Object.entries(document.components.schemas).toSorted(([a], [b]) => rank(a) - rank(b));
}
