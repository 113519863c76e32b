import { isObject, objectOf, type JsonObject } from "./json.ts";
import { listOperations } from "./operations.ts";
import { tokensOf, valueAt } from "./pointer.ts";
import type { Direction } from "./schema-pairs.ts";

/** The components that operations send and receive, by reference, others in between included. */
export function componentsUsed(document: JsonObject): Readonly<Record<Direction, ReadonlySet<string>>> {
  const used = { request: new Set<string>(), response: new Set<string>() };
  for (const { value, path } of listOperations(document)) {
    const shared = objectOf(objectOf(document.paths)[path]).parameters;
    collect(document, [shared, value.parameters, value.requestBody], used.request);
    collect(document, value.responses, used.response);
  }
  return used;
}

/** Adds every reference in a part of the document to `seen`, and those in what they refer to. Each is followed once. */
export function collect(document: JsonObject, part: unknown, seen: Set<string>): void {
  if (Array.isArray(part)) for (const item of part) collect(document, item, seen);
  if (!isObject(part)) return;
  for (const [key, value] of Object.entries(part)) {
    if (key !== "$ref" || typeof value !== "string") collect(document, value, seen);
    else if (!seen.has(value)) {
      seen.add(value);
      collect(document, valueAt(document, tokensOf(value)), seen);
    }
  }
}
