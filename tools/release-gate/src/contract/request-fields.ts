import { isObject, listOf, objectOf, pointerOf, tokensOf, valueAt, type JsonObject } from "./json.ts";
import { operationParts, type ListedOperation } from "./operations.ts";
import { ALTERNATIVES, followed, type Placed } from "./schema-pairs.ts";

const MARK = "x-permission-action";
/** The name of what has none: an item of a list, a value of a map. */
const UNNAMED = "*";

/** A field of a request that needs rights of its own. */
export interface MarkedField {
  /** `query` or `body`, then the names that lead to it. */
  readonly way: readonly string[];
  /** The places of the marks, by the rights that they name. */
  readonly rights: ReadonlyMap<string, string>;
}

/** The fields of the request of an operation, as the server finds them: by their names, in every branch of a schema. */
export interface RequestFields {
  /** Those with rights of their own, by their ways in one line. */
  readonly marked: ReadonlyMap<string, MarkedField>;
  /** Whether a request can have the field; a value of a map has any name. */
  has(way: readonly string[]): boolean;
}

/** Reads the fields of the operations of a document. */
export function requestFields(document: JsonObject): (operation: ListedOperation) => RequestFields {
  const parts = operationParts(document);
  return (operation) => {
    const roots = rootsOf(document, operation);
    const marked = new Map<string, MarkedField>();

    const walk = (way: readonly string[], schemas: readonly Placed[], above: readonly string[]): void => {
      const rights = new Map(schemas.flatMap((schema) => markOf(document, schema, operation)));
      if (way.length > 1 && rights.size > 0) marked.set(way.join("/"), { way, rights });
      // A schema inside of itself is entered twice: where it is new, the one below can be known.
      const around = (place: string): number => above.filter((each) => each === place).length;
      const inside = unfolded(document, schemas).filter(({ tokens }) => around(pointerOf(tokens)) < 2);
      const below = [...above, ...inside.map(({ tokens }) => pointerOf(tokens))];
      for (const name of new Set(inside.flatMap(namesOf))) {
        walk([...way, name], membersOf(inside, name), below);
      }
    };

    // Schemas that refer to each other have many ways, and few requests have marks.
    if (JSON.stringify(parts(operation)).includes(`"${MARK}":`)) {
      for (const [root, members] of roots)
        for (const [name, schema] of members) walk(name === "" ? [root] : [root, name], [schema], []);
    }
    const has = ([root = "", ...names]: readonly string[]): boolean => {
      const members = roots.get(root) ?? [];
      if (root === "query") return members.some(([name]) => name === names[0]);
      const body = members.map(([, schema]) => schema);
      return names.reduce((found, name) => membersOf(unfolded(document, found), name), body).length > 0;
    };
    return { marked, has };
  };
}

/** The schemas of query parameters by their names, and those of the body, which has none. */
function rootsOf(document: JsonObject, { tokens }: ListedOperation): Map<string, [name: string, schema: Placed][]> {
  const parameters = [tokens.slice(0, 2), tokens].flatMap((owner) =>
    [...listOf(valueAt(document, [...owner, "parameters"])).keys()].map((at) =>
      followed(document, [...owner, "parameters", String(at)]),
    ),
  );
  const body = followed(document, [...tokens, "requestBody"]);
  return new Map([
    [
      "query",
      parameters
        .filter(({ node }) => objectOf(node).in === "query")
        .map((parameter) => [String(objectOf(parameter.node).name), partOf(parameter, "schema")]),
    ],
    [
      "body",
      Object.keys(objectOf(objectOf(body.node).content)).map((type) => ["", partOf(body, "content", type, "schema")]),
    ],
  ]);
}

/** The right that a mark names. That of the place which refers replaces the one of the definition. */
function markOf(document: JsonObject, { node, tokens }: Placed, operation: ListedOperation): [string, string][] {
  const { $ref, [MARK]: mark } = objectOf(node);
  if (mark !== undefined) return [[rightOf(mark, operation), pointerOf([...tokens, MARK])]];
  return typeof $ref === "string" ? markOf(document, targetOf(document, $ref), operation) : [];
}

/** The right of an operation or a field, in one word; a mark that is an action has the resource of the operation. */
export function rightOf(mark: unknown, operation?: ListedOperation): string {
  const own = objectOf(operation?.value["x-permission"]);
  const { resource = own["resource"], action = mark } = objectOf(mark);
  const words = [resource, action].filter((word) => word !== undefined);
  return words.map((word) => (typeof word === "string" ? word : JSON.stringify(word))).join(".");
}

/** Every schema that a value has to meet, or can: what references lead to, and branches. */
function unfolded(document: JsonObject, schemas: readonly Placed[]): Placed[] {
  const found = new Map<string, Placed>();
  const add = (schema: Placed): void => {
    const place = pointerOf(schema.tokens);
    if (found.has(place) || !isObject(schema.node)) return;
    found.set(place, schema);
    const { $ref } = schema.node;
    if (typeof $ref === "string") add(targetOf(document, $ref));
    for (const keyword of ALTERNATIVES)
      for (const at of listOf(schema.node[keyword]).keys()) add(partOf(schema, keyword, String(at)));
  };
  schemas.forEach(add);
  return [...found.values()];
}

function namesOf({ node }: Placed): string[] {
  const { properties, items, additionalProperties } = objectOf(node);
  return [...Object.keys(objectOf(properties)), ...([items, additionalProperties].some(isObject) ? [UNNAMED] : [])];
}

/** The schemas of a member. A name that a map does not list is one of its others. */
function membersOf(schemas: readonly Placed[], name: string): Placed[] {
  return schemas.flatMap((schema) => {
    const { properties, additionalProperties, items } = objectOf(schema.node);
    if (Object.hasOwn(objectOf(properties), name)) return [partOf(schema, "properties", name)];
    return [
      ...(isObject(additionalProperties) ? [partOf(schema, "additionalProperties")] : []),
      ...(name === UNNAMED && isObject(items) ? [partOf(schema, "items")] : []),
    ];
  });
}

function partOf({ node, tokens }: Placed, ...names: readonly string[]): Placed {
  return { node: valueAt(node, names), tokens: [...tokens, ...names] };
}

function targetOf(document: JsonObject, reference: string): Placed {
  const tokens = tokensOf(reference);
  return { node: valueAt(document, tokens), tokens };
}
