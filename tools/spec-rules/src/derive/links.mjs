/** @import { Link, Response } from "../openapi.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { Subject } from "./subject.d.ts" */
import { isSuccess } from "../document/status.mjs";

/**
 * Gives successes the links of the conventions: a page of a list one to the next page, and what was created one to the
 * operation that reads it, if there is one.
 *
 * @param {readonly OperationEntry[]} entries
 * @param {Subject} subject
 */
export function deriveLinks(entries, { conventions }) {
  const { paged = {}, created = {} } = conventions.node.links ?? {};
  for (const entry of entries) {
    for (const [status, response] of entry.responses) {
      if (!isSuccess(status)) continue;
      if (isPaged(entry)) addLinks(response, paged, nextPage(entry));
      const reader = status === "201" ? readerOf(entry, entries) : undefined;
      if (reader !== undefined) addLinks(response, created, reader);
    }
  }
}

/** @param {OperationEntry} entry */
function isPaged({ parameters }) {
  return parameters.some(({ node }) => node.in === "query" && node.name === "page");
}

/**
 * The same request, but for `page`: OpenAPI has no expression for a number that is one higher.
 *
 * @param {OperationEntry} entry
 * @returns {Link}
 */
function nextPage({ operation, parameters }) {
  const kept = parameters
    .filter(({ node }) => node.name !== "page")
    .map(({ node }) => [`${node.in}.${node.name}`, `$request.${node.in}.${node.name}`]);
  const { operationId = "" } = operation.node;
  return { operationId, parameters: Object.fromEntries(kept) };
}

/**
 * `unitsCreate` is read by `unitsGet`, whose last path parameter is the id of what was created.
 *
 * @param {OperationEntry} entry
 * @param {readonly OperationEntry[]} entries
 * @returns {Link | undefined}
 */
function readerOf({ operation }, entries) {
  const wanted = operation.node.operationId?.replace(/Create$/, "Get");
  const reader = entries.find((other) => other.operation !== operation && other.operation.node.operationId === wanted);
  const names = reader?.parameters.filter(({ node }) => node.in === "path").map(({ node }) => node.name) ?? [];
  const [id, ...others] = names.toReversed();
  if (wanted === undefined || id === undefined || others.length > 0) return undefined;
  return { operationId: wanted, parameters: { [`path.${id}`]: "$response.body#/data/id" } };
}

/**
 * @param {Located<Response>} response
 * @param {Record<string, Link>} shared
 * @param {Link} target
 */
function addLinks({ node }, shared, target) {
  const added = Object.entries(shared).map(([name, link]) => [name, { ...target, ...link }]);
  node.links = { ...Object.fromEntries(added), ...node.links };
}
