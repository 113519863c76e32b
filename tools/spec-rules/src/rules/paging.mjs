/** @import { Parameter, Schema } from "../openapi.d.ts" */
/** @import { Context, Location, Rule } from "../redocly.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
import { member, members } from "../document/located.mjs";
import { operations } from "../document/operations.mjs";
import { reportOnce } from "../document/report-once.mjs";
import { isSuccess } from "../document/status.mjs";

/** @typedef {(message: string, location: Location) => void} Report */

/**
 * The parameters `page` and `per_page`, the member `pagination` and an array as `data` come together or not at all:
 * that is how a client knows which operations it can iterate.
 *
 * @type {Rule}
 */
export function paging() {
  return {
    Root(document, context) {
      const report = reportOnce(context);
      for (const entry of operations(document, context)) {
        const page = queryParameter(entry, "page");
        const perPage = queryParameter(entry, "per_page");
        const isPaged = page !== undefined || perPage !== undefined;
        if (isPaged) checkParameters(context, entry, { page, perPage }, report);
        // Reported on the operation: a shared envelope is not wrong by itself, it does not fit the parameters here.
        const place = entry.operation.location.child(["responses"]);
        for (const schema of successSchemas(context, entry)) {
          for (const message of isPaged ? pagedBodyProblems(context, schema) : plainBodyProblems(schema)) {
            report(message, place);
          }
        }
      }
    },
  };
}

/**
 * @param {OperationEntry} entry
 * @param {string} name
 */
function queryParameter({ parameters }, name) {
  return parameters.find(({ node }) => node.in === "query" && node.name === name);
}

/**
 * @param {Context} context
 * @param {OperationEntry} entry
 * @returns {Located<Schema>[]}
 */
function successSchemas(context, { responses }) {
  return responses
    .filter(([status]) => isSuccess(status))
    .flatMap(([, response]) => members(context, member(context, response, "content")))
    .flatMap(([, media]) => member(context, media, "schema") ?? []);
}

/**
 * @param {Context} context
 * @param {OperationEntry} entry
 * @param {{ page: Located<Parameter> | undefined, perPage: Located<Parameter> | undefined }} found
 * @param {Report} report
 */
function checkParameters(context, { operation }, { page, perPage }, report) {
  if (page === undefined || perPage === undefined) {
    const missing = page === undefined ? "page" : "per_page";
    report(`A paged operation has both \`page\` and \`per_page\`: add \`${missing}\`.`, operation.location);
  }
  const schema = member(context, perPage, "schema");
  if (schema === undefined) return;
  for (const keyword of /** @type {const} */ (["maximum", "default"])) {
    if (typeof schema.node[keyword] !== "number") {
      report(`\`per_page\` must state its \`${keyword}\`.`, schema.location);
    }
  }
}

/**
 * @param {Context} context
 * @param {Located<Schema>} schema
 * @returns {string[]}
 */
function pagedBodyProblems(context, schema) {
  const problems = [];
  const { required, properties } = schema.node;
  if (!required?.includes("pagination") || properties?.["pagination"] === undefined) {
    problems.push("A paged operation must have `pagination` in its envelope and require it.");
  }
  const data = member(context, member(context, schema, "properties"), "data");
  if (data !== undefined && data.node.type !== "array") {
    problems.push("`data` of a paged operation must be an array.");
  }
  return problems;
}

/**
 * @param {Located<Schema>} schema
 * @returns {string[]}
 */
function plainBodyProblems({ node }) {
  if (node.properties?.["pagination"] === undefined) return [];
  return ["An envelope with `pagination` needs the query parameters `page` and `per_page` on its operation."];
}
