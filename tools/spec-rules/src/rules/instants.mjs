/** @import { Schema } from "../openapi.d.ts" */
/** @import { Rule } from "../redocly.d.ts" */
/** @import { Exceptions } from "../options/exceptions.mjs" */
import { scalarsOf } from "../document/schema-types.mjs";
import { isNamedByUs, schemaUses } from "../document/schema-uses.mjs";
import { exceptionTest } from "../options/exceptions.mjs";
import { nameTest } from "../options/name-patterns.mjs";

/**
 * @typedef {object} Options
 * @property {string[]} ranges names of parameters that bound a time range, whatever their format; `*` is anything
 * @property {Exceptions} exceptions
 */

/** The last word of a name, and the format that it promises. */
const FORMATS = /** @type {const} */ ({ at: "date-time", on: "date" });

/**
 * An instant is called `*_at` and a day `*_on`, and nothing else is. A reader then knows which of the two has a time of
 * day and a zone without looking it up.
 *
 * Limits: it knows times by their `format`; a time in a plain string passes unless its name ends in `_at` or `_on`.
 * Names that the source description states are not judged.
 *
 * @type {Rule<Options>}
 */
export function instants({ ranges = ["from", "to", "*_after", "*_before"], exceptions = {} }) {
  const isRange = nameTest(ranges);
  const isExcepted = exceptionTest(exceptions);
  return {
    Root(document, context) {
      for (const use of schemaUses(document, context)) {
        if (!isNamedByUs(use) || isExcepted(use.label)) continue;
        if (use.role === "parameter" && isRange(use.name)) continue;
        const message = problemOf(use.name, scalarsOf(context, use.schema));
        if (message !== undefined) context.report({ message, location: use.place.key() });
      }
    },
  };
}

/**
 * @param {string} name
 * @param {Schema[]} scalars
 * @returns {string | undefined}
 */
function problemOf(name, scalars) {
  for (const [word, format] of Object.entries(FORMATS)) {
    const promised = name.endsWith(`_${word}`) || name === word;
    const has = scalars.some((schema) => schema.format === format);
    if (has && !promised) return `\`${name}\` has the format \`${format}\`, so its name must end in \`_${word}\`.`;
    if (promised && !has) return `\`${name}\` ends in \`_${word}\`, so it must have the format \`${format}\`.`;
  }
  return undefined;
}
