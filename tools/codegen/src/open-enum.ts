import type { OpenApiDocument, Schema } from "@fleet-api-tools/openapi-document";
import { referencesIn } from "./reachable.ts";

/** An open enum: the service may answer with any string, but takes the known ones only. */
export interface OpenEnum {
  /** What a request may hold, as a closed enum. */
  readonly request: Schema;
  /** What a response may hold: any string. */
  readonly response: Schema;
}

/**
 * Reads an open enum of the bundle, `anyOf: [{ type: string, enum }, { type: string }]` with `x-open-enum: true`; a third
 * branch is null. Null for any other schema.
 * @throws Error when the mark stands beside anything else, or the same union has no mark: the enum would be closed, or
 * open in some places only
 */
export function openEnumOf(schema: Schema): OpenEnum | null {
  if (schema["x-open-enum"] === undefined) return refuseUnmarked(schema);
  const [named, any, none] = schema.anyOf ?? [];
  if (schema["x-open-enum"] !== true || named?.enum === undefined || any?.type !== "string") {
    throw new Error(
      "x-open-enum must be true, beside an enum of strings in a contract with x-conventions: see tools/spec-rules.",
    );
  }
  if (none === undefined) return { request: named, response: any };
  const type = ["string", "null"];
  return { request: { type, enum: [...named.enum, null] }, response: { ...any, type } };
}

function refuseUnmarked({ anyOf = [] }: Schema): null {
  const named = anyOf.some((branch) => (branch.enum ?? [branch.const]).some((value) => typeof value === "string"));
  if (!named || !anyOf.some(isAnyString)) return null;
  throw new Error("anyOf has strings and any other string. Write an enum with x-open-enum: true instead.");
}

function isAnyString(schema: Schema): boolean {
  const narrowing = ["enum", "const", "format", "pattern"].some((keyword) => keyword in schema);
  return [schema.type].flat().includes("string") && !narrowing;
}

/** The names of the component schemas that have an open enum in them, or refer to one that has. */
export function withOpenEnum({ components }: OpenApiDocument): ReadonlySet<string> {
  const entries = Object.entries(components.schemas);
  const found = new Set(entries.filter(([, schema]) => hasMark(schema)).map(([name]) => name));
  if (found.size === 0) return found;
  const users = new Map<string, string[]>();
  for (const [name, schema] of entries) {
    for (const ref of referencesIn(schema)) users.set(ref, [...(users.get(ref) ?? []), name]);
  }
  // The loop also visits the names that are added while it runs.
  for (const name of found) for (const user of users.get(`#/components/schemas/${name}`) ?? []) found.add(user);
  return found;
}

function hasMark(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  return "x-open-enum" in node || Object.values(node).some(hasMark);
}
