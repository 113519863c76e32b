/** @import { Context, Location, Resolved, Source } from "../redocly.d.ts" */
/** @import { Located } from "../document/located.mjs" */
import { isRecord, isRef } from "../document/located.mjs";

/**
 * Reports each file that the document refers to and that does not exist, has nothing in it or does not parse, once.
 * No rule would see those that only the groups and conventions refer to, because both are removed before the rules run.
 *
 * @param {Context} context of the document root
 * @param {Located<unknown>} root
 * @returns whether there is one
 */
export function reportUnreadableFiles(context, root) {
  /** @type {Set<string>} */
  const reported = new Set();
  for (const reference of unresolved(context, root)) {
    const problem = problemOf(reference);
    if (problem === undefined || reported.has(problem.file)) continue;
    reported.add(problem.file);
    context.report(problem);
  }
  return reported.size > 0;
}

/**
 * The references that lead to nothing.
 *
 * @param {Context} context
 * @param {Located<unknown>} root
 */
function unresolved(context, root) {
  const seen = new Set();
  /** @type {{ $ref: string, location: Location, target: Resolved }[]} */
  const found = [];
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, location } = next;
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    seen.add(node);
    if (isRef(node)) {
      const target = context.resolve(node, location.source.absoluteRef);
      if (target.node === undefined) found.push({ $ref: node.$ref, location: location.child(["$ref"]), target });
      else if (target.location !== undefined) open.push({ node: target.node, location: target.location });
    }
    const children = Object.entries(node).map(([key, child]) => ({ node: child, location: location.child([key]) }));
    // In the order of the file.
    open.push(...children.toReversed());
  }
  return found;
}

/**
 * What is wrong with the file behind a reference; undefined if the file has something else than what is referred to.
 *
 * @param {{ $ref: string, location: Location, target: Resolved }} reference
 */
function problemOf({ $ref, location, target: { error, location: target } }) {
  const [name = ""] = $ref.split("#");
  if (isParseError(error)) {
    const { source, line, col, message } = error;
    // What the parser says ends with the place, and that of the finding is shown.
    const reason = message.replace(/ (?:in "[^"]*" )?\(\d+:\d+\)$/, "");
    const start = { line, col };
    return {
      file: source.absoluteRef,
      message: `This is not valid YAML: ${reason}.`,
      location: { source, pointer: undefined, start },
    };
  }
  if (error !== undefined) {
    const reason = isMissing(error) ? "does not exist" : `cannot be read: ${error.message}`;
    return { file: `${location.source.absoluteRef} ${name}`, message: `\`${name}\` ${reason}.`, location };
  }
  if (target === undefined || !isEmpty(target.source.body)) return undefined;
  return { file: target.source.absoluteRef, message: `\`${name}\` is empty.`, location };
}

/**
 * @param {unknown} error
 * @returns {error is Error & { source: Source, line: number, col: number }}
 */
function isParseError(error) {
  return error instanceof Error && "source" in error && "line" in error;
}

/** @param {Error & { originalError?: unknown }} error */
function isMissing({ originalError }) {
  return isRecord(originalError) && originalError["code"] === "ENOENT";
}

/**
 * Whether a YAML file has only comments.
 *
 * @param {string} text
 */
function isEmpty(text) {
  return text.split("\n").every((line) => /^(?:#.*|---)?$/.test(line.trim()));
}
