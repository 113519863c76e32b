/** @import { Location } from "../redocly.d.ts" */
/** @import { References } from "./references.mjs" */
/** @import { Subject } from "./subject.d.ts" */
import { isRecord, isRef } from "../document/located.mjs";

/** What `x-conventions` may have, level by level; null for what authors name themselves. */
const SHAPE = {
  envelope: { notices: null, pagination: null },
  headers: { always: null, token: null, idempotency_key: null, version: null },
  responses: {
    always: null,
    token: null,
    permission: null,
    body: null,
    change: null,
    paged: null,
    changes: null,
    if_match: null,
    idempotency_key: null,
    read: null,
    path_id: null,
  },
  parameters: { paged: null, listing: null, changes: null, read: null, post: null, change: null },
  requests: { strings: null, max_body_bytes: null },
  links: { paged: null, created: null },
  problems: { codes: null, members: null },
  permissions: null,
  provenance: null,
};

/**
 * Reports what is wrong in `x-conventions`: keys that mean nothing and references that lead nowhere. No rule sees them,
 * because the field is removed before the rules run.
 *
 * @param {References} references
 * @param {Subject} subject
 */
export function checkConventions({ context }, { conventions }) {
  /** @type {(node: unknown, location: Location, shape: object | null) => void} */
  const visit = (node, location, shape) => {
    if (isRef(node)) {
      const target = context.resolve(node, location.source.absoluteRef);
      const message = `\`${node.$ref}\` leads nowhere.`;
      if (target.node === undefined) context.report({ message, location: location.child(["$ref"]) });
      return;
    }
    if (!isRecord(node)) return;
    for (const [key, value] of Object.entries(node)) {
      const place = location.child([key]);
      if (shape !== null && !Object.hasOwn(shape, key)) {
        const known = Object.keys(shape).join(", ");
        context.report({ message: `\`${key}\` is none of the conventions: ${known}.`, location: place.key() });
      } else visit(value, place, shape === null ? null : Reflect.get(shape, key));
    }
  };
  visit(conventions.node, conventions.location, SHAPE);
}
