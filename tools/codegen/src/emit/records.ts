import { banner } from "../banner.ts";
import { type OpenApiDocument, resolve, type Schema } from "@fleet-api-tools/openapi-document";
import type { OperationModel } from "../operations.ts";
import { key, literal } from "../text.ts";

/** The members of each object schema with the kind of their values: what a server makes its SQL of. */
export function emitRecords(document: OpenApiDocument): string {
  const rows = Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    const members = Object.entries(schema.properties ?? {});
    if (members.length === 0) return [];
    const kinds = members.map(([member, value]) => `${key(member)}: "${kindOf(document, value)}"`);
    return [`  ${key(name)}: { ${kinds.join(", ")} },\n`];
  });
  return `${banner()}
/** What the value of a member is: an instant, JSON of its own, or any other scalar. */
export type MemberKind = "instant" | "json" | "scalar";

/** The members of each object schema, in the order of the contract. */
export const records = {
${rows.join("")}} as const satisfies Readonly<Record<string, Readonly<Record<string, MemberKind>>>>;
`;
}

function kindOf(document: OpenApiDocument, reference: Schema): "instant" | "json" | "scalar" {
  const schema = resolve(document, reference);
  const types = [schema.type].flat();
  if (schema.format === "date-time") return "instant";
  const nested = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const isJson = types.includes("object") || types.includes("array");
  return isJson || nested.some((each) => kindOf(document, each) === "json") ? "json" : "scalar";
}

/** Names of the members and parameters whose values are secrets (`x-sensitive`), sorted. */
function readSensitiveNames(document: OpenApiDocument, operations: OperationModel[]): string[] {
  const parameters = operations.flatMap((operation) => operation.parameters);
  const members = Object.values(document.components.schemas).flatMap((schema) => membersOf(schema));
  const named = [...members, ...parameters.map(({ name, schema }): [string, Schema] => [name, schema])];
  const marked = named.filter(([, schema]) => resolve(document, schema)["x-sensitive"] === true);
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
