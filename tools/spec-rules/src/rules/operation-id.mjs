/** @import { Rule } from "../redocly.d.ts" */
/** @import { OperationEntry } from "../document/operations.mjs" */
import { camelCase, operations } from "../document/operations.mjs";

const PARAMETER = "{}";

/** What a client has beside its groups. */
const CLIENT_MEMBERS = new Set(["op", "raw", "with", "close"]);

/** Names that JavaScript calls by itself, or that every object has. */
const OBJECT_MEMBERS = new Set(["then", "toJSON", ...Object.getOwnPropertyNames(Object.prototype)]);

/** Groups of paths whose operations have the same method name in every resource group; `{}` is any parameter. */
const STANDARD_METHODS = new Map([
  ["get listing", "Listing"],
  ["get find", "Find"],
  ["post ", "Create"],
  [`get ${PARAMETER}`, "Get"],
  [`patch ${PARAMETER}`, "Update"],
  [`delete ${PARAMETER}`, "Delete"],
]);

/**
 * The operationId is the resource group and a method in camelCase. The client's facade is cut from it:
 * `unitsListing` becomes `fleet.units.listing`.
 *
 * @type {Rule}
 */
export function operationId() {
  return {
    Root(document, context) {
      /** @type {Map<string, string>} */
      const taken = new Map();
      for (const entry of operations(document, context)) {
        const id = entry.operation.node.operationId;
        // Without an id there is nothing to judge; `operation-operationId` asks for one.
        if (id === undefined) continue;
        const message = problemOf(id, entry) ?? clashOf(id, taken);
        taken.set(id.toLowerCase(), id);
        if (message !== undefined) {
          context.report({ message, location: entry.operation.location.child(["operationId"]) });
        }
      }
    },
  };
}

/**
 * @param {string} id
 * @param {OperationEntry} entry
 * @returns {string | undefined}
 */
function problemOf(id, { path, method }) {
  const [first = "", ...rest] = path.split("/").filter(Boolean);
  const group = camelCase(first);
  if (!/^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)*$/.test(id)) {
    return `\`${id}\` is not camelCase: a word begins with one capital letter and goes on in small ones.`;
  }
  if (!id.startsWith(group) || !/^[A-Z]/.test(id.slice(group.length))) {
    return `\`${id}\` must begin with its resource group and go on with a method: \`${group}…\`.`;
  }
  const name = id.charAt(group.length).toLowerCase() + id.slice(group.length + 1);
  if (CLIENT_MEMBERS.has(group) || OBJECT_MEMBERS.has(group)) {
    return `\`${group}\` is no resource group: every client has a member of this name.`;
  }
  if (OBJECT_MEMBERS.has(name)) return `\`${name}\` has a meaning of its own in JavaScript: choose another method.`;
  const expected = standardMethod(method, rest);
  if (expected !== undefined && id !== group + expected) {
    return `${method.toUpperCase()} ${path} is a standard operation: its id is \`${group}${expected}\`, not \`${id}\`.`;
  }
  return undefined;
}

/**
 * @param {string} method
 * @param {string[]} segments of the path after the resource group
 * @returns {string | undefined}
 */
function standardMethod(method, segments) {
  const [first, by, last] = segments;
  if (method === "get" && first === "listing" && by !== undefined && last !== undefined && segments.length === 3) {
    return isParameter(last) ? `ListingBy${capitalised(camelCase(by))}` : undefined;
  }
  const shape = segments.map((segment) => (isParameter(segment) ? PARAMETER : segment)).join("/");
  return STANDARD_METHODS.get(`${method} ${shape}`);
}

/**
 * Each operation gets a page of the reference, and a file system may not tell capitals from small letters.
 *
 * @param {string} id
 * @param {Map<string, string>} taken
 * @returns {string | undefined}
 */
function clashOf(id, taken) {
  const other = taken.get(id.toLowerCase());
  return other === undefined
    ? undefined
    : `\`${id}\` is taken: another operation has \`${other}\`, and capitals do not count.`;
}

/** @param {string} segment */
function isParameter(segment) {
  return segment.startsWith("{") && segment.endsWith("}");
}

/** @param {string} word */
function capitalised(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
