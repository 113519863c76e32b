import type { OpenApiDocument, Schema } from "../document.ts";
import { resolve } from "../document.ts";

/**
 * Whether all values of a schema are objects or lists. Bodies are: so that they can get members later, and because the
 * client takes any other body, and `data` of any other kind, for a mistake.
 */
export function isContainer(document: OpenApiDocument, schema: Schema): boolean {
  const { type, allOf = [], anyOf, oneOf } = resolve(document, "schemas", schema);
  const types = [type ?? []].flat();
  if (types.length > 0) return types.every((each) => each === "object" || each === "array");
  if (allOf.some((each) => isContainer(document, each))) return true;
  return [anyOf, oneOf].some((branches) => branches?.every((each) => isContainer(document, each)));
}
