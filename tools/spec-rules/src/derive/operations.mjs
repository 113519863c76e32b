/** @import { Operation, Parameter, ResourceGroup } from "../openapi.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { References } from "./references.mjs" */
/** @import { Subject } from "./subject.d.ts" */
import { conventionalAction } from "../document/conventional-methods.mjs";
import { isRecord, member, members, open } from "../document/located.mjs";
import { groupMethod, isFeed, isVersioned } from "../document/operations.mjs";

/**
 * Writes into each operation what follows from its id, its path and its resource group: provenance, tag, permission and
 * the parameters of the conventions.
 *
 * @param {References} references
 * @param {readonly OperationEntry[]} entries
 * @param {Subject & { groupOf: ReadonlyMap<string, Located<ResourceGroup>> }} subject
 */
export function completeOperations(references, entries, { conventions, groupOf }) {
  const { context } = references;
  const { provenance, permissions } = conventions.node;
  for (const entry of entries) {
    const { operation, auth, path } = entry;
    const tag = member(context, groupOf.get(path), "tag")?.node.name;
    const needed = permissions !== undefined && auth === "required" ? permissionOf(entry) : undefined;
    const derived = {
      ...(provenance === undefined ? {} : { "x-provenance": provenance }),
      ...(tag === undefined ? {} : { tags: [tag] }),
      ...(needed === undefined ? {} : { "x-permission": needed }),
    };
    rewrite(operation.node, { ...derived, ...operation.node });
    const parameters = parametersOf(references, entry, member(context, conventions, "parameters"));
    if (parameters.length > 0) rewrite(operation.node, { ...operation.node, parameters });
  }
}

/** @param {OperationEntry} entry */
function permissionOf({ path, method, operation }) {
  const action = conventionalAction(method, groupMethod(path, operation.node.operationId));
  return action === undefined ? undefined : { resource: path.split("/")[1] ?? "", action };
}

/**
 * Those of the author, and those of the conventions that it lacks, behind the required ones.
 *
 * @param {References} references
 * @param {OperationEntry} entry
 * @param {Located<Record<string, (Parameter | import("../openapi.d.ts").Ref)[]>> | undefined} shared
 * @returns {Parameter[]} where an author may write a reference
 */
function parametersOf(references, entry, shared) {
  const { context } = references;
  const { operation, parameters } = entry;
  const file = operation.location.source.absoluteRef;
  const taken = new Set(parameters.map(({ node }) => keyOf(node)));
  const added = kindsOf(references, entry)
    .flatMap((kind) => members(context, member(context, shared, kind)))
    .map(([, each]) => each);
  const missing = added.filter(({ node }) => !taken.has(keyOf(node))).map((each) => references.to(each, file));
  const written = Array.isArray(operation.node.parameters) ? operation.node.parameters : [];
  const own = written.map((each, index) => ({
    each,
    required: open(context, each, operation.location.child(["parameters", index]))?.node.required === true,
  }));
  const those = (/** @type {boolean} */ wanted) =>
    own.filter((each) => each.required === wanted).map(({ each }) => each);
  return /** @type {Parameter[]} */ ([...those(true), ...missing, ...those(false)]);
}

/** @param {Parameter} parameter */
function keyOf({ in: place, name }) {
  return `${place} ${String(name).toLowerCase()}`;
}

/**
 * Which parameters of the conventions an operation takes.
 *
 * @param {References} references
 * @param {OperationEntry} entry
 * @returns {string[]}
 */
function kindsOf({ context }, entry) {
  const { operation, method, path } = entry;
  const { operationId = "", "x-permission": needed } = operation.node;
  const name = groupMethod(path, operationId);
  if (method === "get" && name === "Listing") return ["paged", "listing"];
  if (method === "get" && /(?:Listing(?:By[A-Z]\w*)?|Find)$/.test(operationId)) return ["paged"];
  if (isFeed(entry)) return ["changes"];
  if (!isRecord(needed)) return [];
  if (method === "post") return operation.node["x-idempotent"] === true ? [] : ["post"];
  if (!isVersioned(context, entry)) return [];
  if (method !== "get") return ["change"];
  return name === "Get" ? ["read"] : [];
}

/** The order of an operation: who it is, what it needs, what it takes, what it answers. */
const FIRST = "operationId x-provenance tags summary description x-designed-note x-permission".split(" ");
const LAST = "parameters requestBody responses".split(" ");

/**
 * @param {Operation} node
 * @param {Operation} content
 */
function rewrite(node, content) {
  const names = Object.keys(content);
  const middle = names.filter((name) => !FIRST.includes(name) && !LAST.includes(name));
  const ordered = [...FIRST, ...middle, ...LAST].filter((name) => names.includes(name));
  for (const name of Object.keys(node)) Reflect.deleteProperty(node, name);
  for (const name of ordered) Reflect.set(node, name, Reflect.get(content, name));
}
