/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { References } from "./references.mjs" */
/** @import { Subject } from "./subject.d.ts" */
import { usesOf } from "../document/schema-uses.mjs";

/** What says already which strings are meant. `password` is a hint for forms and says nothing of the value. */
const DECIDING = ["pattern", "enum", "const"];

/**
 * Gives every string of a request the keywords of the conventions, unless its author says which strings are meant.
 *
 * @param {References} references
 * @param {readonly OperationEntry[]} entries
 * @param {Subject} subject
 */
export function limitRequestStrings({ context }, entries, { conventions }) {
  const keywords = conventions.node.requests?.strings;
  if (keywords === undefined) return;
  for (const { schema, direction } of entries.flatMap((entry) => usesOf(context, entry))) {
    const { node } = schema;
    const isString = [node.type ?? []].flat().includes("string");
    const isDecided = DECIDING.some((keyword) => keyword in node) || (node.format ?? "password") !== "password";
    if (direction === "request" && isString && !isDecided) Object.assign(node, keywords);
  }
}
