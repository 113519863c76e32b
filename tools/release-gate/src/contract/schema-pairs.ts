import { isObject, listOf, objectOf, pointerOf, sameJson, tokensOf, valueAt, type JsonObject } from "./json.ts";
import { ANNOTATIONS } from "./meaning.ts";
import type { Direction, OperationPair } from "./operations.ts";

/** The same schema in two versions of the contract. */
export interface SchemaPair {
  readonly base: JsonObject;
  readonly revision: JsonObject;
  readonly direction: Direction;
  /** Where a keyword is defined in the later version; without a keyword, where the schema is. */
  place(...tokens: readonly string[]): string;
}

/** A schema of one version: what a reference means, with the keywords beside the reference. */
interface Schema {
  readonly node: JsonObject;
  readonly tokens: readonly string[];
  /** The place that refers, and the names of the keywords there. */
  readonly owner?: { readonly tokens: readonly string[]; readonly keywords: ReadonlySet<string> };
  /** Where the only branch is, when the keyword of the branches is not in this version. */
  readonly branch?: readonly string[];
}

/** A node of one version, before references are followed. */
interface Placed {
  readonly node: unknown;
  readonly tokens: readonly string[];
}

/** Keywords whose schema accepts more when it is wider itself. Another keyword with schemas changes as a whole. */
export const NESTED = [
  "items",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "propertyNames",
] as const;
export const ALTERNATIVES = ["anyOf", "oneOf", "allOf"] as const;

/**
 * Every schema that operations of both versions send or receive, with its counterpart. Schemas are paired by their way
 * from the operation, so it does not matter whether one stands behind a reference. Each pair of components is visited
 * once per direction, however many operations use it.
 */
export function listSchemaPairs(
  base: JsonObject,
  revision: JsonObject,
  operations: readonly OperationPair[],
): SchemaPair[] {
  const pairs: SchemaPair[] = [];
  const seen = new Set<string>();

  const walk = (before: Placed, after: Placed, direction: Direction): void => {
    const [left, right] = asAlternatives(resolved(base, before), resolved(revision, after), before, after);
    const visit = `${direction} ${keyOf(left)} ${keyOf(right)}`;
    if (seen.has(visit)) return;
    seen.add(visit);
    pairs.push({
      base: left.node,
      revision: right.node,
      direction,
      place: (...tokens) => pointerOf([...placeOf(right, tokens[0]), ...tokens]),
    });
    for (const [one, other] of childPairs(left, right)) walk(one, other, direction);
  };

  for (const pair of operations) {
    const [before, after] = [rootsOf(base, pair.base.tokens), rootsOf(revision, pair.revision.tokens)];
    for (const [key, { placed, direction }] of after) {
      const counterpart = before.get(key);
      if (counterpart) walk(counterpart.placed, placed, direction);
    }
  }
  return pairs;
}

/** Branches of both versions that mean the same: equal ones, then those left over, in their order. */
export function pairBranches(before: readonly unknown[], after: readonly unknown[]): readonly (number | undefined)[] {
  const free = new Set(before.keys());
  const take = (wanted: (branch: unknown) => boolean): number | undefined => {
    const found = [...free].find((at) => wanted(before[at]));
    if (found !== undefined) free.delete(found);
    return found;
  };
  const equal = after.map((branch) => take((candidate) => sameJson(candidate, branch)));
  // A branch that refers is known by the component that it names.
  return equal.map((found, at) => found ?? (isReference(after[at]) ? undefined : take((one) => !isReference(one))));
}

function isReference(node: unknown): boolean {
  return typeof objectOf(node).$ref === "string";
}

/** `X` and `anyOf: [X, Y]` differ in one branch: the version without the keyword is read as one that has one branch. */
function asAlternatives(left: Schema, right: Schema, before: Placed, after: Placed): [Schema, Schema] {
  for (const keyword of ALTERNATIVES) {
    if (isOnly(right.node, keyword) && !(keyword in left.node)) {
      return [{ tokens: left.tokens, node: { [keyword]: [before.node] }, branch: before.tokens }, right];
    }
    if (isOnly(left.node, keyword) && !(keyword in right.node)) {
      return [left, { tokens: right.tokens, node: { [keyword]: [after.node] }, branch: after.tokens }];
    }
  }
  return [left, right];
}

function isOnly(node: JsonObject, keyword: string): boolean {
  return keyword in node && Object.keys(node).every((key) => key === keyword || ANNOTATIONS.has(key));
}

interface Root {
  readonly placed: Placed;
  readonly direction: Direction;
}

