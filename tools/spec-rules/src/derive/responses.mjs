/** @import { Operation, Response } from "../openapi.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { References } from "./references.mjs" */
/** @import { Subject } from "./subject.d.ts" */
import { isRecord, isRef, member, members } from "../document/located.mjs";
import { rememberOrigin } from "../document/origins.mjs";
import { isError, isFeed, isPaged, isSuccess, isVersioned } from "../document/operations.mjs";
import { copied } from "./inline.mjs";
import { completeProblemExamples, filled, problemFacts, recordWord } from "./problem-examples.mjs";

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
      change: members(context, member(context, responses, "change")),
      paged: members(context, member(context, responses, "paged")),
      changes: members(context, member(context, responses, "changes")),
      if_match: members(context, member(context, responses, "if_match")),
      idempotency_key: members(context, member(context, responses, "idempotency_key")),
      read: members(context, member(context, responses, "read")),
      path_id: members(context, member(context, responses, "path_id")),
    },
    headers: {
      always: members(context, member(context, headers, "always")),
      token: members(context, member(context, headers, "token")),
      idempotency_key: members(context, member(context, headers, "idempotency_key")),
      version: members(context, member(context, headers, "version")),
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
  const expected = expectedResponses(entry, shared);
  const statuses = [...new Set([...Object.keys(written), ...expected.map(([status]) => status)])];
  const responses = statuses.map((status) => {
    const derived = expected.flatMap(([of, source]) => (of === status ? [source] : []));
    const own = { node: /** @type {unknown} */ (written[status]), location: place.child([status]) };
    const sources = sourcesOf(references, Object.hasOwn(written, status) ? own : undefined, derived);
    /** @type {Response[]} */
    const parts = [];
    for (const source of sources) {
      const { response, origin } = writtenOut(references, source, file);
      if (!isRecord(response) || isRef(response)) return [status, response];
      const { "x-detail": detail, ...part } = response;
      if (part.description !== undefined) part.description = String(filled(part.description, facts.words));
      const at = { node: part, location: place.child([status]) };
      if (isError(status)) completeProblemExamples(references, { facts, subject, response: at, status, detail });
      if (origin !== undefined && sources.length === 1) rememberOrigin(at.location, origin);
      parts.push(part);
    }
    const rest = parts.reduce(joined);
    const located = { node: rest, location: place.child([status]) };
    const headers = headersOf(references, { entry, shared, response: located, status });
    const { content, ...front } = rest;
    return [status, { ...front, headers, ...(content === undefined ? {} : { content }) }];
  });
  node.responses = Object.fromEntries(responses);
  delete node["x-ends-session"];
  delete node["x-allows-suspended"];
}

/**
 * @param {OperationEntry} entry
 * @param {SharedParts} shared
 * @returns {[status: string, response: Located<Response>][]}
 */
function expectedResponses(entry, { responses }) {
  const { operation, auth, method } = entry;
  const needsPermission = isRecord(operation.node["x-permission"]);
  return [
    ...responses.always,
    ...(auth === "required" ? responses.token : []),
    ...(needsPermission ? responses.permission : []),
    ...(operation.node.requestBody === undefined ? [] : responses.body),
    ...(needsPermission && method !== "get" && operation.node["x-allows-suspended"] !== true ? responses.change : []),
    ...(isPaged(entry) ? responses.paged : []),
    ...(isFeed(entry) ? responses.changes : []),
    ...(takesHeader(entry, "if-match") ? responses.if_match : []),
    ...(takesHeader(entry, "idempotency-key") ? responses.idempotency_key : []),
    ...(takesHeader(entry, "if-none-match") ? responses.read : []),
    ...(recordWord(entry.path) === undefined ? [] : responses.path_id),
  ];
}

/**
 * @param {OperationEntry} entry
 * @param {string} name in lower case
 */
function takesHeader({ parameters }, name) {
  return parameters.some(({ node }) => node.in === "header" && node.name.toLowerCase() === name);
}

/**
 * What the response of one status is made of: that of the author, and those of the conventions with codes that it does
 * not have. A response that the author writes out is complete. Of two with the same code, the more special one counts.
 *
 * @param {References} references
 * @param {Located<unknown> | undefined} own
 * @param {readonly Located<Response>[]} derived the more general ones first
 * @returns {Located<unknown>[]}
 */
function sourcesOf(references, own, derived) {
  const special = derived.filter(
    (source, index) => !derived.slice(index + 1).some((later) => shareCode(source.node, later.node)),
  );
  if (own === undefined) return special;
  const target = isRef(own.node) ? references.resolve(own.node, own.location.source.absoluteRef).node : undefined;
  const isComplete = !isRecord(target) || Object.hasOwn(Object(own.node), "content");
  return isComplete ? [own] : [own, ...special.filter(({ node }) => !shareCode(target, node))];
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
function shareCode(one, other) {
  const codes = codesOf(other);
  return codes.length === 0 || codesOf(one).some((code) => codes.includes(code));
}

/**
 * @param {unknown} response
 * @returns {string[]}
 */
function codesOf(response) {
  const codes = Object(response)["x-problem-codes"];
  return Array.isArray(codes) ? codes : [];
}

/**
 * Two responses of one status as one, with the codes and examples of both.
 *
 * @param {Response} one
 * @param {Response} other
 * @returns {Response}
 */
function joined(one, other) {
  const content = Object.entries(one.content ?? {}).map(([type, media]) => [
    type,
    { ...media, examples: { ...media.examples, ...other.content?.[type]?.examples } },
  ]);
  return {
    ...one,
    description: `${one.description} ${other.description}`,
    "x-problem-codes": [...codesOf(one), ...codesOf(other)],
    headers: { ...one.headers, ...other.headers },
    content: Object.fromEntries(content),
  };
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
  const wanted = [
    ...shared.headers.always,
    ...(carriesNewerToken(entry, status) ? shared.headers.token : []),
    ...(isSuccess(status) && takesHeader(entry, "idempotency-key") ? shared.headers.idempotency_key : []),
  ];
  const versioned = isSuccess(status) && isVersioned(references.context, entry) ? shared.headers.version : [];
  const own = response.node.headers ?? {};
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const derived = (/** @type {typeof wanted} */ list) =>
    list
      .filter(([name]) => !names.has(name.toLowerCase()))
      .map(([name, header]) => /** @type {const} */ ([name, references.to(header, file)]));
  return { ...Object.fromEntries(derived(wanted)), ...own, ...Object.fromEntries(derived(versioned)) };
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
