/** @import { PermissionRow, Ref, ResourceGroup, Schema } from "../openapi.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { References } from "./references.mjs" */
import { entryOf, member, members } from "../document/located.mjs";

const ROWS = "x-permissions";

/**
 * Writes the permission catalogue from the rows that stand in its own schema and in the resource groups: a property for
 * each resource with its actions, and an example that allows what only reads.
 *
 * @param {References} references
 * @param {Located<Schema> | undefined} catalogue
 * @param {readonly Located<ResourceGroup>[]} groups
 */
export function completeCatalogue(references, catalogue, groups) {
  if (catalogue === undefined) return;
  const { context } = references;
  const own = /** @type {Located<{ [ROWS]: Record<string, PermissionRow> }>} */ (/** @type {unknown} */ (catalogue));
  const lists = [member(context, own, ROWS), ...groups.map((group) => member(context, group, "permissions"))];
  const rows = lists.flatMap((list) => members(context, list));
  if (rows.length === 0) return;
  const parts = partsOf(references, catalogue);
  /** @type {Record<string, Schema | Ref>} */
  const properties = { ...catalogue.node.properties };
  /** @type {Record<string, unknown>} */
  const example = {};
  for (const [resource, row] of rows) {
    const { title, actions } = row.node;
    if (typeof title !== "string" || !Array.isArray(actions)) {
      const message = `The permission resource \`${resource}\` needs a \`title\` and a list of \`actions\`.`;
      context.report({ message, location: row.location });
      continue;
    }
    if (Object.hasOwn(properties, resource)) {
      const message = `The permission resource \`${resource}\` is in two places. Remove one of them.`;
      context.report({ message, location: row.location });
    }
    const titled = actions.map((action) => titledAction(action, title));
    properties[resource] = resourceSchema(resource, row.node, titled, parts);
    const allowed = titled.map(([name, grant]) => [name, { title: grant.title, allow: /^view(?:_|$)/.test(name) }]);
    example[resource] = { title, actions: Object.fromEntries(allowed) };
  }
  rewrite(catalogue.node, { properties, examples: [example] });
}

/**
 * What the catalogue says of a resource that it does not name, the members of each row: the schemas of a title and of a
 * grant.
 *
 * @param {References} references
 * @param {Located<Schema>} catalogue
 */
function partsOf(references, catalogue) {
  const { context } = references;
  const file = catalogue.location.source.absoluteRef;
  const unnamed = /** @type {Located<Schema> | undefined} */ (member(context, catalogue, "additionalProperties"));
  const properties = member(context, unnamed, "properties");
  const title = member(context, properties, "title");
  const actions = /** @type {Located<Schema> | undefined} */ (member(context, properties, "actions"));
  const grant = member(context, actions, "additionalProperties");
  return {
    title: title === undefined ? {} : references.to(title, file),
    grant: grant === undefined ? {} : references.to(grant, file),
  };
}

/**
 * The name of an action with its keywords: the title that follows from that of the resource, or that of the author.
 *
 * @param {unknown} action
 * @param {string} resource the title of its resource
 * @returns {[name: string, keywords: { title: string }]}
 */
function titledAction(action, resource) {
  const [name, own] = entryOf(action);
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")} ${resource.toLowerCase()}`;
  return [name, typeof own === "string" ? { title: own } : { title, ...Object(own) }];
}

/**
 * @param {string} name
 * @param {PermissionRow} row
 * @param {[name: string, keywords: { title: string }][]} titled
 * @param {ReturnType<typeof partsOf>} parts
 * @returns {Schema}
 */
function resourceSchema(name, { title, actions: _actions, "x-provenance": provenance, ...own }, titled, parts) {
  const grants = titled.map(([action, keywords]) => [action, { ...keywords, ...parts.grant }]);
  const actions = {
    type: "object",
    description: `The actions of \`${name}\`.`,
    ...own,
    properties: Object.fromEntries(grants),
    additionalProperties: parts.grant,
  };
  return {
    title,
    ...(provenance === undefined ? {} : { "x-provenance": provenance }),
    type: "object",
    description: `Permissions on the resource \`${name}\`.`,
    properties: { title: parts.title, actions },
  };
}

/**
 * Puts the properties where the rows stood, because a bundle keeps the order.
 *
 * @param {Schema} node
 * @param {{ properties: NonNullable<Schema["properties"]>, examples: unknown[] }} derived
 */
function rewrite(node, { properties, examples }) {
  const entries = Object.entries(node);
  for (const [key] of entries) Reflect.deleteProperty(node, key);
  for (const [key, value] of entries) {
    if (key === ROWS || key === "properties") node.properties = properties;
    else Reflect.set(node, key, value);
  }
  node.properties ??= properties;
  node.examples ??= examples;
}
