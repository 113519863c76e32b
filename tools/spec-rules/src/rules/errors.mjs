/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { Exemplified, Response } from "../openapi.d.ts" */
/** @import { Context, Location, Rule } from "../redocly.d.ts" */
import { isRecord, member, members } from "../document/located.mjs";
import { isError, operations } from "../document/operations.mjs";
import { reportOnce } from "../document/report-once.mjs";
import { schemaName } from "../document/schema-name.mjs";

/**
 * The statuses that the checks of a service can answer, with the reason that the message gives.
 *
 * @typedef {object} ExpectedErrors
 * @property {Record<string, string>} always for every operation
 * @property {Record<string, string>} token for what needs an access token
 * @property {Record<string, string>} permission for what needs a permission
 * @property {Record<string, string>} body for what takes a body
 */

/** @type {ExpectedErrors} */
const CHECKS = {
  always: {
    400: "any request may be one that cannot be parsed",
    422: "any request may break the contract",
    429: "a caller may have too many requests in progress",
    500: "any operation may fail",
    503: "the service may be unavailable",
  },
  token: { 401: "it needs an access token" },
  permission: { 403: "it needs a permission" },
  body: { 413: "its body may be too large", 415: "its body may have another media type" },
};

/**
 * The service checks every request in the same order before an operation runs, so the errors of those checks can come
 * from every operation that has the thing that is checked, and each operation has to declare them.
 *
 * @type {Rule<ExpectedErrors>}
 */
export function expectedErrors(options) {
  const checks = { ...CHECKS, ...options };
  return {
    Root(document, context) {
      for (const entry of operations(document, context)) {
        const declared = new Set(entry.responses.map(([status]) => status));
        for (const [status, reason] of expectedResponses(entry, checks)) {
          if (!declared.has(status)) {
            context.report({
              message: `${entry.operation.node.operationId} must declare the response ${status}: ${reason}.`,
              location: entry.operation.location.child(["responses"]),
            });
          }
        }
      }
    },
  };
}

/**
 * @param {OperationEntry} entry
 * @param {ExpectedErrors} checks
 * @returns {[status: string, reason: string][]}
 */
function expectedResponses({ operation, auth }, { always, token, permission, body }) {
  return Object.entries({
    ...always,
    ...(auth === "required" ? token : {}),
    ...(typeof operation.node["x-permission"] === "object" ? permission : {}),
    ...(operation.node.requestBody === undefined ? {} : body),
  });
}

/** @typedef {(message: string, location: Location) => void} Report */

/**
 * @typedef {object} CodeOptions
 * @property {string} codes name of the schema whose enum lists the codes
 */

const FIELD = "x-problem-codes";

/**
 * Every error response lists the codes that can come and shows each of them once, with the status that it comes with.
 * The known codes are the enum of one schema, collected while the document is walked.
 *
 * @type {Rule<CodeOptions>}
 */
export function problemCodes({ codes = "ProblemCode" }) {
  /** @type {Set<unknown>} */
  let known = new Set();
  /** @type {Record<string, { status?: unknown }>} */
  let facts = {};
  return {
    Schema(node, { location }) {
      if (schemaName(location) !== codes) return;
      known = new Set(node.enum);
      facts = Object(node["x-problems"]);
    },
    Root: {
      leave(document, context) {
        const report = reportOnce(context);
        for (const { responses } of operations(document, context)) {
          for (const [status, response] of responses) {
            if (isError(status)) checkResponse(context, { status, response, known, facts, schema: codes }, report);
          }
        }
      },
    },
  };
}

/**
 * @param {Context} context
 * @param {{ status: string, response: Located<Response>, known: Set<unknown>, facts: Record<string, { status?: unknown }>, schema: string }} subject
 * @param {Report} report
 */
function checkResponse(context, { status, response, known, facts, schema }, report) {
  const codes = response.node[FIELD];
  if (!Array.isArray(codes) || codes.length === 0) {
    report(`An error response must list its codes: \`${FIELD}: [...]\`.`, response.location);
    return;
  }
  codes.forEach((code, index) => {
    const place = response.location.child([FIELD, index]);
    if (!known.has(code)) report(`\`${code}\` is not in the enum of \`${schema}\`.`, place);
    const expected = facts[String(code)]?.status;
    if (expected !== undefined && /^\d+$/.test(status) && String(expected) !== status) {
      report(`\`${code}\` comes with ${expected}, but is listed for ${status}.`, place);
    }
    if (codes.indexOf(code) !== index) report(`\`${code}\` is listed twice.`, place);
  });
  for (const [, media] of members(context, member(context, response, "content"))) {
    checkExamples(context, { status, media, codes }, report);
  }
}

/**
 * @param {Context} context
 * @param {{ status: string, media: Located<Exemplified>, codes: unknown[] }} subject
 * @param {Report} report
 */
function checkExamples(context, { status, media, codes }, report) {
  const missing = new Set(codes);
  for (const [name, { node, location }] of members(context, member(context, media, "examples"))) {
    const value = isRecord(node.value) ? node.value : {};
    const place = location.child(["value", "code"]);
    if (!codes.includes(value["code"])) {
      report(`The example \`${name}\` has the code \`${value["code"]}\`, which \`${FIELD}\` does not list.`, place);
    } else if (!missing.delete(value["code"])) {
      report(`The example \`${name}\` shows \`${value["code"]}\` a second time.`, place);
    }
    if (/^\d+$/.test(status) && value["status"] !== Number(status)) {
      report(
        `The example \`${name}\` has the status ${value["status"]}, but is used for ${status}.`,
        location.child(["value", "status"]),
      );
    }
  }
  for (const code of missing) report(`There is no example of \`${code}\`.`, media.location);
}
