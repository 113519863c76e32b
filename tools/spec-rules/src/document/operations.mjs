/** @import { Document, Method, Operation, Parameter, Response } from "../openapi.d.ts" */
/** @import { Context } from "../redocly.d.ts" */
/** @import { Located } from "./located.mjs" */
import { member, members } from "./located.mjs";

/** @type {readonly Method[]} */
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/**
 * One operation with what its rules depend on but its own node does not say.
 *
 * @typedef {object} OperationEntry
 * @property {string} path as in the document, for example `/units/{unit_id}`
 * @property {Method} method
 * @property {Located<Operation>} operation
 * @property {boolean} isPublic whether it can be called without an access token
 * @property {boolean} takesToken whether it looks at an access token, required or not
 * @property {Located<Parameter>[]} parameters those of the path item included
 * @property {[status: string, response: Located<Response>][]} responses
 */

/**
 * All operations under `paths`. Called on the document root and not per visited node, because Redocly visits a shared
 * node once, while most rules have to judge a shared response anew for each operation that uses it.
 *
 * @param {Document} document
 * @param {Context} context of the document root
 * @returns {OperationEntry[]}
 */
export function operations(document, context) {
  const paths = member(context, { node: document, location: context.location }, "paths");
  return members(context, paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = member(context, item, method);
      if (operation === undefined) return [];
      return {
        path,
        method,
        operation,
        isPublic: isPublic(operation.node, document),
        takesToken: requirements(operation.node, document).some(isNotEmpty),
        parameters: [
          ...members(context, member(context, item, "parameters")),
          ...members(context, member(context, operation, "parameters")),
        ].map(([, parameter]) => parameter),
        responses: members(context, member(context, operation, "responses")),
      };
    }),
  );
}

/**
 * OpenAPI 3.1 section 4.8.10: an empty list of requirements, or an empty requirement among them, makes security optional.
 *
 * @param {Operation} operation
 * @param {Document} document
 */
function isPublic(operation, document) {
  const all = requirements(operation, document);
  return all.length === 0 || !all.every(isNotEmpty);
}

/**
 * `security` of the operation replaces that of the document.
 *
 * @param {Operation} operation
 * @param {Document} document
 */
function requirements(operation, document) {
  return operation.security ?? document.security ?? [];
}

/** @param {object} requirement */
function isNotEmpty(requirement) {
  return Object.keys(requirement).length > 0;
}
