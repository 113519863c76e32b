/** @import { Schema } from "../openapi.d.ts" */
/** @import { Context, Rule } from "../redocly.d.ts" */
/** @import { Catalogue } from "../document/catalogue.mjs" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
import { catalogueOf, catalogueProblem, permissionOf } from "../document/catalogue.mjs";
import { operations } from "../document/operations.mjs";
import { schemaName } from "../document/schema-name.mjs";

/**
 * @typedef {object} Options
 * @property {string} catalogue name of the schema that lists the permission resources and their actions
 */

const FIELD = "x-permission";

/**
 * Every operation that needs a token says what else it needs: nothing (`self`), or one action on one resource of the
 * catalogue. The catalogue is collected while the document is walked, so operations are judged only at the end.
 *
 * @type {Rule<Options>}
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
