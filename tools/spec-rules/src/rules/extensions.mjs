/** @import { Context, Rule } from "../redocly.d.ts" */
import { EXTENSIONS } from "../document/extensions.mjs";
import { isRecord, isRef } from "../document/located.mjs";
import { nearest } from "../document/nearest.mjs";

/** @typedef {{ allow: readonly string[] }} Options `allow`: further keys that other tools read */

/**
 * An `x-` key that no tool reads. OpenAPI allows every such key, so a misspelt one would be accepted and ignored.
 *
 * @type {Rule<Options>}
 */
export function extensions({ allow = [] }) {
  const known = [...EXTENSIONS, ...allow];
  /** @type {(node: unknown, context: Context) => void} */
  const check = (node, { type, location, report }) => {
    // The keys of a map, such as headers by name, are no extensions.
    if (!isRecord(node) || (type.extensionsPrefix === undefined && !isRef(node))) return;
    for (const key of Object.keys(node).filter((each) => each.startsWith("x-") && !known.includes(each))) {
      const meant = nearest(key, known);
      const remedy = meant === undefined ? "Remove it." : `Did you mean \`${meant}\`?`;
      report({ message: `No tool reads \`${key}\`. ${remedy}`, location: location.child([key]).key() });
    }
  };
  return { any: check, ref: check };
}
