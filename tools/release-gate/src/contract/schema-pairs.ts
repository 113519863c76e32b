import { isObject, listOf, objectOf, type JsonObject } from "./json.ts";
import { listOperations, type ListedOperation } from "./operations.ts";
import { dereferenced, pointerOf, tokensOf, valueAt } from "./pointer.ts";

/** Who sends a value: the caller in a request, the service in a response. */
export type Direction = "request" | "response";

/** The same schema in two versions of the contract. */
export interface SchemaPair {
  readonly base: JsonObject;
  readonly revision: JsonObject;
  /** Where it is defined in the later version. */
  readonly place: string;
  readonly direction: Direction;
}

/** A node of one version, and where it is defined. */
interface Placed {
  readonly node: unknown;
  readonly tokens: readonly string[];
}

/** Keywords with one schema, with a list of schemas, and with schemas by name. */
const ONE = ["items", "additionalProperties", "unevaluatedProperties", "propertyNames", "contains"] as const;
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
const MAPS = ["properties", "patternProperties"] as const;

/**
 * Every schema that operations of both versions send or receive, with its counterpart. Schemas are paired by their way
 * from the operation, so it does not matter whether one stands behind a reference. Each pair of components is visited
 * once per direction, however many operations use it.
 */
export function listSchemaPairs(base: JsonObject, revision: JsonObject): SchemaPair[] {
  const pairs: SchemaPair[] = [];
  const seen = new Set<string>();

  const walk = (before: Placed, after: Placed, direction: Direction): void => {
    const [left, right] = [resolved(base, before), resolved(revision, after)];
    if (!isObject(left.node) || !isObject(right.node)) return;
    if (left !== before || right !== after) {
      const visit = `${direction} ${pointerOf(left.tokens)} ${pointerOf(right.tokens)}`;
      if (seen.has(visit)) return;
      seen.add(visit);
    }
    pairs.push({ base: left.node, revision: right.node, place: pointerOf(right.tokens), direction });
    for (const [one, other] of childPairs(left, right)) walk(one, other, direction);
  };

  const operations = new Map(listOperations(base).map((operation) => [operation.id, operation]));
  for (const operation of listOperations(revision)) {
    const old = operations.get(operation.id);
    if (old === undefined) continue;
    const [before, after] = [schemasOf(base, old), schemasOf(revision, operation)];
    for (const [key, { placed, direction }] of after) {
      const counterpart = before.get(key);
      if (counterpart) walk(counterpart.placed, placed, direction);
    }
  }
  return pairs;
}

interface Root {
  readonly placed: Placed;
  readonly direction: Direction;
}

/** The schemas of an operation by what they are for, so that those of two versions find each other. */
function schemasOf(document: JsonObject, operation: ListedOperation): Map<string, Root> {
  const roots = new Map<string, Root>();
  const place = tokensOf(operation.pointer);
  const add = (key: string, holder: Placed, direction: Direction): void => {
    for (const [media, content] of childrenOf(member(holder, "content"))) {
      roots.set(`${key} ${media}`, { placed: member(content, "schema"), direction });
    }
    const schema = member(holder, "schema");
    if (schema.node !== undefined) roots.set(key, { placed: schema, direction });
  };
  for (const owner of [place.slice(0, -1), place]) {
    for (const at of listOf(valueAt(document, [...owner, "parameters"])).keys()) {
      const parameter = definitionAt(document, [...owner, "parameters", String(at)]);
      const { in: where, name } = objectOf(parameter.node);
      add(`parameter ${String(where)} ${String(name)}`, parameter, "request");
    }
  }
  add("body", definitionAt(document, [...place, "requestBody"]), "request");
  for (const status of Object.keys(objectOf(operation.value.responses))) {
    const response = definitionAt(document, [...place, "responses", status]);
    add(`response ${status}`, response, "response");
    for (const [name, header] of childrenOf(member(response, "headers"))) {
      add(`response ${status} header ${name.toLowerCase()}`, resolved(document, header), "response");
    }
  }
  return roots;
}

function childPairs(left: Placed, right: Placed): [Placed, Placed][] {
  const pairs: [Placed, Placed][] = ONE.map((keyword) => [member(left, keyword), member(right, keyword)]);
  for (const keyword of MAPS) {
    const before = new Map(childrenOf(member(left, keyword)));
    for (const [name, after] of childrenOf(member(right, keyword))) {
      const counterpart = before.get(name);
      if (counterpart) pairs.push([counterpart, after]);
    }
  }
  for (const keyword of LISTS) pairs.push(...branchPairs(member(left, keyword), member(right, keyword)));
  return pairs;
}

/** Branches by the component that they refer to; the others by their order. */
function branchPairs(left: Placed, right: Placed): [Placed, Placed][] {
  const keyed = (list: Placed): Map<string, Placed> => {
    let inline = 0;
    return new Map(
      listOf(list.node).map((node, at) => {
        const { $ref } = objectOf(node);
        return [typeof $ref === "string" ? $ref : String(inline++), member(list, String(at))];
      }),
    );
  };
  const before = keyed(left);
  return [...keyed(right)].flatMap(([key, after]) => {
    const counterpart = before.get(key);
    return counterpart ? [[counterpart, after]] : [];
  });
}

function childrenOf(parent: Placed): [string, Placed][] {
  return Object.keys(objectOf(parent.node)).map((name) => [name, member(parent, name)]);
}

function member({ node, tokens }: Placed, name: string): Placed {
  return { node: valueAt(node, [name]), tokens: [...tokens, name] };
}

function definitionAt(document: JsonObject, tokens: readonly string[]): Placed {
  return resolved(document, { node: valueAt(document, tokens), tokens });
}

/** Where a reference leads to; the same object when there is none. */
function resolved(document: JsonObject, placed: Placed): Placed {
  const { $ref } = objectOf(placed.node);
  if (typeof $ref !== "string") return placed;
  return { node: dereferenced(document, placed.node), tokens: lastReference(document, $ref) };
}

function lastReference(document: JsonObject, ref: string): readonly string[] {
  const tokens = tokensOf(ref);
  const { $ref } = objectOf(valueAt(document, tokens));
  return typeof $ref === "string" ? lastReference(document, $ref) : tokens;
}
