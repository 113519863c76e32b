/** @import { Located } from "../document/located.mjs" */
/** @import { Location } from "../redocly.d.ts" */
/** @import { References } from "./references.mjs" */
import { isRecord, isRef } from "../document/located.mjs";
import { schemaName } from "../document/schema-name.mjs";

const MARK = "x-inline";

/**
 * Replaces two kinds of references by what they lead to, wherever the document reaches them: references to one property of a
 * schema or to all of them, and references to schemas marked `x-inline: true`. A bundler would make a component named after
 * the property of the first, and of the second a component that nobody looks for.
 *
 * A component schema that says nothing of its provenance gets that of the conventions here, because what is copied into
 * a designed place depends on it.
 *
 * @param {References} references
 * @param {Located<unknown>} root
 * @param {string} [usual] the provenance of the conventions
 */
export function inlineReferences(references, root, usual) {
  const seen = new Set();
  /** @type {(parent: Located<unknown>, inherited?: unknown) => void} */
  const visit = ({ node, location }, inherited) => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    const provenance = Reflect.get(node, "x-provenance") ?? inherited;
    for (const [key, child] of Object.entries(node)) {
      if (isRef(child)) {
        const copy = copied(references, { node: child, location }, location.source.absoluteRef);
        if (isRef(copy)) visitTarget(copy, location, provenance);
        const isOwn = provenance === "designed" && copy !== child;
        Reflect.set(node, key, isOwn ? inDesignedPlace(copy, child) : copy);
      }
      visit({ node: Reflect.get(node, key), location: location.child([key]) }, provenance);
    }
  };
  /** @type {(reference: unknown, location: Location, provenance: unknown) => void} */
  const visitTarget = (reference, location, provenance) => {
    const target = references.resolve(reference, location.source.absoluteRef);
    if (target.location === undefined) return;
    if (usual !== undefined && schemaName(target.location) !== undefined) addProvenance(target.node, usual);
    visit({ node: target.node, location: target.location }, provenance);
  };
  visit(root);
}

/**
 * A deep copy of a node for use in the file `file`: references to properties and to marked schemas are replaced by
 * copies of their targets, other references are rewritten so that they lead from `file` to the same place. A reference
 * in place that needs neither is returned as it is.
 *
 * @param {References} references
 * @param {Located<unknown>} subject
 * @param {string} file
 * @param {readonly string[]} [path] the references that are being copied, which guards against cycles
 * @returns {unknown}
 */
export function copied(references, { node, location }, file, path = []) {
  if (isRef(node)) return copiedReference(references, { node, location }, file, path);
  /** @type {(child: unknown, key: string | number) => unknown} */
  const child = (value, key) => copied(references, { node: value, location: location.child([key]) }, file, path);
  if (Array.isArray(node)) return node.map(child);
  if (!isRecord(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, child(value, key)]));
}

/**
 * @param {References} references
 * @param {Located<{ $ref: string }>} subject
 * @param {string} file
 * @param {readonly string[]} path
 * @returns {unknown}
 */
function copiedReference(references, { node, location }, file, path) {
  const from = location.source.absoluteRef;
  const target = references.resolve(node, from);
  // A reference that leads nowhere stays, and `no-unresolved-refs` reports it where the author wrote it.
  if (target.node === undefined || target.location === undefined) return node;
  const end = { node: target.node, location: target.location };
  const { $ref: written, ...siblings } = node;
  const isProperty = /\/properties(?:\/|$)/.test(written);
  if (!isProperty && !isMarked(end.node)) return from === file ? node : { ...references.to(end, file), ...siblings };
  const key = end.location.absolutePointer;
  if (path.includes(key)) {
    const what = isProperty ? "Refer to a schema instead of a property" : "Leave `x-inline` out";
    const message = `\`${written}\` contains itself, so it cannot be written into other places. ${what}.`;
    references.context.report({ message, location: location.child(["$ref"]) });
    return {};
  }
  /** @type {(subject: Located<unknown>) => unknown} */
  const copy = (subject) => copied(references, subject, file, [...path, key]);
  // A property that is itself a reference to a component stays one.
  const isComponent = schemaName(end.location) !== undefined && !isMarked(end.node);
  const base = isComponent ? references.to(end, file) : copy(end);
  // What is written beside a reference wins over its target, and the nearer reference wins over the farther one.
  const refinements = [...(target.chain ?? [])].toReversed().map((hop) => {
    const { $ref: _reference, ...rest } = Object(hop.node);
    return copy({ node: rest, location: hop.location });
  });
  const layers = /** @type {Record<string, unknown>[]} */ ([base, ...refinements, copy({ node: siblings, location })]);
  const { [MARK]: _mark, ...merged } = layers.reduce(writtenOver);
  // What is written in front of the reference stays there.
  const names = Object.keys(node);
  const first = names.slice(0, names.indexOf("$ref")).map((name) => [name, merged[name]]);
  return { ...Object.fromEntries(first), ...merged };
}

