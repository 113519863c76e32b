import type { Operation } from "./operation-table.ts";
import type { ReadRequest } from "./read-request.ts";
import type { Reply } from "./reply.ts";

/** The example of the contract, about the records that the path names. */
export function defaultReply({ example }: Operation, { path }: ReadRequest): Reply {
  const { status, idParameter } = example;
  const data: unknown = structuredClone(example.data);
  for (const record of [data].flat()) {
    if (typeof record !== "object" || record === null) continue;
    for (const [name, value] of Object.entries(path)) {
      if (Object.hasOwn(record, name)) Reflect.set(record, name, value);
    }
    if (idParameter !== null) Reflect.set(record, "id", path[idParameter]);
  }
  return { status, data };
}
