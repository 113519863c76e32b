import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** JSON of the contract. Read without the generator's model, so that a mistake there is found. */
export type Node = Readonly<Record<string, unknown>>;

/** The bundled contract that the site is made from. */
export function readContract(): Node {
  const file = fileURLToPath(import.meta.resolve("@fleet-api/contract/openapi.json"));
  return asNode(JSON.parse(readFileSync(file, "utf8")));
}

export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly node: Node;
  readonly parameters: readonly Node[];
}

/** All operations, with their parameters resolved. */
export function operationsOf(contract: Node): ContractOperation[] {
  return Object.entries(asNode(contract["paths"])).flatMap(([path, item]) =>
    Object.entries(asNode(item))
      .filter(([key]) => ["get", "post", "put", "patch", "delete"].includes(key))
      .map(([method, operation]) => {
        const node = asNode(operation);
        const all = [...asNodes(asNode(item)["parameters"]), ...asNodes(node["parameters"])];
        return {
          id: asText(node["operationId"]),
          method,
          path,
          node,
          parameters: all.map((one) => resolve(contract, one)),
        };
      }),
  );
}

/** A value of the contract with its reference followed; keywords next to `$ref` win. */
export function resolve(contract: Node, node: Node): Node {
  const { $ref, ...own } = node;
  if (typeof $ref !== "string") return node;
  const target = $ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, key) => asNode(at)[key], contract);
  return { ...resolve(contract, asNode(target)), ...own };
}

/** A property somewhere in a body: its path in the document of a request or response, and what is said about it. */
export interface Member {
  readonly path: string;
  readonly name: string;
  readonly schema: Node;
  /** Name of the schema that its content is in, if it has a name. */
  readonly schemaName: string | null;
  readonly children: readonly Member[];
}

/** The members of a body, down to the first repetition of a schema. */
export function membersOf(contract: Node, schema: Node, path = "", above: readonly string[] = []): Member[] {
  const { node, name } = contentOf(contract, schema);
  if (name !== null && above.includes(name)) return [];
  const inside = name === null ? above : [...above, name];
  return Object.entries(asNode(node["properties"] ?? {})).map(([key, value]) => {
    const place = path === "" ? key : `${path}.${key}`;
    const content = contentOf(contract, asNode(value));
    return {
      path: place,
      name: key,
      schema: resolve(contract, asNode(value)),
      schemaName: content.name,
      children: membersOf(contract, asNode(value), place, inside),
    };
  });
}

/** What a list, a map or a choice with null is about, and the name of its schema. */
function contentOf(contract: Node, schema: Node): { node: Node; name: string | null } {
  const node = resolve(contract, schema);
  const name = typeof schema["$ref"] === "string" ? (schema["$ref"].split("/").at(-1) ?? null) : null;
  if (node["properties"] !== undefined) return { node, name };
  const choices = asNodes(node["anyOf"] ?? node["oneOf"]).filter((choice) => choice["type"] !== "null");
  const [inner = node["items"] ?? node["additionalProperties"]] = choices;
  return typeof inner === "object" && inner !== null ? contentOf(contract, asNode(inner)) : { node, name };
}

export function asNode(value: unknown): Node {
  if (typeof value !== "object" || value === null) throw new Error(`${JSON.stringify(value)} is no object.`);
  return Object.fromEntries(Object.entries(value));
}

function asNodes(value: unknown): Node[] {
  return Array.isArray(value) ? value.map(asNode) : [];
}

export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
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
export function union(first: Node, second: Node): Node {
  const names = new Set(asNodes(first["tags"]).map(({ name }) => name));
  return {
    ...second,
    ...first,
    tags: [...asNodes(first["tags"]), ...asNodes(second["tags"]).filter(({ name }) => !names.has(name))],
    paths: merged(first["paths"], second["paths"]),
    components: merged(first["components"], second["components"]),
  };
}

/** Two levels deep: path and method, or kind and name of a component. */
function merged(first: unknown, second: unknown): Node {
  const [mine, others] = [asNode(first), asNode(second)];
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(others)])];
  return Object.fromEntries(keys.map((key) => [key, { ...asNode(others[key] ?? {}), ...asNode(mine[key] ?? {}) }]));
}
