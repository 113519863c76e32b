/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { Conventions, Document, ProblemConventions, Response, Schema, Server } from "../openapi.d.ts" */
/** @import { Context, Location } from "../redocly.d.ts" */
/** @import { References } from "./references.mjs" */
/** @import { Subject } from "./subject.d.ts" */
import { permissionOf } from "../document/catalogue.mjs";
import { isRecord, isRef, member, members } from "../document/located.mjs";
import { copied } from "./inline.mjs";

/** @typedef {ReturnType<typeof problemFacts>} ProblemFacts what the errors of one operation have in common */

/**
 * @typedef {object} About
 * @property {ProblemFacts} facts
 * @property {Subject} subject
 * @property {Located<Response>} response a copy that belongs to the operation alone
 * @property {string} status
 * @property {unknown} detail of the author, instead of that of a shared response
 */

/**
 * What every error of an operation shows: the path of the operation, and what the names in braces stand for.
 *
 * @param {References} references
 * @param {OperationEntry} entry
 * @param {Subject} subject
 */
export function problemFacts(references, entry, subject) {
  return {
    instance: instanceOf(references, entry, subject.document),
    words: wordsOf(references, entry, subject),
  };
}

/**
 * Makes the examples of an error those of its operation: `instance` is the path of the operation and `detail` the
 * author's `x-detail`; `{resource}`, `{action}` and `{title}` are the permission of the operation, `{query_parameters}`
 * and `{body_properties}` what it accepts, `{max_body_bytes}` the size of its body. What the conventions say of all
 * problems is added.
 *
 * @param {References} references
 * @param {About} about
 */
export function completeProblemExamples(references, { facts, subject, response, status, detail }) {
  const { context } = references;
  const { instance, words } = facts;
  const codes = response.node["x-problem-codes"];
  if (detail !== undefined && Array.isArray(codes) && codes.length > 1) {
    const message = "`x-detail` is for a response with one code. Write an example for each code instead.";
    context.report({ message, location: response.location.child(["x-detail"]) });
  }
  for (const [, media] of members(context, member(context, response, "content"))) {
    for (const [name, example] of Object.entries(media.node.examples ?? {})) {
      const location = media.location.child(["examples", name]);
      const own = isRef(example) ? ownCopy(references, { node: example, location }) : example;
      if (!isRecord(own) || !isRecord(own["value"])) continue;
      const code = own["value"]["code"] ?? (Array.isArray(codes) && codes.includes(name) ? name : undefined);
      const shared = problemMembers(references, subject, { code, status });
      const text = typeof detail === "string" ? { detail } : {};
      const written = /** @type {Record<string, unknown>} */ (filled({ ...own["value"], ...text }, words));
      const { type, title, status: number, detail: said, ...rest } = { ...shared, ...written };
      const { instance: place = instance, ...others } = rest;
      reportUnfilled(context, { ...shared, ...written }, response.location, words);
      const ordered = withoutUndefined({ type, title, status: number, detail: said, instance: place, ...others });
      const summary = own["summary"] ?? title;
      Reflect.set(media.node.examples ?? {}, name, {
        ...(summary === undefined ? {} : { summary }),
        ...own,
        value: ordered,
      });
    }
  }
}

/**
 * The members that the conventions give every example of an error, with the words of its code.
 *
 * @param {References} references
 * @param {Subject} subject
 * @param {{ code: unknown, status: string }} about
 * @returns {Record<string, unknown>}
 */
function problemMembers({ context }, { conventions }, { code, status }) {
  /** @type {Located<ProblemConventions> | undefined} */
  const problems = member(context, conventions, "problems");
  if (problems?.node.members === undefined || typeof code !== "string") return {};
  const title = Object(member(context, problems, "codes")?.node["x-problems"])[code]?.title;
  const shared = filled(problems.node.members, { code, ...(typeof title === "string" ? { title } : {}) });
  return { ...Object(shared), ...(/^\d+$/.test(status) ? { status: Number(status) } : {}) };
}

/**
 * What the names in braces stand for.
 *
 * @param {References} references
 * @param {OperationEntry} entry
 * @param {Subject} subject
 * @returns {Record<string, string>}
 */
function wordsOf(references, entry, subject) {
  const { context } = references;
  const query = entry.parameters.filter(({ node }) => node.in === "query").map(({ node }) => node.name);
  const body = member(context, entry.operation, "requestBody");
  const [media] = members(context, member(context, body, "content")).map(([, each]) => each);
  const properties = Object.keys(member(context, media, "schema")?.node.properties ?? {});
  const limit = body?.node["x-max-body-bytes"];
  const record = recordWord(entry.path);
  return {
    ...permissionWords(references, entry, subject),
    ...(record === undefined ? {} : { record }),
    query_parameters: query.length === 0 ? "has no query parameters" : `accepts ${query.join(", ")}`,
    body_properties: properties.join(", "),
    ...(limit === undefined ? {} : { max_body_bytes: String(limit) }),
  };
}

