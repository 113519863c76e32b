import { objectOf, type JsonObject } from "./json.ts";
import { listOperations } from "./operations.ts";
import { References } from "./references.ts";
import type { Direction } from "./schema-pairs.ts";

/** The components that operations send and receive, by reference, others in between included. */
export function componentsUsed(document: JsonObject): Readonly<Record<Direction, ReadonlySet<string>>> {
  const references = new References(document);
  const operations = listOperations(document);
  const shared = Object.values(objectOf(document.paths)).map((item) => objectOf(item).parameters);
  return {
    request: references.within([shared, operations.map(({ value }) => [value.parameters, value.requestBody])]),
    response: references.within(operations.map(({ value }) => value.responses)),
  };
}
