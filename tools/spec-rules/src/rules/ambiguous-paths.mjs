/** @import { Operation, Schema } from "../openapi.d.ts" */
/** @import { Context, Rule } from "../redocly.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
import { member } from "../document/located.mjs";
import { OPEN_ENUM } from "../document/open-enums.mjs";
import { operations } from "../document/operations.mjs";
import { typesOf } from "../document/schema-types.mjs";

/** What a path segment of these types looks like. */
const NUMBERS = new Map([
  ["integer", /^-?\d+$/],
  ["number", /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/],
  ["boolean", /^(?:true|false)$/],
]);

/** What strings of these formats look like. A word passes none of them. */
const FORMATS = new Map([
  ["date-time", /^\d{4}-.*[\dZz]$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["time", /^\d\d:.*[\dZz]$/],
  ["uuid", /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ["ipv4", /^\d+(?:\.\d+){3}$/],
  ["ipv6", /:/],
  ["email", /@/],
]);

/**
 * @typedef {object} Template
 * @property {string} path
 * @property {string[]} segments
 * @property {Located<Operation>} operation the first one of the path
 * @property {Map<string, Schema[]>} schemas of its parameters; the operations of a path can give one different schemas
 */

/**
 * No request matches two paths with the same number of parameters. Of two others, the one with fewer parameters is more
 * specific (OpenAPI 3.1, "Path Templating Matching"). A literal and a parameter at the same place differ if the schema of
 * the parameter excludes the literal: unlike the built-in rule `no-ambiguous-paths`, this rule reads the schemas.
 *
 * @type {Rule}
 */
export function ambiguousPaths() {
  return {
    Root(document, context) {
      const templates = templatesOf(context, operations(document, context));
      for (const [index, template] of templates.entries()) {
        for (const earlier of templates.slice(0, index)) {
          const shared = sharedRequest(earlier, template);
          if (shared === undefined) continue;
          context.report({
            message: `\`${template.path}\` and \`${earlier.path}\` both match \`${shared}\`: change a literal, or give the parameter a schema that excludes it.`,
            location: template.operation.location,
          });
        }
      }
    },
  };
}

/**
 * The paths with the schemas of their parameters.
 *
 * @param {Context} context
 * @param {readonly OperationEntry[]} entries
 * @returns {Template[]}
 */
function templatesOf(context, entries) {
  /** @type {Map<string, Template>} */
  const templates = new Map();
  for (const { path, operation, parameters } of entries) {
    const template = templates.get(path) ?? { path, segments: path.split("/"), operation, schemas: new Map() };
    templates.set(path, template);
    for (const parameter of parameters) {
      const schema = member(context, parameter, "schema");
      if (parameter.node.in !== "path" || schema === undefined) continue;
      const { name } = parameter.node;
      template.schemas.set(name, [...(template.schemas.get(name) ?? []), schema.node]);
    }
  }
  return [...templates.values()];
}

/**
 * A path that both templates match, with `{name}` where any value does; undefined if there is none.
 *
 * @param {Template} a
 * @param {Template} b
 * @returns {string | undefined}
 */
function sharedRequest(a, b) {
  if (a.segments.length !== b.segments.length) return undefined;
  if (a.segments.filter(isParameter).length !== b.segments.filter(isParameter).length) return undefined;
  const shared = a.segments.map((ofA, at) => {
    const ofB = b.segments[at] ?? "";
    if (isParameter(ofA) && isParameter(ofB)) return ofA;
    if (isParameter(ofA)) return takes(a, ofA, ofB) ? ofB : undefined;
    if (isParameter(ofB)) return takes(b, ofB, ofA) ? ofA : undefined;
    return ofA === ofB ? ofA : undefined;
  });
  return shared.includes(undefined) ? undefined : shared.join("/");
}

/** @param {string} segment */
function isParameter(segment) {
  return segment.startsWith("{") && segment.endsWith("}");
}

/**
 * Whether a parameter of a path can have a value. One without a schema can have any.
 *
 * @param {Template} template
 * @param {string} parameter
 * @param {string} value
 */
function takes({ schemas }, parameter, value) {
  const own = schemas.get(parameter.slice(1, -1)) ?? [];
  return own.length === 0 || own.some((schema) => accepts(schema, value));
}

/**
 * Whether a schema accepts a value. One that is made of others is taken to accept any.
 *
 * @param {Schema} node
 * @param {string} value as it stands in a path
 * @returns {boolean}
 */
function accepts(node, value) {
  const listed = node.const === undefined ? node.enum : [node.const];
  if (listed !== undefined && node[OPEN_ENUM] !== true) return listed.some((each) => String(each) === value);
  const types = typesOf(node).filter((type) => type !== "null");
  if (types.length > 0 && types.every((type) => NUMBERS.has(type))) {
    return types.some((type) => NUMBERS.get(type)?.test(value));
  }
  if (types.length !== 1 || types[0] !== "string") return true;
  const { pattern, format = "", minLength = 0, maxLength = Infinity } = node;
  const isLong = value.length >= minLength && value.length <= maxLength;
  return isLong && (FORMATS.get(format)?.test(value) ?? true) && (pattern === undefined || fits(pattern, value));
}

/**
 * @param {string} pattern
 * @param {string} value
 */
function fits(pattern, value) {
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
}