/**
 * The record that a path names last: "unit group" for `/unit_groups/{unit_group_id}/add_units`.
 *
 * @param {string} path
 */
export function recordWord(path) {
  return [...path.matchAll(/\{(\w+)_id\}/g)].at(-1)?.[1]?.replaceAll("_", " ");
}

/**
 * @param {References} references
 * @param {Located<{ $ref: string }>} example
 */
function ownCopy(references, { node, location }) {
  const file = location.source.absoluteRef;
  const target = references.resolve(node, file);
  if (target.node === undefined || target.location === undefined) return node;
  return copied(references, { node: target.node, location: target.location }, file);
}

/**
 * @param {References} references
 * @param {OperationEntry} entry
 * @param {Subject} subject
 * @returns {Record<string, string>}
 */
function permissionWords(references, { operation }, { conventions }) {
  const needed = permissionOf(operation.node["x-permission"]);
  if (needed === undefined) return {};
  const title = titleOf(references, conventions, needed);
  return { ...needed, ...(typeof title === "string" ? { title } : {}) };
}

/**
 * The title of an action in the catalogue. It stands beside the reference to the schema of a grant.
 *
 * @param {References} references
 * @param {Located<Conventions>} conventions
 * @param {{ resource: string, action: string }} needed
 */
function titleOf({ context }, conventions, { resource, action }) {
  const catalogue = /** @type {Located<Schema> | undefined} */ (member(context, conventions, "permissions"));
  const properties = member(context, member(context, catalogue, "properties"), resource);
  const actions = member(context, member(context, properties, "properties"), "actions");
  return Object(actions?.node.properties?.[action])["title"];
}

/**
 * A copy with the words put in for their names in braces.
 *
 * @param {unknown} value
 * @param {Record<string, string>} words
 * @returns {unknown}
 */
export function filled(value, words) {
  if (typeof value === "string")
    return value.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(words, name) ? (words[name] ?? whole) : whole));
  if (Array.isArray(value)) return value.map((item) => filled(item, words));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, words)]));
}

/** The names in braces that stand for something; any other text in braces is left alone. */
const WORDS = new Set("record resource action title code query_parameters body_properties max_body_bytes".split(" "));

/**
 * @param {Context} context
 * @param {Record<string, unknown>} value
 * @param {Location} location
 * @param {Record<string, string>} words
 */
function reportUnfilled(context, value, location, { resource, action }) {
  const unfilled = [...JSON.stringify(value).matchAll(/\{(\w+)\}/g)].map(([, word = ""]) => word);
  for (const word of new Set(unfilled.filter((each) => WORDS.has(each)))) {
    const message =
      word === "title" && action !== undefined
        ? `\`x-permission\` names the action \`${action}\`, which the permission resource \`${resource}\` does not have.`
        : `Nothing is known for \`{${word}}\` in an example of this response.`;
    context.report({ message, location });
  }
}

/** @param {Record<string, unknown>} value */
function withoutUndefined(value) {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
}

/**
 * The path of a request to an operation, as an error shows it: below the base path of the first server, with the
 * examples of the path parameters, and with `:name` for a parameter that is a secret.
 *
 * @param {References} references
 * @param {OperationEntry} entry
 * @param {Document} document
 */
export function instanceOf(references, { path, parameters }, { servers }) {
  const values = new Map(
    parameters
      .filter(({ node }) => node.in === "path")
      .map((parameter) => {
        const schema = member(references.context, parameter, "schema")?.node ?? {};
        const isSecret = schema["x-sensitive"] === true || schema.format === "password";
        const example = parameter.node.example ?? schema.examples?.[0];
        const { name } = parameter.node;
        return [name, isSecret || example === undefined ? `:${name}` : encodeURIComponent(String(example))];
      }),
  );
  return basePath(servers?.[0]) + path.replace(/\{([^}]+)\}/g, (_whole, name) => values.get(name) ?? `:${name}`);
}

/** @param {Server | undefined} server */
function basePath(server) {
  if (typeof server?.url !== "string") return "";
  const url = server.url.replace(/\{([^}]+)\}/g, (_whole, name) => server.variables?.[name]?.default ?? "");
  return new URL(url, "http://localhost").pathname.replace(/\/$/, "");
}
