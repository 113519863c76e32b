/** @import { Conventions, Response, Schema } from "../openapi.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { References } from "./references.mjs" */
/** @import { Subject } from "./subject.d.ts" */
import { permissionOf } from "../document/catalogue.mjs";
import { isRecord, isRef, member, members } from "../document/located.mjs";
import { copied } from "./inline.mjs";
import { instanceOf } from "./instance.mjs";

/**
 * @typedef {object} About
 * @property {OperationEntry} entry
 * @property {Subject} subject
 * @property {Located<Response>} response a copy that belongs to the operation alone
 * @property {unknown} detail of the author, instead of that of a shared response
 */

/**
 * Makes the examples of an error those of its operation: `instance` is the path of the operation, `detail` the author's
 * `x-detail`, and `{resource}`, `{action}` and `{title}` stand for the permission of the operation.
 *
 * @param {References} references
 * @param {About} about
 */
export function completeProblemExamples(references, { entry, subject, response, detail }) {
  const { context } = references;
  const instance = instanceOf(references, entry, subject.document);
  const words = permissionWords(references, entry, subject);
  for (const [, media] of members(context, member(context, response, "content"))) {
    for (const [name, example] of Object.entries(media.node.examples ?? {})) {
      const place = media.location.child(["examples", name]);
      const own = isRef(example) ? ownCopy(references, { node: example, location: place }) : example;
      if (!isRecord(own) || !isRecord(own["value"])) continue;
      const value = /** @type {Record<string, unknown>} */ (filled(own["value"], words));
      if (typeof detail === "string") value["detail"] = detail;
      const { type, title, status, detail: text, ...rest } = value;
      const ordered = withoutUndefined({ type, title, status, detail: text, instance, ...rest });
      Reflect.set(media.node.examples ?? {}, name, { ...own, value: ordered });
    }
  }
}

/**
 * @param {References} references
 * @param {Located<{ $ref: string }>} example
 */
function ownCopy(references, { node, location }) {
  const file = location.source.absoluteRef;
  const target = references.resolve(node, file);
  if (target.location === undefined) return node;
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
function filled(value, words) {
  if (typeof value === "string") return value.replace(/\{(\w+)\}/g, (whole, name) => words[name] ?? whole);
  if (Array.isArray(value)) return value.map((item) => filled(item, words));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, words)]));
}

/** @param {Record<string, unknown>} value */
function withoutUndefined(value) {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
}
