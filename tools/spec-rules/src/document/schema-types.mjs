/** @import { Schema } from "../openapi.d.ts" */
/** @import { Context } from "../redocly.d.ts" */
/** @import { Located } from "./located.mjs" */
import { isRecord, member, members } from "./located.mjs";
import { authoredEnum } from "./open-enums.mjs";

const COMBINERS = /** @type {const} */ (["allOf", "anyOf", "oneOf"]);

/**
 * A schema and the schemas that it is made of (`allOf`, `anyOf`, `oneOf`), their `$ref`s followed. An open enum is one
 * schema.
 *
 * @param {Context} context
 * @param {Located<Schema>} schema
 * @param {ReadonlySet<Schema>} [seen] guards against a schema that is made of itself
 * @returns {Located<Schema>[]}
 */
export function withBranches(context, { node, location }, seen = new Set()) {
  if (seen.has(node)) return [];
  const schema = { node: authoredEnum(node), location };
  const keywords = COMBINERS.filter((keyword) => Object.hasOwn(schema.node, keyword));
  if (keywords.length === 0) return [schema];
  const visited = new Set(seen).add(node);
  const branches = keywords.flatMap((keyword) => members(context, member(context, schema, keyword)));
  return [schema, ...branches.flatMap(([, branch]) => withBranches(context, branch, visited))];
}

/**
 * The `type` of one schema as a list.
 *
 * @param {Schema} node
 * @returns {readonly string[]}
 */
export function typesOf({ type }) {
  return typeof type === "string" ? [type] : (type ?? []);
}

/**
 * The scalar schemas behind a name: the schema itself, or its items if it is a list, each with its branches.
 *
 * @param {Context} context
 * @param {Located<Schema>} schema
 * @returns {Schema[]}
 */
export function scalarsOf(context, schema) {
  return withBranches(context, schema)
    .flatMap((branch) => {
      const items = member(context, branch, "items");
      return items === undefined ? [branch] : withBranches(context, items);
    })
    .map(({ node }) => node);
}

/**
 * Whether a schema writes out values; of an open enum there may be others.
 *
 * @param {Schema} node
 */
export function listsValues(node) {
  return node.enum !== undefined || node.const !== undefined;
}

/**
 * Whether all values are objects or lists. A scalar could never get a second member, and clients take it for a mistake.
 *
 * @param {Context} context
 * @param {Located<Schema>} schema
 * @returns {boolean}
 */
export function isContainer(context, schema) {
  const types = typesOf(schema.node);
  if (types.length > 0) return types.every((type) => type === "object" || type === "array");
  /** @param {"allOf" | "anyOf" | "oneOf"} keyword */
  const branches = (keyword) => members(context, member(context, schema, keyword)).map(([, branch]) => branch);
  const isAny = (/** @type {"anyOf" | "oneOf"} */ keyword) =>
    branches(keyword).length > 0 && branches(keyword).every((branch) => isContainer(context, branch));
  return branches("allOf").some((branch) => isContainer(context, branch)) || isAny("anyOf") || isAny("oneOf");
}

const MARK = "x-optional";

/**
 * Whether a property is marked as one that a response may leave out. The mark is the reason, in words; it stands on the
 * property, or on the schema that the property refers to.
 *
 * @param {readonly unknown[]} nodes the property and what it refers to
 */
export function isOptional(...nodes) {
  return nodes.some((node) => isRecord(node) && typeof node[MARK] === "string" && node[MARK] !== "");
}
