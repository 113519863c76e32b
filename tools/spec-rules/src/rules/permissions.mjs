/** @import { Catalogue } from "../document/catalogue.mjs" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { Schema } from "../openapi.d.ts" */
/** @import { Context, Location, Rule } from "../redocly.d.ts" */
import { catalogueOf, catalogueProblem, permissionOf } from "../document/catalogue.mjs";
import { isRecord } from "../document/located.mjs";
import { operations } from "../document/operations.mjs";
import { reportOnce } from "../document/report-once.mjs";
import { schemaName } from "../document/schema-name.mjs";
import { requestUses } from "../document/schema-uses.mjs";

/**
 * @typedef {object} OperationOptions
 * @property {string} catalogue name of the schema that lists the permission resources and their actions
 */

const FIELD = "x-permission";

/**
 * Every operation that needs a token says what else it needs: nothing (`self`), or one action on one resource of the
 * catalogue. The catalogue is collected while the document is walked, so operations are judged only at the end.
 *
 * @type {Rule<OperationOptions>}
 */
export function permission({ catalogue: name = "Permissions" }) {
  /** @type {Located<Schema> | undefined} */
  let permissions;
  return {
    Schema(node, { location }) {
      if (schemaName(location) === name) permissions = { node, location };
    },
    Root: {
      leave(document, context) {
        const catalogue = catalogueOf(context, permissions);
        for (const entry of operations(document, context)) check(entry, catalogue, context);
      },
    },
  };
}

/**
 * @param {OperationEntry} entry
 * @param {Catalogue} catalogue
 * @param {Context} context
 */
function check({ operation: { node, location }, auth }, catalogue, { report }) {
  const value = node[FIELD];
  const place = location.child([FIELD]);
  if (auth !== "required") {
    if (value !== undefined) {
      report({
        message: `An operation that can be called without a token has no user to check: remove \`${FIELD}\`.`,
        location: place.key(),
      });
    }
  } else if (value === undefined) {
    report({
      message: `An operation that needs a token must have \`${FIELD}\`: \`self\` or a resource and an action.`,
      location,
    });
  } else if (value !== "self") {
    const problem = problemOf(value, catalogue);
    if (problem !== undefined) report({ message: problem, location: place });
  }
}

/**
 * @param {unknown} value
 * @param {Catalogue} catalogue
 * @returns {string | undefined}
 */
function problemOf(value, catalogue) {
  const needed = permissionOf(value);
  if (needed === undefined)
    return `\`${FIELD}\` is either \`self\` or an object with exactly \`resource\` and \`action\`.`;
  return catalogueProblem(needed, catalogue);
}

/**
 * @typedef {object} FieldOptions
 * @property {string} catalogue name of the schema that lists the permission resources and their actions
 */

/** @typedef {(message: string, location: Location) => void} Report */

const ACTION_FIELD = "x-permission-action";

/**
 * A query parameter or a property of a request body that needs a right of its own names it: an action of the operation's
 * permission resource, or `{ resource, action }` where it belongs to another resource. Anywhere else the field would have
 * no effect, so it is refused there.
 *
 * Limits: it does not ask for the field, because only the authors know which properties have a right of their own.
 *
 * @type {Rule<FieldOptions>}
 */
export function permissionAction({ catalogue: name = "Permissions" }) {
  /** @type {Located<Schema> | undefined} */
  let permissions;
  /** @type {Map<string, Location>} places of the field that no request has led to yet */
  const unused = new Map();
  return {
    any(node, { location }) {
      if (isRecord(node) && Object.hasOwn(node, ACTION_FIELD)) unused.set(location.absolutePointer, location);
    },
    ref(reference, { rawLocation }) {
      if (Object.hasOwn(reference, ACTION_FIELD)) unused.set(rawLocation.absolutePointer, rawLocation);
    },
    Schema(node, { location }) {
      if (schemaName(location) === name) permissions = { node, location };
    },
    Root: {
      leave(document, context) {
        const report = reportOnce(context);
        const catalogue = catalogueOf(context, permissions);
        for (const entry of operations(document, context)) {
          for (const location of checkRequest(context, { entry, catalogue }, report)) {
            unused.delete(location.absolutePointer);
          }
        }
        for (const location of unused.values()) {
          report(
            `\`${ACTION_FIELD}\` belongs to a query parameter or a property of a request body; here it has no effect.`,
            field(location),
          );
        }
      },
    },
  };
}

/**
 * @param {Context} context
 * @param {{ entry: OperationEntry, catalogue: Catalogue }} subject
 * @param {Report} report
 * @returns {Location[]} the places of the field in the request
 */
function checkRequest(context, { entry, catalogue }, report) {
  const places = [];
  for (const { role, label, own, place } of requestUses(context, entry)) {
    const isField = role === "property" || (role === "parameter" && label.startsWith("query."));
    if (!isField || !isRecord(own) || !Object.hasOwn(own, ACTION_FIELD)) continue;
    places.push(place);
    const message = problemOfField(own[ACTION_FIELD], entry.operation.node["x-permission"], catalogue);
    if (message !== undefined) report(message, field(place));
  }
  return places;
}

/**
 * @param {unknown} value
 * @param {unknown} ofOperation
 * @param {Catalogue} catalogue
 * @returns {string | undefined}
 */
function problemOfField(value, ofOperation, catalogue) {
  const needed = permissionOf(ofOperation);
  if (needed === undefined) return `\`${ACTION_FIELD}\` needs an operation whose \`x-permission\` names a resource.`;
  const own = typeof value === "string" ? { resource: needed.resource, action: value } : permissionOf(value);
  if (own === undefined) {
    return `\`${ACTION_FIELD}\` is either an action or an object with exactly \`resource\` and \`action\`.`;
  }
  return catalogueProblem(own, catalogue);
}

/** @param {Location} location */
function field(location) {
  return location.child([ACTION_FIELD]);
}
