/** @import { Schema } from "../openapi.d.ts" */
/** @import { Context } from "../redocly.d.ts" */
/** @import { Located } from "./located.mjs" */
import { isRecord, member, members } from "./located.mjs";

/** @typedef {Map<string, Set<string>>} Catalogue actions by permission resource */

/**
 * The permission catalogue, from the schema of what a user may do: its properties are the resources, and the properties
 * of `actions` of each are the actions.
 *
 * @param {Context} context
 * @param {Located<Schema> | undefined} permissions
 * @returns {Catalogue}
 */
export function catalogueOf(context, permissions) {
  return new Map(
    members(context, member(context, permissions, "properties")).map(([resource, schema]) => {
      const actions = member(context, member(context, schema, "properties"), "actions");
      return [resource, new Set(Object.keys(actions?.node.properties ?? {}))];
    }),
  );
}

/**
 * The resource and the action of a value, undefined if it is not exactly these two.
 *
 * @param {unknown} value
 * @returns {{ resource: string, action: string } | undefined}
 */
export function permissionOf(value) {
  if (!isRecord(value) || Object.keys(value).toSorted().join() !== "action,resource") return undefined;
  return { resource: String(value["resource"]), action: String(value["action"]) };
}

/**
 * What is wrong with a permission: that its resource or its action is not in the catalogue.
 *
 * @param {{ resource: string, action: string }} permission
 * @param {Catalogue} catalogue
 * @returns {string | undefined}
 */
export function catalogueProblem({ resource, action }, catalogue) {
  const actions = catalogue.get(resource);
  if (actions === undefined) {
    return `The permission resource \`${resource}\` is not in the catalogue, which has ${listed(catalogue.keys())}.`;
  }
  if (!actions.has(action)) {
    return `The permission resource \`${resource}\` has no action \`${action}\`; it has ${listed(actions)}.`;
  }
  return undefined;
}

/** @param {Iterable<string>} names */
function listed(names) {
  return [...names].join(", ") || "none";
}
