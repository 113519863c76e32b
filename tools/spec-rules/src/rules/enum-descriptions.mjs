/** @import { Rule } from "../redocly.d.ts" */
/** @import { SchemaUse } from "../document/schema-uses.mjs" */
import { reportOnce } from "../document/report-once.mjs";
import { schemaUses } from "../document/schema-uses.mjs";

/** A line of the list of values: a dash, the value as code, a colon, and what it means. */
const LISTED_VALUE = /^[-*] `([^`]+)`: *(\S?)/gm;

/**
 * Every value of an enum is explained, as a line of a list in the description of the schema: `- \`active\`: in use`.
 * Nobody has to guess what a value means, and no line is left of a value that is gone.
 *
 * Limits: null explains itself. The list stands in the schema that has the enum, not in what refers to it.
 *
 * @type {Rule}
 */
export function enumDescriptions() {
  return {
    Root(document, context) {
      const report = reportOnce(context);
      for (const use of schemaUses(document, context)) {
        const values = use.schema.node.enum;
        if (values === undefined) continue;
        const explained = explainedValues(use);
        for (const [index, value] of values.entries()) {
          if (value !== null && !explained.delete(String(value))) {
            report(
              `The value \`${value}\` must have a line in the description: - \`${value}\`: what it means.`,
              use.schema.location.child(["enum", index]),
            );
          }
        }
        for (const value of explained) {
          report(`The description explains \`${value}\`, which is not a value of the enum.`, use.schema.location);
        }
      }
    },
  };
}

/**
 * @param {SchemaUse} use
 * @returns {Set<string>}
 */
function explainedValues({ schema }) {
  const lines = (schema.node.description ?? "").matchAll(LISTED_VALUE);
  return new Set([...lines].flatMap(([, value = "", text]) => (text === "" ? [] : [value])));
}