/** The schemas of an operation by what they are for, so that those of two versions find each other. */
function rootsOf(document: JsonObject, place: readonly string[]): Map<string, Root> {
  const roots = new Map<string, Root>();
  const addContent = (key: string, holder: Placed, direction: Direction): void => {
    for (const [media, content] of childrenOf(member(holder, "content")))
      roots.set(`${key} ${media}`, { placed: member(content, "schema"), direction });
  };
  const addValue = (key: string, holder: Placed, direction: Direction): void => {
    addContent(key, holder, direction);
    if (member(holder, "content").node === undefined) roots.set(key, { placed: member(holder, "schema"), direction });
  };
  for (const owner of [place.slice(0, -1), place]) {
    for (const at of listOf(valueAt(document, [...owner, "parameters"])).keys()) {
      const parameter = followed(document, [...owner, "parameters", String(at)]);
      addValue(`parameter ${parameterKey(String(place[1]), objectOf(parameter.node))}`, parameter, "request");
    }
  }
  addContent("body", followed(document, [...place, "requestBody"]), "request");
  const operation = objectOf(valueAt(document, place));
  for (const status of Object.keys(objectOf(operation.responses))) {
    const response = followed(document, [...place, "responses", status]);
    addContent(`response ${status}`, response, "response");
    for (const [name, header] of childrenOf(member(response, "headers"))) {
      addValue(`response ${status} header ${name.toLowerCase()}`, followed(document, header.tokens), "response");
    }
  }
  return roots;
}

/** What tells a parameter from the others of its operation: its name, or its position in the path. */
export function parameterKey(path: string, parameter: JsonObject): string {
  const name = String(parameter.name);
  if (parameter.in === "path")
    return `path ${[...path.matchAll(/\{[^}]*\}/g)].findIndex(([part]) => part === `{${name}}`)}`;
  return parameter.in === "header" ? `header ${name.toLowerCase()}` : `${String(parameter.in)} ${name}`;
}

function childPairs(left: Schema, right: Schema): [Placed, Placed][] {
  const pairs: [Placed, Placed][] = [];
  const add = (before: readonly string[], after: readonly string[]): void => {
    const tokensIn = (schema: Schema, tokens: readonly string[]): readonly string[] =>
      schema.branch ?? [...placeOf(schema, tokens[0]), ...tokens];
    pairs.push([
      { node: valueAt(left.node, before), tokens: tokensIn(left, before) },
      { node: valueAt(right.node, after), tokens: tokensIn(right, after) },
    ]);
  };
  for (const keyword of NESTED)
    if (isObject(left.node[keyword]) && isObject(right.node[keyword])) add([keyword], [keyword]);
  for (const name of Object.keys({ ...objectOf(left.node.properties), ...objectOf(right.node.properties) })) {
    const [before, after] = [keyPlace(left.node, name), keyPlace(right.node, name)];
    if (before && after) add(before, after);
  }
  for (const keyword of ALTERNATIVES) {
    const counterparts = pairBranches(listOf(left.node[keyword]), listOf(right.node[keyword]));
    for (const [at, counterpart] of counterparts.entries())
      if (counterpart !== undefined) add([keyword, String(counterpart)], [keyword, String(at)]);
  }
  return pairs;
}

/** Where an object has the schema of a key: among its properties, or the one of all other keys. */
function keyPlace({ properties, additionalProperties }: JsonObject, key: string): readonly string[] | undefined {
  if (Object.hasOwn(objectOf(properties), key)) return ["properties", key];
  return isObject(additionalProperties) ? ["additionalProperties"] : undefined;
}

function placeOf({ tokens, owner }: Schema, keyword: string | undefined): readonly string[] {
  return owner && keyword !== undefined && owner.keywords.has(keyword) ? owner.tokens : tokens;
}

function keyOf({ tokens, owner }: Schema): string {
  return pointerOf(owner?.tokens ?? tokens);
}

function childrenOf(parent: Placed): [string, Placed][] {
  return Object.keys(objectOf(parent.node)).map((name) => [name, member(parent, name)]);
}

function member({ node, tokens }: Placed, name: string): Placed {
  return { node: valueAt(node, [name]), tokens: [...tokens, name] };
}

/** The node at tokens, or what its reference leads to; a reference that leads nowhere stays. */
export function followed(document: JsonObject, tokens: readonly string[]): Placed {
  const node = valueAt(document, tokens);
  const { $ref } = objectOf(node);
  const target = typeof $ref === "string" ? tokensOf($ref) : undefined;
  return target && valueAt(document, target) !== undefined ? followed(document, target) : { node, tokens };
}

/** A schema with its reference followed. A missing one and `true` accept everything, `false` accepts nothing. */
function resolved(document: JsonObject, { node, tokens }: Placed): Schema {
  if (!isObject(node)) return { node: node === false ? { not: {} } : {}, tokens };
  const { $ref, ...beside } = node;
  const place = typeof $ref === "string" ? tokensOf($ref) : undefined;
  const target = place && valueAt(document, place);
  if (place === undefined || target === undefined) return { node, tokens };
  const definition = resolved(document, { node: target, tokens: place });
  const keywords = new Set(Object.keys(beside).filter((keyword) => !ANNOTATIONS.has(keyword)));
  if (keywords.size === 0) return definition;
  // Both count: a keyword beside a reference does not replace that of the definition.
  const isTwice = [...keywords].some((keyword) => keyword in definition.node);
  if (isTwice) return { node: { ...beside, allOf: [...listOf(beside.allOf), { $ref }] }, tokens };
  return { node: { ...definition.node, ...beside }, tokens: definition.tokens, owner: { tokens, keywords } };
}
