/** @import { Ref } from "../openapi.d.ts" */
/** @import { Context, Location } from "../redocly.d.ts" */

/**
 * A node together with the place where it is defined. Redocly follows a `$ref` only as seen from a file, so a rule that
 * walks on from a node needs to know the file that the node stands in.
 *
 * @template Node
 * @typedef {{ node: Node, location: Location }} Located
 */

/**
 * What a value is once its `$ref`, if it may have one, has been followed.
 *
 * @template Value
 * @typedef {Exclude<NonNullable<Value>, Ref>} Opened
 */

/**
 * The node behind `value`, which stands at `location` and may be a `$ref`. Undefined if there is no value or if the
 * reference leads nowhere, which `no-unresolved-refs` reports, or to an empty node, which `struct` reports.
 *
 * @template Value
 * @param {Context} context
 * @param {Value} value
 * @param {Location} location
 * @returns {Located<Opened<Value>> | undefined}
 */
export function open(context, value, location) {
  if (value === undefined || value === null) return undefined;
  if (!isRef(value)) return { node: followed(value), location };
  const target = context.resolve(value, location.source.absoluteRef);
  // An empty node is null in YAML.
  if (target.node === undefined || target.node === null || target.location === undefined) return undefined;
  return { node: followed(target.node), location: target.location };
}

/**
 * The member `key` of a node, its `$ref` followed.
 *
 * @template {object} Node
 * @template {keyof Node & (string | number)} Key
 * @param {Context} context
 * @param {Located<Node> | undefined} parent
 * @param {Key} key
 * @returns {Located<Opened<Node[Key]>> | undefined}
 */
export function member(context, parent, key) {
  if (parent === undefined || !Object.hasOwn(parent.node, key)) return undefined;
  return open(context, parent.node[key], parent.location.child([key]));
}

/**
 * Every member of a map or list, its `$ref` followed, with its key.
 *
 * @template Value
 * @param {Context} context
 * @param {Located<Record<string, Value>> | Located<Value[]> | undefined} parent
 * @returns {[string, Located<Opened<Value>>][]}
 */
export function members(context, parent) {
  if (parent === undefined) return [];
  return Object.entries(parent.node).flatMap(([key, value]) => {
    const opened = open(context, value, parent.location.child([key]));
    return opened === undefined ? [] : [[key, opened]];
  });
}

/**
 * @param {unknown} value
 * @returns {value is Ref}
 */
export function isRef(value) {
  return isRecord(value) && typeof value["$ref"] === "string";
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The entry of a list whose items are a name alone, or a map of one name to what is said of it.
 *
 * @param {unknown} item
 * @returns {[name: string, value: unknown]}
 */
export function entryOf(item) {
  const [entry] = isRecord(item) ? Object.entries(item) : [];
  return entry ?? [String(item), undefined];
}

/**
 * The compiler cannot know what a reference leads to. That it is a node of the kind that stood there is checked by the
 * built-in rule `struct`, which runs on the same document.
 *
 * @template Value
 * @param {unknown} node
 * @returns {Opened<Value>}
 */
function followed(node) {
  return /** @type {Opened<Value>} */ (node);
}