/** Keywords that stand in a schema, and in nothing else that a file declares by name. */
const SCHEMA_KEYWORDS = ["properties", "items", "enum", "const", "allOf", "anyOf", "oneOf", "x-sort"];

const TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/**
 * Gives a schema a provenance, in front, where people look for it. Parameters, headers and responses keep that of the
 * operations that they belong to.
 *
 * @param {unknown} node
 * @param {string} provenance
 */
function addProvenance(node, provenance) {
  if (!isRecord(node) || Object.hasOwn(node, "x-provenance")) return;
  const isTyped = node["type"] !== undefined && [node["type"]].flat().every((type) => TYPES.has(String(type)));
  if (!isTyped && !SCHEMA_KEYWORDS.some((keyword) => keyword in node)) return;
  const own = { ...node };
  for (const key of Object.keys(own)) delete node[key];
  Object.assign(node, { "x-provenance": provenance }, own);
}

/** @param {unknown} node */
function isMarked(node) {
  return isRecord(node) && node[MARK] === true;
}

const DESIGNED = "x-designed";
const DOCUMENTED = "x-documented";
const NOTE = "x-designed-note";

/**
 * `nearer` written over `base`. A keyword that is replaced loses its marks, because they are true of what the
 * author of `base` wrote and not of what stands there now.
 *
 * @param {Record<string, unknown>} base
 * @param {Record<string, unknown>} nearer
 * @returns {Record<string, unknown>}
 */
export function writtenOver(base, nearer) {
  // What is half written is reported by built-in rules.
  if (!isRecord(base)) return nearer;
  const { [DESIGNED]: designed, [DOCUMENTED]: documented, [NOTE]: note, ...rest } = base;
  const marks = {
    [DESIGNED]: without(designed, nearer),
    [DOCUMENTED]: without(documented, nearer),
    [NOTE]: Object.hasOwn(nearer, "description") ? undefined : note,
  };
  const kept = Object.entries(marks).filter(([, mark]) => mark !== undefined);
  return { ...rest, ...Object.fromEntries(kept), ...nearer };
}

/**
 * A list or map of keywords without those of `nearer`; undefined if none is left.
 *
 * @param {unknown} mark
 * @param {Record<string, unknown>} nearer
 */
function without(mark, nearer) {
  if (Array.isArray(mark)) {
    const names = mark.filter((name) => !Object.hasOwn(nearer, name));
    return names.length === 0 ? undefined : names;
  }
  if (!isRecord(mark)) return mark;
  const entries = Object.entries(mark).filter(([name]) => !Object.hasOwn(nearer, name));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * What was copied into a designed place: its marks say nothing there, except those that the author wrote at that place,
 * which `fleet/designed-keywords` reports.
 *
 * @param {unknown} copy
 * @param {object} reference
 */
export function inDesignedPlace(copy, reference) {
  const own = Object.entries(reference).filter(([key]) => isMark(key));
  return Object.assign(Object(withoutMarks(copy)), Object.fromEntries(own));
}

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function withoutMarks(value) {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (!isRecord(value) || value["x-provenance"] === "documented") return value;
  const entries = Object.entries(value).filter(([key]) => !isMark(key));
  return Object.fromEntries(entries.map(([key, child]) => [key, withoutMarks(child)]));
}

/** @param {string} key */
function isMark(key) {
  return key === DESIGNED || key === DOCUMENTED || key === NOTE;
}
