/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { SchemaUse } from "../document/schema-uses.mjs" */
/** @import { References } from "./references.mjs" */
/** @import { Subject } from "./subject.d.ts" */
import { member } from "../document/located.mjs";

/** Keywords that say already which strings are meant. */
const DECIDING = ["pattern", "enum", "const"];

/**
 * Gives a request body the size of the conventions, unless its author says another.
 *
 * @param {References} references
 * @param {OperationEntry} entry
 * @param {Subject} subject
 */
export function limitBody({ context }, { operation }, { conventions }) {
  const limit = conventions.node.requests?.max_body_bytes;
  const body = member(context, operation, "requestBody")?.node;
  if (limit !== undefined && body !== undefined && !("x-max-body-bytes" in body)) body["x-max-body-bytes"] = limit;
}

/**
 * Gives every string of a request the keywords of the conventions, unless its author says which strings are meant.
 *
 * @param {readonly SchemaUse[]} uses
 * @param {Subject} subject
 */
export function limitRequestStrings(uses, { conventions }) {
  const keywords = conventions.node.requests?.strings;
  if (keywords === undefined) return;
  for (const { schema, direction } of uses) {
    const { node } = schema;
    const isString = [node.type ?? []].flat().includes("string");
    // `password` is a hint for forms and says nothing of the value.
    const isDecided = DECIDING.some((keyword) => keyword in node) || (node.format ?? "password") !== "password";
    if (direction === "request" && isString && !isDecided) Object.assign(node, keywords);
  }
}
