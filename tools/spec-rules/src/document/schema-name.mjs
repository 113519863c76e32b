/** @import { Location } from "../redocly.d.ts" */

/** `#/Unit` in a file of definitions, `#/components/schemas/Unit` in a bundle; `#/` is a file that is one schema. */
const DEFINITION = /^#\/(?:components\/schemas\/)?([^/]*)$/;

/**
 * The name of the component schema that stands at `location`, undefined for a schema inside another node. It looks at
 * the place and not at the reference, so it answers the same for the split files and for the bundled document.
 *
 * @param {Pick<Location, "pointer" | "source">} location
 * @returns {string | undefined}
 */
export function schemaName(location) {
  const name = DEFINITION.exec(location.pointer)?.[1];
  return name === "" ? fileName(location.source.absoluteRef) : name;
}

/**
 * The last segment of a reference: the name of the component that it leads to.
 *
 * @param {unknown} value
 * @returns {string | undefined}
 */
export function referencedName(value) {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return undefined;
  if (typeof value.$ref !== "string") return undefined;
  const [file = "", pointer = ""] = value.$ref.split("#");
  return pointer === "" ? fileName(file) : pointer.slice(pointer.lastIndexOf("/") + 1);
}

/** @param {string} path */
function fileName(path) {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
}
