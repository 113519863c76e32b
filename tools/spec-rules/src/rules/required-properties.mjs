/** @import { Rule } from "../redocly.d.ts" */
/** @import { Exceptions } from "../options.mjs" */
import { isOptional } from "../document/schema-types.mjs";
import { schemaUses } from "../document/schema-uses.mjs";
import { exceptionTest } from "../options.mjs";

/**
 * @typedef {object} Options
 * @property {Exceptions} exceptions beside `notices` of the envelope
 */

/** @type {Exceptions} */
const ENVELOPE = { "*.notices": "absent when a success has nothing to say" };

/**
 * A property of a response is always there; what is unknown is `null`. A typed client then never asks twice.
 *
 * Limits: a property has to be in the `required` that stands beside it, not in that of another branch of an `allOf`. A
 * schema that requests and responses share is judged as a response. `writeOnly` properties are not part of one, and
 * those with a reason in `x-optional` may be absent.
 *
 * @type {Rule<Options>}
 */
export function requiredProperties({ exceptions = {} }) {
  const isExcepted = exceptionTest({ ...ENVELOPE, ...exceptions });
  return {
    Root(document, context) {
      for (const { role, name, label, parent, schema, place, own, direction } of schemaUses(document, context)) {
        if (role !== "property" || name === undefined || direction !== "response") continue;
        if (parent?.required?.includes(name) || schema.node.writeOnly === true) continue;
        if (isOptional(own, schema.node) || isExcepted(label)) continue;
        context.report({
          message: `A response always has \`${name}\`: add it to \`required\`, and let it be null where it may be unknown.`,
          location: place.key(),
        });
      }
    },
  };
}
