/** @import { Exemplified, Response, Schema } from "../openapi.d.ts" */
/** @import { Context, Location, Rule } from "../redocly.d.ts" */
/** @import { Located } from "../document/located.mjs" */
import { member, members } from "../document/located.mjs";
import { operations } from "../document/operations.mjs";
import { reportOnce } from "../document/report-once.mjs";
import { isContainer } from "../document/schema-types.mjs";
import { referencedName } from "../document/schema-name.mjs";
import { isError, isSuccess, NOT_MODIFIED } from "../document/status.mjs";

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
