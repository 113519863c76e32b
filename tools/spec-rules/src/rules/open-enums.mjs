/** @import { OpenEnum, Schema } from "../openapi.d.ts" */
/** @import { Context, Location, Rule } from "../redocly.d.ts" */
/** @import { Located } from "../document/located.mjs" */
import { exampleLeaves, examplesOf, schemaExamples } from "../document/examples.mjs";
import { isRecord, member, members } from "../document/located.mjs";
import { authoredEnum, flawOf, isOpenEnum, OPEN_ENUM } from "../document/open-enums.mjs";
import { operations } from "../document/operations.mjs";
import { reportOnce } from "../document/report-once.mjs";
import { typesOf } from "../document/schema-types.mjs";
import { schemaUses } from "../document/schema-uses.mjs";

/** @typedef {(message: string, location: Location) => void} Report */

const MISPLACED = "`x-open-enum` must stand in a schema, beside the `enum` that it opens.";

/**
 * `x-open-enum: true` stands beside an `enum` of strings. A request may have known values only, so its examples and
 * defaults have no other; a response may have any string.
 *
 * Limits: an example whose schema has another alternative that is a string is not judged.
 *
 * @type {Rule}
 */
export function openEnums() {
  return {
    any(node, context) {
      if (!isRecord(node) || !Object.hasOwn(node, OPEN_ENUM)) return;
      if (context.type.name === "Schema") checkSchema(authoredEnum(node), context);
      else context.report({ message: MISPLACED, location: context.location.child([OPEN_ENUM]) });
    },
    ref(reference, context) {
      if (!Object.hasOwn(reference, OPEN_ENUM)) return;
      context.report({ message: MISPLACED, location: context.rawLocation.child([OPEN_ENUM]) });
    },
    Root(document, context) {
      const report = reportOnce(context);
      for (const { operation, parameters } of operations(document, context)) {
        const body = member(context, member(context, operation, "requestBody"), "content");
        for (const sent of [...parameters, ...members(context, body).map(([, media]) => media)]) {
          checkExamples(context, examplesOf(context, sent), member(context, sent, "schema"), report);
        }
      }
      for (const { schema, own, place, direction } of schemaUses(document, context)) {
        if (direction === "response") continue;
        checkExamples(context, schemaExamples(schema), schema, report);
        // Beside a reference, they are those of this place.
        if (isRecord(own)) checkExamples(context, schemaExamples({ node: own, location: place }), schema, report);
      }
    },
  };
}

/**
 * @param {Schema} node
 * @param {Context} context
 */
function checkSchema(node, { location, report }) {
  const flaw = flawOf(node);
  if (flaw !== undefined) return report({ message: flaw.message, location: location.child([flaw.keyword]) });
  if (!isOpenEnum(node)) return;
  for (const [index, value] of node.enum.entries()) {
    if (value === null || isWithinBounds(value, node)) continue;
    const message = `\`minLength\`, \`maxLength\` and \`pattern\` must let \`${value}\` through as well.`;
    report({ message, location: location.child(["enum", index]) });
  }
  if (node.default !== undefined && !node.enum.some((value) => value === node.default)) {
    report({ message: `The \`default\` must be one of ${listed(node)}.`, location: location.child(["default"]) });
  }
}

/**
 * @param {string} value
 * @param {Schema} bounds
 */
function isWithinBounds(value, { minLength = 0, maxLength = Infinity, pattern = "" }) {
  const { length } = [...value];
  return length >= minLength && length <= maxLength && new RegExp(pattern, "u").test(value);
}

/**
 * @param {Context} context
 * @param {readonly Located<unknown>[]} examples
 * @param {Located<Schema> | undefined} schema
 * @param {Report} report
 */
function checkExamples(context, examples, schema, report) {
  if (schema === undefined) return;
  for (const { value, location, schemas } of examples.flatMap((each) => exampleLeaves(context, each, [schema]))) {
    const open = schemas.find(isOpenEnum);
    if (open === undefined || typeof value !== "string" || schemas.some((one) => accepts(one, value))) continue;
    report(`A request may have known values only: ${listed(open)}.`, location);
  }
}

/**
 * Whether a request may have a string, as far as this rule looks.
 *
 * @param {Schema} schema
 * @param {string} value
 */
function accepts(schema, value) {
  return isOpenEnum(schema) ? schema.enum.includes(value) : typesOf(schema).includes("string");
}

/** @param {OpenEnum} schema */
function listed({ enum: values }) {
  return values.map((value) => `\`${value}\``).join(", ");
}
