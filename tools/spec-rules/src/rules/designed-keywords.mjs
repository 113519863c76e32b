/** @import { Context, Location, Rule } from "../redocly.d.ts" */
import { isRecord } from "../document/located.mjs";
import { authoredEnum } from "../document/open-enums.mjs";

const DESIGNED = "x-designed";
const DOCUMENTED = "x-documented";
const NOTE = "x-designed-note";

/**
 * The marks that tell documented keywords from designed ones inside one object: `x-designed`, `x-documented` and
 * `x-designed-note`. They say something that is true of the object as it stands, and only where it is documented.
 *
 * @type {Rule}
 */
export function designedKeywords() {
  const provenance = new Provenances();
  return {
    any(node, context) {
      if (!isRecord(node)) return;
      provenance.remember(node, context.location);
      check({ ...authoredEnum(node) }, context, context.location, provenance);
    },
    // OpenAPI 3.1 lets a schema reference have siblings, so the marks may stand beside a `$ref` as well.
    ref(reference, context) {
      check(Object.fromEntries(Object.entries(reference)), context, context.rawLocation, provenance);
    },
  };
}

/** Which places say whether they are documented. Parents are visited before what is inside of them. */
class Provenances {
  /** @type {Map<string, unknown>} */
  #known = new Map();

  /**
   * @param {Record<string, unknown>} node
   * @param {Location} location
   */
  remember(node, location) {
    if ("x-provenance" in node) this.#known.set(location.absolutePointer, node["x-provenance"]);
  }

  /**
   * Whether the nearest place that says so, from here outwards, is designed.
   *
   * @param {Record<string, unknown>} node
   * @param {Location} location
   */
  isDesigned(node, location) {
    if ("x-provenance" in node) return node["x-provenance"] === "designed";
    let pointer = location.absolutePointer;
    while (pointer.includes("/") && !this.#known.has(pointer)) pointer = pointer.slice(0, pointer.lastIndexOf("/"));
    return this.#known.get(pointer) === "designed";
  }
}

/**
 * @param {Record<string, unknown>} node
 * @param {Context} context
 * @param {Location} location
 * @param {Provenances} provenance
 */
function check(node, { type, report }, location, provenance) {
  const marks = [DESIGNED, DOCUMENTED, NOTE].filter((mark) => Object.hasOwn(node, mark));
  if (marks.length === 0) return;
  const designed = provenance.isDesigned(node, location);
  for (const mark of marks) {
    const message = designed
      ? `\`${mark}\` says nothing inside of what is designed: remove it.`
      : problemOf(mark, node, type.name === "Schema");
    if (message !== undefined) report({ message, location: location.child([mark]) });
  }
}

/**
 * @param {string} mark
 * @param {Record<string, unknown>} node
 * @param {boolean} isSchema
 * @returns {string | undefined}
 */
function problemOf(mark, node, isSchema) {
  if (mark === DESIGNED) return problemOfDesigned(node);
  return mark === DOCUMENTED ? problemOfDocumented(node) : problemOfNote(node, isSchema);
}

/** @param {Record<string, unknown>} node */
function problemOfDesigned(node) {
  const names = node[DESIGNED];
  if (!isNames(names)) return `\`${DESIGNED}\` is a list of keywords of the same object, each of them once.`;
  return missing(DESIGNED, names, node);
}

/** @param {Record<string, unknown>} node */
function problemOfDocumented(node) {
  const marks = node[DOCUMENTED];
  const designed = namesOf(node[DESIGNED]);
  if (isRecord(marks) && Object.keys(marks).length > 0) {
    if (Object.hasOwn(node, "$ref")) return undefined;
    const other = Object.keys(marks).find((name) => !designed.includes(name));
    if (other === undefined) return undefined;
    return `\`${DOCUMENTED}\` gives a value of \`${other}\`, which \`${DESIGNED}\` does not list.`;
  }
  if (!isNames(marks)) {
    return `\`${DOCUMENTED}\` is a list of keywords of the same object, each of them once, or a map of their documented values.`;
  }
  const both = marks.find((name) => designed.includes(name));
  if (both !== undefined) return `\`${both}\` is in \`${DESIGNED}\` and in \`${DOCUMENTED}\`: keep it in one of them.`;
  return missing(DOCUMENTED, marks, node);
}

/**
 * @param {Record<string, unknown>} node
 * @param {boolean} isSchema
 */
function problemOfNote(node, isSchema) {
  const note = node[NOTE];
  if (typeof note !== "string" || note.trim() === "") return `\`${NOTE}\` is a text of whole sentences.`;
  if (typeof node["description"] !== "string" || namesOf(node[DESIGNED]).includes("description")) {
    return `\`${NOTE}\` stands beside a documented \`description\` only.`;
  }
  if (isSchema && !namesOf(node[DOCUMENTED]).includes("description")) {
    return `The description of a schema is designed unless \`${DOCUMENTED}\` lists it: write \`${NOTE}\` into \`description\`.`;
  }
  return undefined;
}

/**
 * @param {string} mark
 * @param {string[]} names
 * @param {Record<string, unknown>} node
 */
function missing(mark, names, node) {
  const absent = names.find((name) => !Object.hasOwn(node, name));
  return absent === undefined ? undefined : `\`${mark}\` names \`${absent}\`, which is not there.`;
}

/**
 * @param {unknown} value
 * @returns {value is string[]}
 */
function isNames(value) {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((name) => typeof name === "string") &&
    new Set(value).size === value.length
  );
}

/** @param {unknown} marks */
function namesOf(marks) {
  if (isNames(marks)) return marks;
  return isRecord(marks) ? Object.keys(marks) : [];
}
