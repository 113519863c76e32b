/** @import { Schema } from "../openapi.d.ts" */
/** @import { Rule } from "../redocly.d.ts" */
import { isOpenEnum } from "../document/open-enums.mjs";
import { reportOnce } from "../document/report-once.mjs";
import { listsValues, typesOf } from "../document/schema-types.mjs";
import { schemaUses } from "../document/schema-uses.mjs";

/** Formats whose values have a length that their standard bounds. */
const BOUNDED_FORMATS = new Set(["date", "date-time", "time", "uuid", "ipv4", "ipv6"]);

/** The integers of each format that JavaScript reads exactly. */
const LARGEST = new Map([
  ["int32", 2 ** 31 - 1],
  ["int64", Number.MAX_SAFE_INTEGER],
]);

/** `*`, `+` and `{n,}`, unless escaped or inside a character class. */
const OPEN_QUANTIFIER = /[*+]|\{\d+,\}/;

/**
 * Strings, lists and integers have an end, so that clients can reserve room, servers can refuse early, and no integer
 * is one that JavaScript rounds: `maxLength`, `maxItems`, `minimum` and `maximum`, and for integers a `format`.
 *
 * Limits: numbers with a fraction and the number of members of a map are not judged.
 *
 * @type {Rule}
 */
export function bounded() {
  return {
    Root(document, context) {
      const report = reportOnce(context);
      for (const { schema } of schemaUses(document, context)) {
        if (listsValues(schema.node) && !isOpenEnum(schema.node)) continue;
        const types = typesOf(schema.node);
        if (types.includes("string") && !isBoundedString(schema.node)) {
          report("A string must have a `maxLength`, or a `pattern` from `^` to `$` that has an end.", schema.location);
        }
        if (types.includes("array") && schema.node.maxItems === undefined) {
          report("A list must have `maxItems`.", schema.location);
        }
        const problem = types.includes("integer") ? integerProblem(schema.node) : undefined;
        if (problem !== undefined) report(problem, schema.location);
      }
    },
  };
}

/** @param {Schema} node */
function isBoundedString({ maxLength, format = "", pattern }) {
  return maxLength !== undefined || BOUNDED_FORMATS.has(format) || (pattern !== undefined && isFinite(pattern));
}

/**
 * Whether a pattern matches only texts up to some length. What it cannot be sure of, it takes for endless.
 *
 * @param {string} pattern
 */
function isFinite(pattern) {
  if (!/^\^[^|]*\$$/.test(pattern)) return false;
  const plain = pattern.replace(/\\./g, "_").replace(/\[[^\]]*\]/g, "_");
  return !OPEN_QUANTIFIER.test(plain);
}

/**
 * @param {Schema} node
 * @returns {string | undefined}
 */
function integerProblem(node) {
  const largest = LARGEST.get(node.format ?? "");
  const lower = node.minimum ?? node.exclusiveMinimum;
  const upper = node.maximum ?? node.exclusiveMaximum;
  if (largest === undefined) return "An integer must have the format `int32` or `int64`.";
  if (lower === undefined || upper === undefined) return "An integer must have a `minimum` and a `maximum`.";
  if (lower >= -largest && upper <= largest) return undefined;
  return `The bounds of an ${node.format} must be within ±${largest}.`;
}
