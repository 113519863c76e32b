/** @import { Exemplified, Schema } from "../openapi.d.ts" */
/** @import { Context, Location } from "../redocly.d.ts" */
/** @import { Located } from "./located.mjs" */
import { isRecord, member, members } from "./located.mjs";
import { withBranches } from "./schema-types.mjs";

/**
 * The example values of a parameter, a header or a media type.
 *
 * @param {Context} context
 * @param {Located<Exemplified>} subject
 * @returns {Located<unknown>[]}
 */
export function examplesOf(context, subject) {
  const named = members(context, member(context, subject, "examples")).flatMap(([, example]) => only(example, "value"));
  return [...named, ...only(subject, "example")];
}

/**
 * The example values of a schema.
 *
 * @param {Located<Schema>} schema
 * @returns {Located<unknown>[]}
 */
export function schemaExamples({ node, location }) {
  const listed = (node.examples ?? []).map((value, index) => ({
    node: value,
    location: location.child(["examples", index]),
  }));
  return [...only({ node, location }, "example"), ...listed];
}

/**
 * @template {object} Node
 * @param {Located<Node>} subject
 * @param {keyof Node & string} key
 * @returns {Located<unknown>[]}
 */
export function only({ node, location }, key) {
  return Object.hasOwn(node, key) ? [{ node: node[key], location: location.child([key]) }] : [];
}

/**
 * A scalar inside an example value, or the key of a map whose keys have a schema.
 *
 * @typedef {object} Leaf
 * @property {unknown} value
 * @property {Location} location
 * @property {readonly Schema[]} schemas that the value has to match
 * @property {boolean} sensitive whether its schema, or a schema around it, is marked as a secret
 */

/**
 * Whether a schema, a parameter or a header is marked as carrying a secret.
 *
 * @param {{ "x-sensitive"?: unknown, format?: string | undefined }} node
 */
export function isMarked(node) {
  return node["x-sensitive"] === true || node.format === "password";
}

/**
 * All scalars of an example value, each with whether its schema marks it as a secret. The walk follows the value, which
 * is finite, and takes the schemas along, which may be recursive.
 *
 * @param {Context} context
 * @param {Located<unknown>} example
 * @param {Located<Schema>[]} schemas that the value has to match
 * @param {boolean} [sensitive] whether something around the value is marked
 * @returns {Leaf[]}
 */
export function exampleLeaves(context, { node, location }, schemas, sensitive = false) {
  const all = schemas.flatMap((schema) => withBranches(context, schema));
  const marked = sensitive || all.some((schema) => isMarked(schema.node));
  if (!Array.isArray(node) && !isRecord(node)) {
    return [{ value: node, location, schemas: all.map((schema) => schema.node), sensitive: marked }];
  }
  const keys = Array.isArray(node) ? [] : all.flatMap((schema) => member(context, schema, "propertyNames") ?? []);
  return Object.entries(node).flatMap(([key, value]) => {
    const below = all.flatMap(
      (schema) => schemaBelow(context, schema, Array.isArray(node) ? "items" : { name: key }) ?? [],
    );
    const place = location.child([key]);
    return [
      ...(keys.length === 0 ? [] : exampleLeaves(context, { node: key, location: place.key() }, keys)),
      ...exampleLeaves(context, { node: value, location: place }, below, marked),
    ];
  });
}

/**
 * The schema of an item, or of the property with this name.
 *
 * @param {Context} context
 * @param {Located<Schema>} schema
 * @param {"items" | { name: string }} step
 * @returns {Located<Schema> | undefined}
 */
function schemaBelow(context, schema, step) {
  if (step === "items") return member(context, schema, "items");
  const named = member(context, member(context, schema, "properties"), step.name);
  if (named !== undefined) return named;
  const { additionalProperties } = schema.node;
  if (typeof additionalProperties !== "object") return undefined;
  return /** @type {Located<Schema> | undefined} */ (member(context, schema, "additionalProperties"));
}
