import { banner } from "../banner.ts";
import type { OpenApiDocument, Schema } from "../document.ts";
import { resolve } from "../document.ts";
import { key } from "../text.ts";

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
  const schema = resolve(document, "schemas", reference);
  const types = [schema.type].flat();
  if (schema.format === "date-time") return "instant";
  const nested = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const isJson = types.includes("object") || types.includes("array");
  return isJson || nested.some((each) => kindOf(document, each) === "json") ? "json" : "scalar";
}
