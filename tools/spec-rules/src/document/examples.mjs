/** @import { Exemplified, Schema } from "../openapi.d.ts" */
/** @import { Context } from "../redocly.d.ts" */
/** @import { Located } from "./located.mjs" */
import { member, members } from "./located.mjs";

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
