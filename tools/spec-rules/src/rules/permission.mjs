/** @import { Schema } from "../openapi.d.ts" */
/** @import { Context, Rule } from "../redocly.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
import { isRecord, member, members } from "../document/located.mjs";
import { operations } from "../document/operations.mjs";
import { schemaName } from "../document/schema-name.mjs";

const FIELD = "x-permission";

/** @typedef {Map<string, Set<string>>} Catalogue actions by resource */

/**
 * Every operation that needs a token says what else it needs: nothing (`self`), or one action on one resource of the
 * catalogue. The catalogue is the schema `Permissions`; it is collected while the document is walked, so operations
 * are judged only at the end.
 *
 * @type {Rule}
 */
export function permission() {
  /** @type {Located<Schema> | undefined} */
  let permissions;
  return {
    Schema(node, { location }) {
      if (schemaName(location) === "Permissions") permissions = { node, location };
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
 * @param {Context} context
 * @param {Located<Schema> | undefined} permissions
 * @returns {Catalogue}
 */
function catalogueOf(context, permissions) {
  return new Map(
    members(context, member(context, permissions, "properties")).map(([resource, schema]) => {
      const actions = member(context, member(context, schema, "properties"), "actions");
      return [resource, new Set(Object.keys(actions?.node.properties ?? {}))];
    }),
  );
}

/**
 * @param {OperationEntry} entry
 * @param {Catalogue} catalogue
 * @param {Context} context
 */
function check({ operation: { node, location }, isPublic }, catalogue, { report }) {
  const value = node[FIELD];
  const place = location.child([FIELD]);
  if (isPublic) {
    if (value !== undefined) {
      report({ message: `A public operation has no user to check: remove \`${FIELD}\`.`, location: place.key() });
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
  if (!isRecord(value) || Object.keys(value).toSorted().join() !== "action,resource") {
    return `\`${FIELD}\` is either \`self\` or an object with exactly \`resource\` and \`action\`.`;
  }
  const { resource, action } = value;
  const actions = catalogue.get(String(resource));
  if (actions === undefined) {
    return `The permission resource \`${resource}\` is not in the catalogue (schema \`Permissions\`), which has ${listed(catalogue.keys())}.`;
  }
  if (!actions.has(String(action))) {
    return `The permission resource \`${resource}\` has no action \`${action}\`; it has ${listed(actions)}.`;
  }
  return undefined;
}

/** @param {Iterable<string>} names */
function listed(names) {
  return [...names].join(", ") || "none";
}
