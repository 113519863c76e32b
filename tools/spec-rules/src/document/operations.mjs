/** @import { Document, Method, Operation, Parameter, PathItem, Response } from "../openapi.d.ts" */
/** @import { Context } from "../redocly.d.ts" */
/** @import { Located } from "./located.mjs" */
import { member, members } from "./located.mjs";
import { camelCase } from "./names.mjs";

/** @typedef {"none" | "optional" | "required"} Authentication whether an operation takes an access token */

/** @type {readonly Method[]} */
export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/**
 * One operation with what its rules depend on but its own node does not say.
 *
 * @typedef {object} OperationEntry
 * @property {string} path as in the document, for example `/units/{unit_id}`
 * @property {Method} method
 * @property {Located<Operation>} operation
 * @property {Authentication} auth
 * @property {Located<Parameter>[]} parameters those of the path item included
 * @property {[status: string, response: Located<Response>][]} responses
 */

/** @type {WeakMap<Document, readonly OperationEntry[]>} */
const known = new WeakMap();

/**
 * All operations under `paths`. Called on the document root and not per visited node, because Redocly visits a shared
 * node once, while most rules have to judge a shared response anew for each operation that uses it. Most rules need
 * them, so they are read once per document.
 *
 * @param {Document} document that no preprocessor changes any more
 * @param {Context} context of the document root
 * @returns {readonly OperationEntry[]}
 */
export function operations(document, context) {
  const entries = known.get(document) ?? readOperations(document, context);
  known.set(document, entries);
  return entries;
}

/**
 * The same for a document that is being changed.
 *
 * @param {Document} document
 * @param {Context} context of the document root
 * @returns {OperationEntry[]}
 */
export function readOperations(document, context) {
  const paths = member(context, { node: document, location: context.location }, "paths");
  return members(context, paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = member(context, item, method);
      if (operation === undefined) return [];
      return {
        path,
        method,
        operation,
        auth: authenticationOf(operation.node, document),
        parameters: parametersOf(context, item, operation),
        responses: members(context, member(context, operation, "responses")),
      };
    }),
  );
}

/**
 * Those of the path item, unless the operation has one with the same name and place (OpenAPI 3.1 section 4.8.10).
 *
 * @param {Context} context
 * @param {Located<PathItem> | undefined} item
 * @param {Located<Operation>} operation
 * @returns {Located<Parameter>[]}
 */
function parametersOf(context, item, operation) {
  const all = [member(context, item, "parameters"), member(context, operation, "parameters")].flatMap((list) =>
    members(context, list).map(([, parameter]) => parameter),
  );
  return [...new Map(all.map((parameter) => [`${parameter.node.in} ${parameter.node.name}`, parameter])).values()];
}

/**
 * OpenAPI 3.1 section 4.8.10: `security` of the operation replaces that of the document; an empty list removes it, and
 * an empty alternative makes it optional.
 *
 * @param {Operation} operation
 * @param {Document} document
 * @returns {Authentication}
 */
function authenticationOf(operation, document) {
  const security = operation.security ?? document.security;
  const alternatives = (Array.isArray(security) ? security : []).map((schemes) => Object.keys(Object(schemes)).length);
  if (alternatives.every((count) => count === 0)) return "none";
  return alternatives.includes(0) ? "optional" : "required";
}

/**
 * Whether a key of `responses` stands for success, `2XX` included. So does 304, which tells the sender of a condition that
 * nothing has changed.
 *
 * @param {string} status
 */
export function isSuccess(status) {
  return status.startsWith("2") || status === NOT_MODIFIED;
}

/** A success that never has a body (RFC 9110 section 15.4.5). */
export const NOT_MODIFIED = "304";

/**
 * Whether a key of `responses` stands for an error, `4XX` and `default` included.
 *
 * @param {string} status
 */
export function isError(status) {
  return status.startsWith("4") || status.startsWith("5") || status === "default";
}

/**
 * The method that an operationId adds to the name of its resource group: `Listing` of `unitGroupsListing` at
 * `/unit_groups/listing`. Undefined for an id that does not begin with the group of its path.
 *
 * @param {string} path
 * @param {string | undefined} id
 */
export function groupMethod(path, id = "") {
  const group = camelCase(path.split("/")[1] ?? "");
  return id.startsWith(group) ? id.slice(group.length) : undefined;
}

/**
 * Whether a success is one record that has a version, so that it has an entity tag and is changed under `If-Match`.
 * That is our convention, so it holds only for what the source description does not state.
 *
 * @param {Context} context
 * @param {OperationEntry} entry
 * @param {string} [version] the property with the version
 */
export function isVersioned(context, { operation, responses }, version = "version") {
  if (operation.node["x-provenance"] === "documented") return false;
  return responses.some(([status, response]) => isSuccess(status) && hasVersion(context, response, version));
}

/**
 * @param {Context} context
 * @param {Located<Response>} response
 * @param {string} version
 */
export function hasVersion(context, response, version) {
  return members(context, member(context, response, "content")).some(([, media]) => {
    const envelope = member(context, member(context, media, "schema"), "properties");
    return member(context, member(context, envelope, "data"), "properties")?.node[version] !== undefined;
  });
}

/**
 * Whether it answers one page of a list.
 *
 * @param {OperationEntry} entry
 */
export function isPaged({ parameters }) {
  return parameters.some(({ node }) => node.in === "query" && node.name === "page");
}

/**
 * Whether it answers a part of a feed of changes.
 *
 * @param {OperationEntry} entry
 */
export function isFeed({ path, operation }) {
  return groupMethod(path, operation.node.operationId) === "Changes";
}
