/** @import { Rule } from "../redocly.d.ts" */
/** @import { OperationEntry } from "../document/operations.mjs" */
import { conventionalName } from "../document/conventional-methods.mjs";
import { camelCase } from "../document/names.mjs";
import { operations } from "../document/operations.mjs";

/** What a client has beside its groups. */
const CLIENT_MEMBERS = new Set(["op", "raw", "with", "close"]);

/** Names that JavaScript calls by itself, or that every object has. */
const OBJECT_MEMBERS = new Set(["then", "toJSON", ...Object.getOwnPropertyNames(Object.prototype)]);

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
  const expected = conventionalName(method, rest);
  if (expected !== undefined && id !== group + expected) {
    return `${method.toUpperCase()} ${path} is a conventional operation: its id is \`${group}${expected}\`, not \`${id}\`.`;
  }
  return undefined;
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
