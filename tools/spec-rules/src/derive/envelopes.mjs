/** @import { Schema } from "../openapi.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { References } from "./references.mjs" */
/** @import { Subject } from "./subject.d.ts" */
import { isRecord, member, members } from "../document/located.mjs";
import { referencedName } from "../document/schema-name.mjs";
import { isPaged, isSuccess } from "../document/operations.mjs";

/**
 * Completes the schema of a success to the envelope. The author writes `data`; `type`, `required`, `notices`,
 * `pagination` where the operation takes the parameter `page`, and a description follow.
 *
 * @param {References} references
 * @param {OperationEntry} entry
 * @param {Subject} subject
 */
export function completeEnvelopes(references, entry, { conventions }) {
  const { context } = references;
  const shared = member(context, conventions, "envelope");
  if (shared === undefined) return;
  const paged = isPaged(entry);
  for (const [status, response] of entry.responses) {
    if (!isSuccess(status)) continue;
    for (const [, media] of members(context, member(context, response, "content"))) {
      const schema = member(context, media, "schema");
      const data = schema?.node.properties?.["data"];
      if (schema === undefined || data === undefined) continue;
      const file = schema.location.source.absoluteRef;
      /** @type {("notices" | "pagination")[]} */
      const names = paged ? ["notices", "pagination"] : ["notices"];
      const found = names.flatMap((name) => {
        const target = member(context, shared, name);
        return target === undefined ? [] : [[name, references.to(target, file)]];
      });
      complete(schema, { data, shared: Object.fromEntries(found), paged });
    }
  }
}

/**
 * In place, because other references lead to the same node.
 *
 * @param {Located<Schema>} schema
 * @param {{ data: unknown, shared: Record<string, unknown>, paged: boolean }} parts
 */
function complete({ node }, { data, shared, paged }) {
  const { properties, ...own } = node;
  const name = referencedName(data);
  for (const key of Object.keys(node)) delete node[/** @type {keyof Schema} */ (key)];
  Object.assign(
    node,
    {
      type: "object",
      ...(name === undefined ? {} : { description: `The envelope of ${name}.` }),
      required: paged ? ["data", "pagination"] : ["data"],
    },
    own,
    { properties: isRecord(properties) ? { ...properties, ...missing(shared, properties) } : properties },
  );
}

/**
 * @param {Record<string, unknown>} wanted
 * @param {object} present
 */
function missing(wanted, present) {
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => !Object.hasOwn(present, name)));
}
