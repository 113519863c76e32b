/** @import { Parameter, Schema } from "../openapi.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { References } from "./references.mjs" */
import { entryOf, member, members } from "../document/located.mjs";
import { isSuccess } from "../document/operations.mjs";
import { isOptional } from "../document/schema-types.mjs";

const MARK = "x-sort";

/** At most this many keys: more order nothing that anybody reads. */
const MOST = 3;

/** What the instants that every record has are the times of. */
const TIMES = new Map([
  ["created_at", "by the time of the creation"],
  ["updated_at", "by the time of the last change"],
]);

/** @typedef {{ name: string, text: string, reverse: string, isNullable: boolean }} SortKey */

/**
 * Writes out the parameters whose items are a schema with `x-sort`: the list of its keys becomes an enum of both
 * directions with a line for each, and the parameter gets the form and the words of a sort parameter.
 *
 * @param {References} references
 * @param {readonly OperationEntry[]} entries
 */
export function completeSorts({ context }, entries) {
  const known = new Map();
  for (const entry of entries) {
    for (const parameter of entry.parameters) {
      const items = member(context, member(context, parameter, "schema"), "items");
      if (items === undefined) continue;
      if (Object.hasOwn(items.node, MARK)) {
        const keys = sortKeys(context, items, recordOf(context, entry));
        known.set(items.node, keys);
        completeSchema(items.node, keys);
      }
      const keys = known.get(items.node);
      if (keys !== undefined) completeParameter(parameter, keys, entry);
    }
  }
}

/**
 * The record that a list has.
 *
 * @param {References["context"]} context
 * @param {OperationEntry} entry
 */
function recordOf(context, { responses }) {
  const success = responses.find(([status]) => isSuccess(status))?.[1];
  const [media] = members(context, member(context, success, "content")).map(([, each]) => each);
  const data = member(context, member(context, member(context, media, "schema"), "properties"), "data");
  return member(context, data, "items");
}

/**
 * The keys of a list: names of members, or a map of one name to the words for it.
 *
 * @param {References["context"]} context
 * @param {Located<Schema>} schema
 * @param {Located<Schema> | undefined} record
 * @returns {SortKey[]}
 */
function sortKeys(context, { node, location }, record) {
  const properties = member(context, record, "properties");
  return [node[MARK]].flat().flatMap((key, index) => {
    const [name, words] = entryOf(key);
    const property = member(context, properties, name) ?? nestedProperty(context, properties, name);
    const problem = problemOf(name, property, Object.keys(properties?.node ?? {}), words);
    if (problem !== undefined) context.report({ message: problem, location: location.child([MARK, index]) });
    return property === undefined ? [] : [keyOf(name, property.node, words)];
  });
}

/**
 * A member of an object in the record that a response has only on request, and that lists can be sorted by all the same.
 *
 * @param {References["context"]} context
 * @param {Located<NonNullable<Schema["properties"]>> | undefined} properties
 * @param {string} name
 */
function nestedProperty(context, properties, name) {
  return members(context, properties)
    .filter(([key, { node }]) => isOptional(properties?.node[key], node))
    .map(([, each]) => member(context, member(context, each, "properties"), name))
    .find((each) => each !== undefined);
}

/**
 * @param {string} name
 * @param {Located<Schema> | undefined} property
 * @param {readonly string[]} names
 * @param {unknown} words
 */
function problemOf(name, property, names, words) {
  if (property === undefined)
    return `\`${name}\` is no member of the records of the list, which have ${names.join(", ")}.`;
  const isUnnamed = property.node.format === "date-time" && words === undefined && !TIMES.has(name);
  return isUnnamed ? `Say what the time \`${name}\` is: \`{ ${name}: by the time of ... }\`.` : undefined;
}

/**
 * @param {string} name
 * @param {Schema} schema
 * @param {unknown} words
 * @returns {SortKey}
 */
function keyOf(name, schema, words) {
  const types = [schema.type].flat();
  const text = typeof words === "string" ? words : (TIMES.get(name) ?? `by ${name.replaceAll("_", " ")}`);
  const isNumber = types.includes("integer") || types.includes("number");
  const reverse = schema.format === "date-time" ? "the latest first" : isNumber ? "the highest first" : "backwards";
  return { name, text, reverse, isNullable: types.includes("null") };
}

/**
 * @param {Schema} node
 * @param {readonly SortKey[]} keys
 */
function completeSchema(node, keys) {
  const lines = keys.flatMap(({ name, text, reverse }) => [
    `- \`${name}\`: ${text}`,
    `- \`-${name}\`: ${text}, ${reverse}`,
  ]);
  const { [MARK]: _mark, "x-provenance": provenance, ...own } = node;
  for (const name of Object.keys(node)) Reflect.deleteProperty(node, name);
  Object.assign(node, provenance === undefined ? {} : { "x-provenance": provenance }, {
    type: "string",
    description: `A key to sort by.\n\n${lines.join("\n")}\n`,
    enum: keys.flatMap(({ name }) => [name, `-${name}`]),
    examples: [exampleOf(keys)],
    ...own,
  });
}

/** @param {readonly SortKey[]} keys */
function exampleOf(keys) {
  return (keys.find(({ name }) => name !== "id") ?? keys[0])?.name;
}

/**
 * @param {Located<Parameter>} parameter
 * @param {readonly SortKey[]} keys
 * @param {OperationEntry} entry
 */
function completeParameter({ node }, keys, { operation }) {
  const [tag = "records"] = operation.node.tags ?? [];
  const ties = keys.some(({ isNullable }) => isNullable)
    ? "descending, null is last, and\nties are ordered by id."
    : "descending; ties are ordered\nby id.";
  const { name, in: place, schema, ...own } = node;
  const derived = {
    name,
    in: place,
    description: `The order of the ${tag.toLowerCase()}: by the first key, then by the next. A key with a minus sign is ${ties} Without this parameter the order is that of the ids.\n`,
    "x-provenance": "designed",
    style: "form",
    explode: false,
    schema: { type: "array", minItems: 1, maxItems: MOST, uniqueItems: true, ...schema },
    example: [exampleOf(keys)],
  };
  for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
  Object.assign(node, derived, own);
}
