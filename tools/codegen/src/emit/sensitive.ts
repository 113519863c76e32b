import { banner } from "../banner.ts";
import type { OpenApiDocument, Schema } from "../document.ts";
import { resolve } from "../document.ts";
import type { OperationModel } from "../operations.ts";
import { literal } from "../text.ts";

/** Names of the members and parameters whose values are secrets (`x-sensitive`), sorted. */
export function readSensitiveNames(document: OpenApiDocument, operations: OperationModel[]): string[] {
  const parameters = operations.flatMap((operation) => operation.parameters);
  const members = Object.values(document.components.schemas).flatMap((schema) => membersOf(schema));
  const named = [...members, ...parameters.map(({ name, schema }): [string, Schema] => [name, schema])];
  const marked = named.filter(([, schema]) => resolve(document, "schemas", schema)["x-sensitive"] === true);
  return [...new Set(marked.map(([name]) => name))].toSorted();
}

function membersOf(schema: Schema): [string, Schema][] {
  const own = Object.entries(schema.properties ?? {});
  const nested = [...own.map(([, member]) => member), ...(schema.items === undefined ? [] : [schema.items])];
  return [...own, ...nested.flatMap((member) => membersOf(member))];
}

/** The names by which logs and printed errors know what to leave out. */
export function emitSensitive(document: OpenApiDocument, operations: OperationModel[]): string {
  const names = readSensitiveNames(document, operations).map((name) => `  ${literal(name)},\n`);
  return `${banner()}
/** Members and parameters whose values are secrets: whatever prints a value leaves out what stands under these names. */
export const sensitiveNames = [
${names.join("")}] as const;
`;
}
