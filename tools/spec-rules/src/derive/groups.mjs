/** @import { Document, PathItem, ResourceGroup, Tag } from "../openapi.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { Context } from "../redocly.d.ts" */
/** @import { References } from "./references.mjs" */
import { isRecord, isRef, member, members } from "../document/located.mjs";
import { METHODS } from "../document/operations.mjs";
import { copied } from "./inline.mjs";

/** The field of a document that lists its resource groups. */
export const GROUPS = "x-groups";

const MEMBERS = ["tag", "paths", "permissions", "problems"];

/**
 * Writes `tags` and `paths` of a document from the resource groups that it lists, in their order. What stands in the
 * document itself comes first.
 *
 * @param {References} references
 * @param {Located<Document>} root
 * @returns the groups, and that of each path
 */
export function deriveGroups(references, root) {
  const { context } = references;
  const file = root.location.source.absoluteRef;
  /** @type {Record<string, unknown>} */
  const paths = { ...root.node.paths };
  /** @type {Tag[]} */
  const tags = [...(root.node.tags ?? [])];
  /** @type {Map<string, Located<ResourceGroup>>} */
  const groupOf = new Map();
  const groups = listedGroups(context, root);
  for (const group of groups) {
    checkMembers(context, group);
    const tag = tagOf(context, group, tags);
    if (tag !== undefined) tags.push(/** @type {Tag} */ (copied(references, tag, file)));
    const written = pathsOf(context, group);
    // The file of the paths also has what they share.
    for (const path of pathNames(written?.node)) {
      const item = member(context, written, path);
      const place = written?.location.child([path]).key() ?? group.location;
      if (!isRecord(item?.node)) {
        context.report({ message: `\`${path}\` must be an object with operations.`, location: place });
        continue;
      }
      if (Object.hasOwn(paths, path)) {
        context.report({ message: `\`${path}\` is in two places. Remove one of them.`, location: place });
      }
      addPathParameters(references, { path, item, shared: written });
      paths[path] = references.to(item, file);
      groupOf.set(path, group);
    }
  }
  if (Object.hasOwn(root.node, GROUPS)) rewrite(root.node, { tags, paths });
  return { groups, groupOf };
}

/**
 * No rule sees a reference that leads nowhere, because the list is removed before the rules run.
 *
 * @param {Context} context
 * @param {Located<Document>} root
 */
function listedGroups(context, root) {
  const list = member(context, root, GROUPS);
  if (list !== undefined && !Array.isArray(list.node)) report(context, list, "`x-groups` is a list of references.");
  return Object.keys(list?.node ?? {}).flatMap((index) => {
    const group = member(context, list, Number(index));
    const message = "There is no resource group here. Refer to its `group.yaml`.";
    if (group === undefined) context.report({ message, location: root.location.child([GROUPS, Number(index)]) });
    return group === undefined ? [] : [group];
  });
}

/**
 * Refers to the parameters that the path names and nobody declares, if the file of the paths has one of that name.
 *
 * @param {References} references
 * @param {{ path: string, item: Located<PathItem>, shared: Located<Record<string, unknown>> | undefined }} subject
 */
function addPathParameters(references, { path, item, shared }) {
  const { context } = references;
  const { parameters, ...rest } = item.node;
  const file = item.location.source.absoluteRef;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const taken = members(context, member(context, item, "parameters")).map(([, each]) => each.node.name);
  const added = names.flatMap((name) => {
    const named = taken.includes(name) ? undefined : member(context, shared, name);
    return named === undefined ? [] : [references.to(named, file)];
  });
  if (added.length === 0) return;
  for (const key of Object.keys(rest)) Reflect.deleteProperty(item.node, key);
  Object.assign(item.node, { parameters: [...(Array.isArray(parameters) ? parameters : []), ...added] }, rest);
}

/**
 * @param {Context} context
 * @param {Located<ResourceGroup>} group
 */
function checkMembers(context, group) {
  if (!isRecord(group.node)) return report(context, group, `A resource group has ${MEMBERS.join(", ")}.`);
  for (const key of Object.keys(group.node)) {
    if (MEMBERS.includes(key)) continue;
    const message = `\`${key}\` is none of what a resource group has: ${MEMBERS.join(", ")}.`;
    context.report({ message, location: group.location.child([key]).key() });
  }
}

/**
 * The paths of a group. A group without operations says so, because a forgotten line would drop them in silence.
 *
 * @param {Context} context
 * @param {Located<ResourceGroup>} group
 */
function pathsOf(context, group) {
  if (!isRecord(group.node)) return undefined;
  const { paths } = group.node;
  if (paths === undefined) {
    report(context, group, "This group has no `paths`. Refer to them, or write `paths: {}` for no operations.");
    return undefined;
  }
  const written = member(context, group, "paths");
  const place = { node: paths, location: group.location.child(["paths"]) };
  if (written === undefined || !isRecord(written.node)) {
    const what = isRef(paths) ? `There are no paths at \`${paths.$ref}\`.` : "`paths` must be an object.";
    report(context, place, `${what} Write \`paths: {}\` for no operations.`);
    return undefined;
  }
  const shared = members(context, written).filter(([name]) => !name.startsWith("/"));
  for (const [name, { node }] of shared) {
    if (!METHODS.some((method) => isRecord(Reflect.get(Object(node), method)))) continue;
    const message = `\`${name}\` has operations, so it must begin with a slash.`;
    context.report({ message, location: written.location.child([name]).key() });
  }
  if (isRef(paths) && pathNames(written.node).length === 0) {
    report(context, place, `\`${paths.$ref}\` has no path: none of its keys begins with a slash.`);
  }
  return written;
}

/** @param {object | undefined} paths */
function pathNames(paths = {}) {
  return Object.keys(paths).filter((key) => key.startsWith("/"));
}

/**
 * The tag of a group, if no other has its name.
 *
 * @param {Context} context
 * @param {Located<ResourceGroup>} group
 * @param {readonly Tag[]} taken
 */
function tagOf(context, group, taken) {
  const tag = isRecord(group.node) ? member(context, group, "tag") : undefined;
  if (typeof tag?.node.name !== "string" || typeof tag.node.description !== "string") {
    report(context, tag ?? group, "A resource group needs a `tag` with a `name` and a `description`.");
    return undefined;
  }
  const { name } = tag.node;
  if (!taken.some((other) => other.name === name)) return tag;
  const message = `Another resource group has the tag \`${name}\`. Give each group a tag of its own.`;
  context.report({ message, location: tag.location.child(["name"]) });
  return undefined;
}

/**
 * @param {Context} context
 * @param {Located<unknown>} subject
 * @param {string} message
 */
function report(context, { location }, message) {
  context.report({ message, location });
}

/**
 * Puts the members where the list of groups stood, because a bundle keeps the order.
 *
 * @param {Document} document
 * @param {Record<string, unknown>} derived
 */
function rewrite(document, derived) {
  const entries = Object.entries(document).filter(([key]) => !Object.hasOwn(derived, key));
  for (const key of Object.keys(document)) Reflect.deleteProperty(document, key);
  for (const [key, value] of entries) {
    if (key === GROUPS) Object.assign(document, derived);
    else Reflect.set(document, key, value);
  }
}
