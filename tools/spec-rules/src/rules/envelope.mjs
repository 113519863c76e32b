/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { Exemplified, Parameter, Response, Schema } from "../openapi.d.ts" */
/** @import { Context, Location, Rule } from "../redocly.d.ts" */
import { member, members } from "../document/located.mjs";
import { isError, isSuccess, NOT_MODIFIED, operations } from "../document/operations.mjs";
import { reportOnce } from "../document/report-once.mjs";
import { referencedName } from "../document/schema-name.mjs";
import { isContainer } from "../document/schema-types.mjs";

/** @typedef {(message: string, location: Location) => void} Report */

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";

/**
 * Names of the shared schemas. `data` is the operation's own.
 *
 * @typedef {object} Options
 * @property {string} notices
 * @property {string} pagination
 * @property {string} problem
 */

/**
 * Success is the envelope, but for 304, which has no body; an error is the shared Problem, and nothing is in between.
 *
 * @type {Rule<Options>}
 */
export function envelope({ notices = "Notices", pagination = "Pagination", problem = "Problem" }) {
  const names = { notices, pagination, problem };
  return {
    Root(document, context) {
      const report = reportOnce(context);
      for (const { responses } of operations(document, context)) {
        for (const [status, response] of responses) {
          if (isSuccess(status)) checkSuccess(context, { status, response, names }, report);
          if (isError(status)) checkError({ response, names }, report);
        }
      }
    },
  };
}

/**
 * @param {Context} context
 * @param {{ status: string, response: Located<Response>, names: Options }} subject
 * @param {Report} report
 */
function checkSuccess(context, { status, response, names }, report) {
  const { node, location } = response;
  if (status === NOT_MODIFIED) {
    if (node.content !== undefined) report("A 304 response has no body: remove its `content`.", location);
    return;
  }
  if (node.content === undefined || status === "204" || status === "205") {
    report("A success must have a JSON body: the envelope is where `notices` go.", location);
    return;
  }
  for (const [type, media] of members(context, member(context, response, "content"))) {
    if (type === JSON_TYPE) checkEnvelope(context, { media, names }, report);
  }
}

/**
 * @param {Context} context
 * @param {{ media: Located<Exemplified>, names: Options }} subject
 * @param {Report} report
 */
function checkEnvelope(context, { media, names }, report) {
  const schema = member(context, media, "schema");
  if (schema === undefined || schema.node.type !== "object") {
    report(
      "The body of a success must be an envelope: a schema of `type: object`.",
      schema?.location ?? media.location,
    );
    return;
  }
  const { node, location } = schema;
  for (const keyword of /** @type {const} */ (["allOf", "anyOf", "oneOf"])) {
    if (node[keyword] !== undefined) {
      report(`An envelope is one plain object: move \`${keyword}\` into \`data\`.`, location.child([keyword]));
    }
  }
  if (!node.required?.includes("data") || node.properties?.["data"] === undefined) {
    report("An envelope must have `data` and require it.", location);
  }
  if (node.required?.includes("notices")) {
    report("`notices` is optional in an envelope: take it out of `required`.", location.child(["required"]));
  }
  if (node.properties?.["notices"] === undefined) {
    report(`An envelope must declare \`notices\`, the shared schema \`${names.notices}\`.`, location);
  }
  checkMembers(schema, names, report);
  const data = member(context, member(context, schema, "properties"), "data");
  if (data !== undefined && !isContainer(context, data))
    report("`data` must be an object or a list, and not null: give it an object with a member.", data.location);
}

/**
 * @param {Located<Schema>} envelopeSchema
 * @param {Options} names
 * @param {Report} report
 */
function checkMembers({ node, location }, names, report) {
  for (const [name, value] of Object.entries(node.properties ?? {})) {
    const place = location.child(["properties", name]);
    if (name === "data") continue;
    if (name !== "notices" && name !== "pagination") {
      report(
        `An envelope has only \`data\`, \`notices\` and \`pagination\`: move \`${name}\` into \`data\`.`,
        place.key(),
      );
    } else if (referencedName(value) !== names[name]) {
      report(`\`${name}\` of an envelope must be a $ref to the shared schema \`${names[name]}\`.`, place);
    }
  }
}

/**
 * @param {{ response: Located<Response>, names: Options }} subject
 * @param {Report} report
 */
function checkError({ response: { node, location }, names }, report) {
  const content = node.content ?? {};
  if (content[PROBLEM_TYPE] === undefined) {
    report(`An error must have the body \`${PROBLEM_TYPE}\`.`, location);
  }
  for (const [type, media] of Object.entries(content)) {
    const place = location.child(["content", type]);
    if (type !== PROBLEM_TYPE) {
      report(`An error has no other body than \`${PROBLEM_TYPE}\`: remove \`${type}\`.`, place.key());
    } else if (referencedName(media.schema) !== names.problem) {
      report(`The body of an error must be a $ref to the shared schema \`${names.problem}\`.`, place);
    }
  }
}

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
        // A feed continues at a cursor: it has pages of a size, and no numbers of pages.
        const isFeed = queryParameter(entry, "cursor") !== undefined;
        const isPaged = page !== undefined || (perPage !== undefined && !isFeed);
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
