/** @import { Header, Response } from "../openapi.d.ts" */
/** @import { Context, Rule } from "../redocly.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
import { member } from "../document/located.mjs";
import { operations } from "../document/operations.mjs";
import { isSuccess } from "../document/status.mjs";

/**
 * How a response stands to the `Authorization` header: it always has it, it may have it, or it never has it.
 *
 * @typedef {"always" | "maybe" | "never"} Expectation
 */

/**
 * @typedef {object} Options
 * @property {string} login operationId of the operation that starts a session
 * @property {string} logout operationId of the operation that ends one
 */

/**
 * A newer token can come with any response, so each one declares the header, except those that cannot carry it.
 *
 * @type {Rule<Options>}
 */
export function rotationHeader({ login = "authLogin", logout = "authLogout" }) {
  return {
    Root(document, context) {
      for (const entry of operations(document, context)) {
        for (const [status, response] of entry.responses) {
          const message = problemOf(
            expectation(entry, status, { login, logout }),
            authorization(context, response),
            status,
          );
          // Reported on the operation: a shared response is not wrong by itself, it is the wrong one here.
          if (message !== undefined) {
            context.report({ message, location: entry.operation.location.child(["responses", status]) });
          }
        }
      }
    },
  };
}

/**
 * @param {OperationEntry} entry
 * @param {string} status
 * @param {Options} ids
 * @returns {Expectation}
 */
function expectation({ operation, auth }, status, { login, logout }) {
  const id = operation.node.operationId;
  if (id === login && isSuccess(status)) return "always";
  // Only what takes a token can answer with a newer one; with an optional token, any response can.
  if (auth === "none") return "never";
  // No session: there is no token that could be replaced (401), or there is none any more (logout).
  if (status === "401" || (id === logout && isSuccess(status))) return "never";
  return "maybe";
}

/**
 * Header names are case-insensitive (RFC 9110 section 5.1).
 *
 * @param {Context} context
 * @param {Located<Response>} response
 * @returns {Located<Header> | undefined}
 */
function authorization(context, response) {
  const headers = member(context, response, "headers");
  const name = Object.keys(headers?.node ?? {}).find((key) => key.toLowerCase() === "authorization");
  return name === undefined ? undefined : member(context, headers, name);
}

/**
 * @param {Expectation} expected
 * @param {Located<Header> | undefined} header
 * @param {string} status
 * @returns {string | undefined}
 */
function problemOf(expected, header, status) {
  if (expected === "never") {
    if (header === undefined) return undefined;
    return `The ${status} response never carries a newer token, so it must not declare the header \`Authorization\`.`;
  }
  if (header === undefined) {
    return `The ${status} response must declare the header \`Authorization\`, where a token comes.`;
  }
  const required = header.node.required === true;
  if (expected === "always" && !required)
    return "A login always gives a token: its header `Authorization` must be `required: true`.";
  if (expected === "maybe" && required) {
    return `A newer token comes only with some responses: \`Authorization\` of the ${status} response must not be required.`;
  }
  return undefined;
}
