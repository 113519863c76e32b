/** @import { Rule } from "../redocly.d.ts" */
/** @import { OperationEntry } from "../document/operations.mjs" */
import { operations } from "../document/operations.mjs";

/**
 * The statuses that the checks of a service can answer, with the reason that the message gives.
 *
 * @typedef {object} Options
 * @property {Record<string, string>} always for every operation
 * @property {Record<string, string>} token for what needs an access token
 * @property {Record<string, string>} permission for what needs a permission
 * @property {Record<string, string>} body for what takes a body
 */

/** @type {Options} */
const CHECKS = {
  always: {
    400: "any request may be one that cannot be parsed",
    422: "any request may break the contract",
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
 * @type {Rule<Options>}
 */
export function expectedErrors(options) {
  const checks = { ...CHECKS, ...options };
  return {
    Root(document, context) {
      for (const entry of operations(document, context)) {
        const declared = new Set(entry.responses.map(([status]) => status));
        for (const [status, reason] of expected(entry, checks)) {
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
 * @param {Options} checks
 * @returns {[status: string, reason: string][]}
 */
function expected({ operation, auth }, { always, token, permission, body }) {
  return Object.entries({
    ...always,
    ...(auth === "required" ? token : {}),
    ...(typeof operation.node["x-permission"] === "object" ? permission : {}),
    ...(operation.node.requestBody === undefined ? {} : body),
  });
}
