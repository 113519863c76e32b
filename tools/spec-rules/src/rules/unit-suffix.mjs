/** @import { Rule } from "../redocly.d.ts" */
/** @import { Exceptions } from "../options/exceptions.mjs" */
import { listsValues, scalarsOf, typesOf } from "../document/schema-types.mjs";
import { isNamedByUs, schemaUses } from "../document/schema-uses.mjs";
import { exceptionTest } from "../options/exceptions.mjs";
import { nameTest } from "../options/name-patterns.mjs";
import { PLAIN_NUMBERS, UNITS } from "../words/units.mjs";

/**
 * @typedef {object} Options
 * @property {string[]} units the suffixes without `_`, instead of the built-in list
 * @property {string[]} plain further names of numbers that measure nothing; `*` stands for anything
 * @property {Exceptions} exceptions
 */

/**
 * A number that measures something says its unit in its name. Whether it measures something cannot be seen in a schema,
 * so every number does unless its name is on the list of those that do not: what is neither is refused.
 *
 * Limits: it knows numbers by their `type`, so a quantity that is sent as a string passes, and it believes the name: a
 * speed called `speed_m` passes as well. Names that the source description states and names of headers are not judged.
 *
 * @type {Rule<Options>}
 */
export function unitSuffix({ units = Object.keys(UNITS), plain = [], exceptions = {} }) {
  const isPlain = nameTest([...PLAIN_NUMBERS, ...plain]);
  const hasUnit = nameTest(units.map((unit) => `*_${unit}`));
  const isExcepted = exceptionTest(exceptions);
  return {
    Root(document, context) {
      for (const use of schemaUses(document, context)) {
        if (!isNamedByUs(use) || isExcepted(use.label)) continue;
        const kind = kindOf(scalarsOf(context, use.schema));
        if (kind === "number" && !isPlain(use.name) && !hasUnit(use.name)) {
          context.report({
            message: `The number \`${use.name}\` must end in its unit: ${units.map((unit) => `_${unit}`).join(", ")}. If it measures nothing, list it under \`plain\`.`,
            location: use.place.key(),
          });
        }
        if (kind === "string" && hasUnit(use.name)) {
          context.report({
            message: `\`${use.name}\` ends in a unit, so it must be a number, not a string.`,
            location: use.place.key(),
          });
        }
      }
    },
  };
}

/**
 * What all values behind a name are: numbers, strings, or neither; a written-out list is neither.
 *
 * @param {import("../openapi.d.ts").Schema[]} scalars
 * @returns {"number" | "string" | undefined}
 */
function kindOf(scalars) {
  if (scalars.some(listsValues)) return undefined;
  const types = new Set(scalars.flatMap(typesOf).filter((type) => type !== "null" && type !== "array"));
  if (types.size === 0) return undefined;
  if ([...types].every((type) => type === "integer" || type === "number")) return "number";
  return types.size === 1 && types.has("string") ? "string" : undefined;
}
