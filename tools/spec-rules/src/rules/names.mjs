/** @import { Schema } from "../openapi.d.ts" */
/** @import { Exceptions } from "../options.mjs" */
/** @import { Rule } from "../redocly.d.ts" */
import { listsValues, scalarsOf, typesOf } from "../document/schema-types.mjs";
import { isNamedByUs, schemaUses } from "../document/schema-uses.mjs";
import { exceptionTest, nameTest } from "../options.mjs";

/**
 * The units that a quantity may be given in: metric, and one unit per kind of quantity, so that two numbers of a kind
 * can be compared. Keys are the suffixes without `_`.
 */
const UNITS = {
  m: "metres",
  mm: "millimetres, for the size of a thing",
  s: "seconds",
  days: "days of the calendar",
  kmh: "kilometres per hour",
  l: "litres",
  l_per_100km: "litres per 100 kilometres",
  kwh: "kilowatt hours",
  kwh_per_100km: "kilowatt hours per 100 kilometres",
  kw: "kilowatts",
  cc: "cubic centimetres of displacement",
  kg: "kilograms",
  percent: "percent, 100 is all",
  deg: "degrees clockwise from north",
  c: "degrees Celsius",
  v: "volts",
  bytes: "bytes, for the size of a file",
};

/** Names of numbers that measure nothing, so there is no unit to name. `*` stands for anything. */
const PLAIN_NUMBERS = [
  // Identify something.
  ["id", "*_id", "ids", "*_ids", "version", "*_version"],
  // Count something.
  ["count", "*_count", "total", "succeeded", "failed", "skipped", "attempts", "satellites"],
  // Say where in an order something stands.
  ["page", "per_page", "limit", "index", "level", "sequence"],
  // Belong to the calendar.
  ["year", "*_year"],
  // Are a code: the HTTP status.
  ["status"],
  // Have a unit by definition: degrees of WGS 84.
  ["latitude", "longitude"],
].flat();

/**
 * @typedef {object} IdOptions
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
 * @type {Rule<IdOptions>}
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

/**
 * @typedef {object} InstantOptions
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
 * @type {Rule<InstantOptions>}
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

/**
 * @typedef {object} UnitOptions
 * @property {string[]} units the suffixes without `_`, instead of the built-in list
 * @property {string[]} plain further names of numbers that measure nothing; `*` stands for anything
 * @property {Exceptions} exceptions
 */

/**
 * A number that measures something says its unit in its name. Whether it measures something cannot be seen in a schema,
 * so every number does unless it is marked `x-unitless` or its name is on the list of those that do not.
 *
 * Limits: it knows numbers by their `type`, so a quantity that is sent as a string passes, and it believes the name: a
 * speed called `speed_m` passes as well. Names that the source description states and names of headers are not judged.
 *
 * @type {Rule<UnitOptions>}
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
        if (kind === "number" && !isPlain(use.name) && !hasUnit(use.name) && !isUnitless(use)) {
          context.report({
            message: `The number \`${use.name}\` must end in its unit: ${units.map((unit) => `_${unit}`).join(", ")}. If it measures nothing, give it \`x-unitless: true\`.`,
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

/** @param {import("../document/schema-uses.mjs").SchemaUse} use */
function isUnitless({ own, schema }) {
  return [own, schema.node].some((node) => Object(node)["x-unitless"] === true);
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
