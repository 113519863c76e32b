/** @import { Method } from "../openapi.d.ts" */
import { camelCase } from "./names.mjs";

const PARAMETER = "{}";

/**
 * The operations that every resource group has in the same form: the HTTP method, the path after the group (`{}` is any
 * parameter), what their operationIds have after the group, and the action that they need a permission for.
 *
 * @type {readonly { method: Method, shape: string, name: string, action: string }[]}
 */
export const CONVENTIONAL_METHODS = [
  { method: "get", shape: "listing", name: "Listing", action: "view" },
  { method: "get", shape: "find", name: "Find", action: "view" },
  { method: "get", shape: "changes", name: "Changes", action: "view" },
  { method: "post", shape: "", name: "Create", action: "create" },
  { method: "post", shape: "import", name: "Import", action: "create" },
  { method: "get", shape: PARAMETER, name: "Get", action: "view" },
  { method: "patch", shape: PARAMETER, name: "Update", action: "edit" },
  { method: "delete", shape: PARAMETER, name: "Delete", action: "delete" },
  { method: "post", shape: `${PARAMETER}/restore`, name: "Restore", action: "delete" },
];

/**
 * What the operationId of a conventional operation has after the group. A listing by another record, at
 * `/units/listing/client/{client_id}`, has `ListingByClient`.
 *
 * @param {string} method
 * @param {readonly string[]} segments of the path after the resource group
 * @returns {string | undefined} nothing for any other operation
 */
export function conventionalName(method, segments) {
  const shape = segments.map((segment) => (isParameter(segment) ? PARAMETER : segment)).join("/");
  const [first, by = PARAMETER, last] = segments;
  if (method === "get" && first === "listing" && shape === `listing/${by}/${PARAMETER}` && !isParameter(by)) {
    return last === undefined ? undefined : `ListingBy${camelCase(`_${by}`)}`;
  }
  return CONVENTIONAL_METHODS.find((each) => each.method === method && each.shape === shape)?.name;
}

/**
 * The action that a conventional operation needs.
 *
 * @param {string} method
 * @param {string | undefined} name what its operationId has after the group
 * @returns {string | undefined} nothing for any other operation
 */
export function conventionalAction(method, name) {
  const simple = name?.replace(/^ListingBy[A-Z]\w*$/, "Listing");
  return CONVENTIONAL_METHODS.find((each) => each.method === method && each.name === simple)?.action;
}

/** @param {string} segment */
function isParameter(segment) {
  return segment.startsWith("{") && segment.endsWith("}");
}
