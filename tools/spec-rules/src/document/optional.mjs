import { isRecord } from "./located.mjs";

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
