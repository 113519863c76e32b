/** @import { SchemaUse } from "../document/schema-uses.mjs" */
/** @import { Location, Rule } from "../redocly.d.ts" */
import { member, members } from "../document/located.mjs";
import { operations } from "../document/operations.mjs";
import { reportOnce } from "../document/report-once.mjs";
import { schemaName } from "../document/schema-name.mjs";
import { typesOf } from "../document/schema-types.mjs";
import { schemaUses } from "../document/schema-uses.mjs";

/**
 * Everything that has a name says what it is: parameters, headers, request bodies, responses, component schemas,
 * properties, and the values in lists and maps. Repeating the name says nothing, so it does not count.
 *
 * Limits: operations and tags have built-in rules. A `$ref` counts as described if its target is. Whether a text is true
 * is for readers.
 *
 * @type {Rule}
 */
export function descriptions() {
  return {
    Root(document, context) {
      const report = reportOnce(context);
      /** @type {(name: string, node: object, location: Location) => void} */
      const check = (name, node, location) => {
        const message = problemOf(name, textOf(node));
        if (message !== undefined) report(message, location);
      };
      for (const { operation, parameters, responses } of operations(document, context)) {
        for (const { node, location } of parameters) check(node.name, node, location);
        const body = member(context, operation, "requestBody");
        if (body !== undefined) check("request body", body.node, body.location);
        for (const [status, response] of responses) {
          check(status, response.node, response.location);
          for (const [name, header] of members(context, member(context, response, "headers"))) {
            check(name, header.node, header.location);
          }
        }
      }
      for (const use of schemaUses(document, context)) checkSchema(use, check);
    },
  };
}

/**
 * @param {SchemaUse} use
 * @param {(name: string, node: object, location: Location) => void} check
 */
function checkSchema({ role, name, schema, own, place }, check) {
  const component = schemaName(schema.location);
  if (component !== undefined) check(component, schema.node, schema.location);
  if (role === "property" && name !== undefined) {
    const isDescribedHere = component === undefined || textOf(own) !== "";
    if (isDescribedHere) check(name, { description: textOf(own) || textOf(schema.node) }, place);
  }
  // A branch and a schema without a type only refine what stands around them.
  if (role === "part" && component === undefined && typesOf(schema.node).some((type) => type !== "null")) {
    check("the value", schema.node, schema.location);
  }
}

/**
 * @param {string} name
 * @param {string} text
 * @returns {string | undefined}
 */
function problemOf(name, text) {
  if (text === "") return `\`${name}\` must have a \`description\`.`;
  return letters(text) === letters(name) ? `The description of \`${name}\` must say more than its name.` : undefined;
}

/** @param {unknown} node */
function textOf(node) {
  const { description } = Object(node);
  return typeof description === "string" ? description.trim() : "";
}

/** @param {string} text */
function letters(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

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
