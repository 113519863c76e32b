/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { References } from "./references.mjs" */
import { createHash } from "node:crypto";
import { isRecord, isRef, member, members } from "../document/located.mjs";
import { copied } from "./inline.mjs";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Writes the shared parameter `Idempotency-Key` into an operation that refers to it, with a key of its own as the example:
 * with one key for all of them, only the first of the examples could be sent. A shared example that is no UUID stays.
 *
 * @param {References} references
 * @param {OperationEntry} entry
 */
export function deriveKeys(references, { operation }) {
  const list = member(references.context, operation, "parameters");
  for (const [index, parameter] of members(references.context, list)) {
    const { in: place, name, example } = parameter.node;
    const isShared = isRef(list?.node[Number(index)]);
    if (place !== "header" || name !== "Idempotency-Key" || !isShared || !UUID.test(String(example))) continue;
    const copy = copied(references, parameter, operation.location.source.absoluteRef);
    if (isRecord(copy)) Reflect.set(list?.node ?? [], index, { ...copy, example: keyOf(operation.node.operationId) });
  }
}

/**
 * A UUID of version 8 (RFC 9562 section 5.8), made of a name.
 *
 * @param {unknown} name
 */
function keyOf(name) {
  const hex = createHash("sha256").update(String(name)).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
