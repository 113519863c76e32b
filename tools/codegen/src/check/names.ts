import type { OpenApiDocument } from "@fleet-api-tools/openapi-document";
import type { OperationModel } from "../operations.ts";
import { sharedFolder } from "../places.ts";
import { subjectOf } from "../reachable.ts";
import { objectMembers } from "./place.ts";

/** What the module of the functions of all operations imports. */
const importedNames = new Set(["pageStrategy", "cursorStrategy"]);

/** Modules that generated files import, or that stand next to them. */
const moduleNames = new Set(["call", "handlers", "index", "operation-row", "operations", "permissions", sharedFolder]);

/**
 * Refuses names that generated files, exports and members cannot have, or that differ in letter case alone: on many disks
 * `unitsGet.js` and `unitsGEt.js` are one file.
 * @throws Error naming the operation or the schema
 */
export function refuseNames(document: OpenApiDocument, operations: readonly OperationModel[]): void {
  for (const { id } of operations)
    if (importedNames.has(id) || objectMembers.has(id))
      throw new Error(`${id}: programs have this name already. Choose another operationId.`);
  refuseTwins(
    operations.map(({ id, verb, path }) => ({
      name: id,
      subject: () => `operationId ${id} (${verb.toUpperCase()} ${path})`,
    })),
  );
  const schemas = Object.keys(document.components.schemas);
  for (const name of schemas) {
    if (/^[A-Z]\w*$/.test(name)) continue;
    throw new Error(
      `${subjectOf(document, name)} has a name that no generated type can have. Use a capital letter, then letters, digits and _.`,
    );
  }
  refuseTwins(schemas.map((name) => ({ name, subject: () => subjectOf(document, name) })));
}

/** @throws Error when a folder of resources cannot name a generated file */
export function refuseFolder(folder: string, operation: string): void {
  if (moduleNames.has(folder))
    throw new Error(`${operation}: there is a module ${folder}.ts already. Rename spec/resources/${folder}.`);
  if (!/^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/.test(folder))
    throw new Error(`${operation}: spec/resources/${folder} must be named in lower case, with words joined by - or _.`);
}

/** `subject` is a function, because finding the operations of a schema takes time. */
function refuseTwins(named: readonly { name: string; subject: () => string }[]): void {
  const seen = new Map<string, string>();
  for (const { name, subject } of named) {
    const other = seen.get(name.toLowerCase());
    if (other === name) throw new Error(`${subject()}: there are two with this name. Rename one of them.`);
    if (other !== undefined)
      throw new Error(
        `${subject()} differs from ${other} in letter case alone, and files are named by both. Rename one.`,
      );
    seen.set(name.toLowerCase(), name);
  }
}
