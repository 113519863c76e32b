/** @import { Schema } from "../openapi.d.ts" */
/** @import { SchemaUse } from "../document/schema-uses.mjs" */
/** @import { References } from "./references.mjs" */
import { member } from "../document/located.mjs";
import { isOptional } from "../document/schema-types.mjs";

/**
 * Writes the `required` list of every schema that only responses reach: all properties but those marked `x-optional`
 * and those that are `writeOnly`. A list by hand stays, and so does a schema that a request reaches as well: what a
 * caller has to send is a decision.
 *
 * @param {References} references
 * @param {readonly SchemaUse[]} uses
 */
export function requireProperties(references, uses) {
  const { context } = references;
  const sent = new Set(uses.filter(({ direction }) => direction === "request").map(({ schema }) => schema.node));
  for (const { schema, direction } of uses) {
    const { node } = schema;
    if (direction !== "response" || sent.has(node) || node.required !== undefined) continue;
    const properties = Object.keys(node.properties ?? {});
    const required = properties.filter((name) => {
      const property = member(context, member(context, schema, "properties"), name);
      return property?.node.writeOnly !== true && !isOptional(node.properties?.[name], property?.node);
    });
    if (required.length > 0) prepend(node, required);
  }
}

/**
 * `required` in front of `properties`, where people look for it.
 *
 * @param {Schema} node
 * @param {string[]} required
 */
function prepend(node, required) {
  const { properties, ...rest } = node;
  delete node.properties;
  Object.assign(node, rest, { required, properties });
}
