import { type OpenApiDocument, refTarget, resolve, type Schema } from "@fleet-api-tools/openapi-document";
import { readDocument } from "@fleet-api-tools/openapi-document/node";

/** The bundled contract that the site is made from. */
export function readContract(): OpenApiDocument {
  return readDocument(import.meta.resolve("@fleet-api/contract/openapi.json"));
}

/** A property somewhere in a body: its path in the document of a request or response, and what is said about it. */
export interface Member {
  readonly path: string;
  readonly name: string;
  readonly schema: Schema;
  /** Name of the schema that its content is in, if it has a name. */
  readonly schemaName: string | null;
  readonly children: readonly Member[];
}

/** The members of a body, down to the first repetition of a schema. */
export function membersOf(
  contract: OpenApiDocument,
  schema: Schema,
  path = "",
  above: readonly string[] = [],
): Member[] {
  const { node, name } = contentOf(contract, schema);
  if (name !== null && above.includes(name)) return [];
  const inside = name === null ? above : [...above, name];
  return Object.entries(node.properties ?? {}).map(([key, value]) => {
    const place = path === "" ? key : `${path}.${key}`;
    const content = contentOf(contract, value);
    return {
      path: place,
      name: key,
      schema: resolve(contract, value),
      schemaName: content.name,
      children: membersOf(contract, value, place, inside),
    };
  });
}

/** What a list, a map or a choice with null is about, and the name of its schema. */
function contentOf(contract: OpenApiDocument, schema: Schema): { node: Schema; name: string | null } {
  const node = resolve(contract, schema);
  const name = schema.$ref === undefined ? null : refTarget(schema.$ref).name;
  if (node.properties !== undefined) return { node, name };
  const choices = (node.anyOf ?? node.oneOf ?? []).filter((choice) => choice.type !== "null");
  const [inner = node.items ?? node.additionalProperties] = choices;
  return typeof inner === "object" ? contentOf(contract, inner) : { node, name };
}

/** Letters and digits alone: what is left of a text whether it is Markdown or rendered. */
export function bare(text: string): string {
  return text
    .replaceAll(/^\s*\d+\. /gm, "")
    .replaceAll(/\]\([^)]*\)/g, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/**
 * A contract with all that either of two has; where both have something, that of the first. Guides link to parts of the
 * contract of today, so the site of another one is built with these as well.
 */
export function union(first: OpenApiDocument, second: OpenApiDocument): OpenApiDocument {
  const { tags = [] } = first;
  const names = new Set(tags.map(({ name }) => name));
  return {
    ...second,
    ...first,
    tags: [...tags, ...(second.tags ?? []).filter(({ name }) => !names.has(name))],
    paths: merged(first.paths, second.paths),
    components: { schemas: {}, ...merged({ ...first.components }, { ...second.components }) },
  };
}

/** Two levels deep: path and method, or kind and name of a component. */
function merged<Entries extends object>(
  first: Record<string, Entries>,
  second: Record<string, Entries>,
): Record<string, Entries> {
  const keys = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  return Object.fromEntries(keys.map((key) => [key, Object.assign({}, second[key], first[key])]));
}
