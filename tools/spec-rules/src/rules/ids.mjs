/** @import { Schema } from "../openapi.d.ts" */
/** @import { Rule } from "../redocly.d.ts" */
/** @import { Exceptions } from "../options/exceptions.mjs" */
import { scalarsOf, typesOf } from "../document/schema-types.mjs";
import { isNamedByUs, schemaUses } from "../document/schema-uses.mjs";
import { exceptionTest } from "../options/exceptions.mjs";
import { nameTest } from "../options/name-patterns.mjs";

/**
 * @typedef {object} Options
 * @property {string[]} strings names of ids that are strings, instead of the built-in list; `*` stands for anything
 * @property {Exceptions} exceptions
 */

const isId = nameTest(["id", "*_id", "ids", "*_ids"]);

/**
 * An id of ours is an int64 from 1 to 9007199254740991, the largest integer that JavaScript reads exactly. An id that
 * others give is a string, and one name is never both.
 *
 * Limits: an id that is called otherwise is not seen. Names that the source description states are not judged, except
 * by `bounded`.
 *
 * @type {Rule<Options>}
 */
export function ids({ strings = ["external_id", "request_id"], exceptions = {} }) {
  const isStringName = nameTest(strings);
  const isExcepted = exceptionTest(exceptions);
  return {
    Root(document, context) {
      for (const use of schemaUses(document, context)) {
        if (!isNamedByUs(use) || !isId(use.name) || isExcepted(use.label)) continue;
        const scalars = scalarsOf(context, use.schema);
        const message = isStringName(use.name) ? stringProblem(use.name, scalars) : integerProblem(use.name, scalars);
        if (message !== undefined) context.report({ message, location: use.place });
      }
    },
  };
}

/**
 * @param {string} name
 * @param {Schema[]} scalars
 */
function stringProblem(name, scalars) {
  return hasOnly("string", scalars) ? undefined : `\`${name}\` is an id that others give, so it must be a string.`;
}

/**
 * @param {string} name
 * @param {Schema[]} scalars
 */
function integerProblem(name, scalars) {
  const bounds = scalars.filter((schema) => typesOf(schema).includes("integer"));
  const isOurs = bounds.every(
    ({ format, minimum, maximum }) => format === "int64" && minimum === 1 && maximum === Number.MAX_SAFE_INTEGER,
  );
  if (hasOnly("integer", scalars) && isOurs) return undefined;
  return `\`${name}\` must be an int64 from 1 to ${Number.MAX_SAFE_INTEGER}. If others give it, list it under \`strings\`.`;
}

/**
 * @param {string} type
 * @param {Schema[]} scalars
 */
function hasOnly(type, scalars) {
  const types = new Set(scalars.flatMap(typesOf).filter((other) => other !== "null" && other !== "array"));
  return types.size === 1 && types.has(type);
}
