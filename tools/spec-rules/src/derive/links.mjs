/** @import { Link, Response } from "../openapi.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { Context } from "../redocly.d.ts" */
/** @import { References } from "./references.mjs" */
/** @import { Subject } from "./subject.d.ts" */
import { member, members } from "../document/located.mjs";
import { isPaged, isSuccess, NOT_MODIFIED } from "../document/operations.mjs";

/**
 * Gives successes the links of the conventions: a page of a list one to the next page, and what was created one to the
 * operation that reads it, if there is one.
 *
 * @param {References} references
 * @param {readonly OperationEntry[]} entries
 * @param {Subject} subject
 */
export function deriveLinks({ context }, entries, { conventions }) {
  const { paged, created } = conventions.node.links ?? {};
  for (const entry of entries) {
    for (const [status, response] of entry.responses) {
      // What has not changed leads nowhere: its reader has the links already.
      if (!isSuccess(status) || status === NOT_MODIFIED) continue;
      if (entry.method === "get" && isPaged(entry)) addLinks(response, paged, nextPage(entry));
      const reader = status === "201" && hasId(context, response) ? readerOf(entry, entries) : undefined;
      if (reader !== undefined) addLinks(response, created, reader);
    }
  }
}

/**
 * @param {Context} context
 * @param {Located<Response>} response
 */
function hasId(context, response) {
  return members(context, member(context, response, "content")).some(([, media]) => {
    const envelope = member(context, member(context, media, "schema"), "properties");
    return member(context, member(context, envelope, "data"), "properties")?.node["id"] !== undefined;
  });
}

/**
 * The same request, but for `page`: OpenAPI has no expression for a number that is one higher. Headers are left out,
 * because those of a page, such as `If-None-Match`, say nothing of the next one.
 *
 * @param {OperationEntry} entry
 * @returns {Link}
 */
function nextPage({ operation, parameters }) {
  const kept = parameters
    .filter(({ node }) => node.in === "path" || (node.in === "query" && node.name !== "page"))
    .map(({ node }) => [`${node.in}.${node.name}`, `$request.${node.in}.${node.name}`]);
  const { operationId = "" } = operation.node;
  return { operationId, parameters: Object.fromEntries(kept) };
}

/**
 * `unitsCreate` is read by `unitsGet`, if its last path parameter is an id and the others are those of the creation.
 *
 * @param {OperationEntry} entry
 * @param {readonly OperationEntry[]} entries
 * @returns {Link | undefined}
 */
function readerOf(entry, entries) {
  const wanted = entry.operation.node.operationId?.replace(/Create$/, "Get");
  const reader = entries.find((other) => other !== entry && other.operation.node.operationId === wanted);
  const [id, ...others] = pathParameters(reader).toReversed();
  const given = pathParameters(entry);
  if (wanted === undefined || id === undefined || !/(?:^|_)id$/.test(id)) return undefined;
  if (others.some((name) => !given.includes(name))) return undefined;
  const parents = others.toReversed().map((name) => [`path.${name}`, `$request.path.${name}`]);
  return {
    operationId: wanted,
    parameters: { ...Object.fromEntries(parents), [`path.${id}`]: "$response.body#/data/id" },
  };
}

/** @param {OperationEntry | undefined} entry */
function pathParameters(entry) {
  return entry?.parameters.filter(({ node }) => node.in === "path").map(({ node }) => node.name) ?? [];
}

/**
 * @param {Located<Response>} response
 * @param {Record<string, Link> | null | undefined} shared
 * @param {Link} target
 */
function addLinks({ node }, shared, target) {
  const added = Object.entries(shared ?? {}).map(([name, link]) => [name, { ...target, ...link }]);
  if (added.length > 0) node.links = { ...Object.fromEntries(added), ...node.links };
}
