/** @import { Operation, Ref, Response } from "../openapi.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { References } from "./references.mjs" */
/** @import { Subject } from "./subject.d.ts" */
import { isRecord, isRef, member, members } from "../document/located.mjs";
import { rememberOrigin } from "../document/origins.mjs";
import { isError, isSuccess } from "../document/status.mjs";
import { copied } from "./inline.mjs";
import { completeProblemExamples, problemFacts } from "./problem-examples.mjs";

/** @typedef {ReturnType<typeof sharedParts>} SharedParts */

/**
 * Gives every operation the error responses of the conventions that it does not have, and every response its headers.
 * All responses are written out, because an error shows the path of its operation and its headers follow from
 * `security`.
 *
 * @param {References} references
 * @param {readonly OperationEntry[]} entries
 * @param {Subject} subject
 */
export function completeResponses(references, entries, subject) {
  const shared = sharedParts(references, subject);
  for (const entry of entries) completeOperation(references, entry, subject, shared);
}

/**
 * The responses and headers of the conventions, by what the operations that have them have in common.
 *
 * @param {References} references
 * @param {Subject} subject
 */
function sharedParts({ context }, { conventions }) {
  const responses = member(context, conventions, "responses");
  const headers = member(context, conventions, "headers");
  return {
    responses: {
      always: members(context, member(context, responses, "always")),
      token: members(context, member(context, responses, "token")),
      permission: members(context, member(context, responses, "permission")),
      body: members(context, member(context, responses, "body")),
    },
    headers: {
      always: members(context, member(context, headers, "always")),
      token: members(context, member(context, headers, "token")),
    },
  };
}

/**
 * @param {References} references
 * @param {OperationEntry} entry
 * @param {Subject} subject
 * @param {SharedParts} shared
 */
function completeOperation(references, entry, subject, shared) {
  const { node, location } = entry.operation;
  const file = location.source.absoluteRef;
  const place = location.child(["responses"]);
  const written = node.responses ?? {};
  const facts = problemFacts(references, entry, subject);
  const derived = expectedResponses(entry, shared).filter(([status]) => !Object.hasOwn(written, status));
  const own = Object.entries(written).map(([status, response]) => ({
    status,
    source: { node: /** @type {unknown} */ (response), location: place.child([status]) },
  }));
  const all = [...own, ...derived.map(([status, source]) => ({ status, source }))];
  const responses = all.map(({ status, source }) => {
    const { response, origin } = writtenOut(references, source, file);
    if (!isRecord(response) || isRef(response)) return [status, response];
    const { "x-detail": detail, ...rest } = response;
    const located = { node: rest, location: place.child([status]) };
    if (isError(status)) completeProblemExamples(references, { facts, subject, response: located, status, detail });
    if (origin !== undefined) rememberOrigin(located.location, origin);
    const headers = headersOf(references, { entry, shared, response: located, status });
    const { content, ...front } = rest;
    return [status, { ...front, headers, ...(content === undefined ? {} : { content }) }];
  });
  node.responses = Object.fromEntries(responses);
  delete node["x-ends-session"];
}

/**
 * @param {OperationEntry} entry
 * @param {SharedParts} shared
 * @returns {[status: string, response: Located<Response>][]}
 */
function expectedResponses({ operation, auth }, { responses }) {
  return [
    ...responses.always,
    ...(auth === "required" ? responses.token : []),
    ...(isRecord(operation.node["x-permission"]) ? responses.permission : []),
    ...(operation.node.requestBody === undefined ? [] : responses.body),
  ];
}

/**
 * A copy of a response, its own reference followed; what stands beside the reference wins. `origin` is where the whole
 * of it was written, if that is one place elsewhere.
 *
 * @param {References} references
 * @param {Located<unknown>} source
 * @param {string} file
 */
function writtenOut(references, { node, location }, file) {
  const isElsewhere = location.source.absoluteRef !== file;
  if (!isRef(node)) {
    return { response: copied(references, { node, location }, file), origin: isElsewhere ? location : undefined };
  }
  const target = references.resolve(node, location.source.absoluteRef);
  // A reference that leads nowhere stays, and `no-unresolved-refs` reports it where the author wrote it.
  if (target.node === undefined || target.location === undefined) return { response: node, origin: undefined };
  const { $ref: _reference, ...siblings } = node;
  const base = copied(references, { node: target.node, location: target.location }, file);
  return {
    response: Object.assign({}, base, copied(references, { node: siblings, location }, file)),
    origin: Object.hasOwn(siblings, "content") ? undefined : target.location,
  };
}

/**
 * @param {References} references
 * @param {{ entry: OperationEntry, shared: SharedParts, response: Located<Response>, status: string }} about
 */
function headersOf(references, { entry, shared, response, status }) {
  const file = entry.operation.location.source.absoluteRef;
  const wanted = [...shared.headers.always, ...(carriesNewerToken(entry, status) ? shared.headers.token : [])];
  const own = response.node.headers ?? {};
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const added = wanted.filter(([name]) => !names.has(name.toLowerCase()));
  /** @type {Record<string, Ref | object>} */
  const headers = Object.fromEntries(added.map(([name, header]) => [name, references.to(header, file)]));
  return { ...headers, ...own };
}

/**
 * A newer token can come with any answer to a request that had a valid one. With a 401 there was none, and once the
 * session has ended there is none any more.
 *
 * @param {OperationEntry} entry
 * @param {string} status
 */
function carriesNewerToken({ operation, auth }, status) {
  if (auth === "none" || status === "401") return false;
  return !(endsSession(operation.node) && isSuccess(status));
}

/** @param {Operation} operation */
function endsSession(operation) {
  return operation["x-ends-session"] === true;
}
