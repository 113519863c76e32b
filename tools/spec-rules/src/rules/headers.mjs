/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { Header, Response } from "../openapi.d.ts" */
/** @import { Context, Location, Rule } from "../redocly.d.ts" */
import { member } from "../document/located.mjs";
import { hasVersion, isSuccess, NOT_MODIFIED, operations } from "../document/operations.mjs";
import { reportOnce } from "../document/report-once.mjs";

/**
 * @typedef {object} VersionOptions
 * @property {string} version the property that makes a record one that is changed under `If-Match`
 */

/** @typedef {(message: string, path: (string | number)[]) => void} Report relative to the operation */

/**
 * The headers that our conventions ask for. For every operation: `Retry-After` where the caller has to wait, and
 * `RateLimit` never without `RateLimit-Policy`. For operations that the source description does not state, also: the
 * version of a single record in `ETag` and `If-Match`, for what creates, `Idempotency-Key` and `Location`, and for a GET
 * that answers 304, `If-None-Match` and `ETag`.
 *
 * Limits: it asks for no `RateLimit` where there is none, because the contract does not promise it. A record is one
 * whose `data` is an object that has a version; what creates is a POST with a 201, or one to the path of a group alone.
 *
 * @type {Rule<VersionOptions>}
 */
export function conventionHeaders({ version = "version" }) {
  return {
    Root(document, context) {
      const reportShared = reportOnce(context);
      for (const entry of operations(document, context)) {
        const { location } = entry.operation;
        /** @type {Report} */
        const report = (message, path) => context.report({ message, location: location.child(path) });
        checkWaiting(context, entry, reportShared);
        if (entry.operation.node["x-provenance"] === "documented") continue;
        checkRecord(context, { entry, version }, report);
        checkCreation(context, entry, report);
        checkCondition(context, entry, report);
      }
    },
  };
}

/**
 * Reported on the response and not on the operation: a shared one is wrong wherever it is used.
 *
 * @param {Context} context
 * @param {OperationEntry} entry
 * @param {(message: string, location: Location) => void} report
 */
function checkWaiting(context, { responses }, report) {
  for (const [status, response] of responses) {
    if ((status === "429" || status === "503") && !hasHeader(context, response, "Retry-After")) {
      report(`A ${status} response must declare the header \`Retry-After\`.`, response.location);
    }
    if (hasHeader(context, response, "RateLimit") !== hasHeader(context, response, "RateLimit-Policy")) {
      report("A response declares `RateLimit` and `RateLimit-Policy` together.", response.location);
    }
  }
}

/**
 * @param {Context} context
 * @param {{ entry: OperationEntry, version: string }} subject
 * @param {Report} report
 */
function checkRecord(context, { entry, version }, report) {
  const { method, responses, parameters } = entry;
  const records = responses.filter(([status, response]) => isSuccess(status) && hasVersion(context, response, version));
  if (records.length === 0) return;
  for (const [status, response] of records) {
    if (method !== "delete" && !hasHeader(context, response, "ETag")) {
      report(`The ${status} response is a record with a version, so it must declare the header \`ETag\`.`, [
        "responses",
        status,
      ]);
    }
  }
  if (!["put", "patch", "delete"].includes(method)) return;
  if (!hasParameter(parameters, "If-Match")) {
    report("What changes a record with a version must take the header `If-Match`.", []);
  }
  if (!responses.some(([status]) => status === "412")) {
    report("What takes `If-Match` must declare the response 412.", ["responses"]);
  }
}

/**
 * @param {Context} context
 * @param {OperationEntry} entry
 * @param {Report} report
 */
function checkCreation(context, { method, path, responses, parameters }, report) {
  const created = responses.find(([status]) => status === "201");
  const isGroupPath = path.split("/").filter(Boolean).length === 1;
  if (method !== "post" || (created === undefined && !isGroupPath)) return;
  if (created === undefined) {
    report("What creates a record must answer 201.", ["responses"]);
  } else if (!hasHeader(context, created[1], "Location")) {
    report("The 201 response must declare the header `Location`.", ["responses", "201"]);
  }
  if (!hasParameter(parameters, "Idempotency-Key")) {
    report("What creates a record must take the header `Idempotency-Key`.", []);
  }
}

/**
 * RFC 9110 sections 13.1.2 and 15.4.5.
 *
 * @param {Context} context
 * @param {OperationEntry} entry
 * @param {Report} report
 */
function checkCondition(context, { method, responses, parameters }, report) {
  const answers = responses.some(([status]) => status === NOT_MODIFIED);
  const takes = hasParameter(parameters, "If-None-Match");
  if (method !== "get") {
    if (answers) report("Only a GET is answered with 304.", ["responses", NOT_MODIFIED]);
    return;
  }
  if (takes && !answers) report("A GET that takes `If-None-Match` must declare the response 304.", ["responses"]);
  if (answers && !takes) report("What is answered with 304 must take the header `If-None-Match`.", []);
  if (!answers) return;
  for (const [status, response] of responses) {
    if (isSuccess(status) && !hasHeader(context, response, "ETag")) {
      report(`The ${status} response must declare the header \`ETag\`, which \`If-None-Match\` repeats.`, [
        "responses",
        status,
      ]);
    }
  }
}

/**
 * Header names are case-insensitive (RFC 9110 section 5.1).
 *
 * @param {Context} context
 * @param {Located<Response>} response
 * @param {string} name
 */
function hasHeader(context, response, name) {
  const headers = member(context, response, "headers")?.node ?? {};
  return Object.keys(headers).some((key) => key.toLowerCase() === name.toLowerCase());
}

/**
 * @param {OperationEntry["parameters"]} parameters
 * @param {string} name
 */
function hasParameter(parameters, name) {
  return parameters.some(({ node }) => node.in === "header" && node.name.toLowerCase() === name.toLowerCase());
}

/**
 * How a response stands to the `Authorization` header: it always has it, it may have it, or it never has it.
 *
 * @typedef {"always" | "maybe" | "never"} Expectation
 */

/**
 * @typedef {object} TokenOptions
 * @property {string} login operationId of the operation that starts a session
 * @property {string} logout operationId of the operation that ends one
 */

/**
 * A newer token can come with any response, so each one declares the header, except those that cannot carry it.
 *
 * @type {Rule<TokenOptions>}
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
 * @param {TokenOptions} ids
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
