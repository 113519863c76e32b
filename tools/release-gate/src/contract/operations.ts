import { isObject, listOf, objectOf, type JsonObject } from "./json.ts";
import { dereferenced, pointerOf, tokensOf, valueAt } from "./pointer.ts";

const VERBS: ReadonlySet<string> = new Set(["get", "put", "post", "patch", "delete", "head", "options", "trace"]);

/** An operation of the contract and where it stands. */
export interface ListedOperation {
  readonly id: string;
  /** As people write it: `GET /units/listing`. */
  readonly title: string;
  readonly pointer: string;
  readonly path: string;
  readonly value: JsonObject;
  /** Names of its path parameters, in alphabetical order. */
  readonly pathParameters: readonly string[];
}

/** Every operation in the order of the document. */
export function listOperations(document: JsonObject): ListedOperation[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, item]) =>
    Object.entries(objectOf(item))
      .filter(([verb]) => VERBS.has(verb))
      .map(([verb, operation]) => {
        const value = objectOf(operation);
        return {
          id: typeof value.operationId === "string" ? value.operationId : `${verb} ${path}`,
          title: `${verb.toUpperCase()} ${path}`,
          pointer: pointerOf(["paths", path, verb]),
          path,
          value,
          pathParameters: pathParameters(document, objectOf(item), value),
        };
      }),
  );
}

function pathParameters(document: JsonObject, item: JsonObject, operation: JsonObject): string[] {
  return [...listOf(item.parameters), ...listOf(operation.parameters)]
    .map((parameter) => dereferenced(document, parameter))
    .filter((parameter) => parameter.in === "path")
    .map((parameter) => String(parameter.name))
    .toSorted();
}

/** The operations that a place of the contract is part of: its own, or all that reach its component. */
export function operationsByPlace(document: JsonObject): (place: string) => ListedOperation[] {
  const operations = listOperations(document);
  const reach = new Map(operations.map((operation) => [operation, componentsUnder(document, operation.value)]));
  return (place) => {
    const component = tokensOf(place)[0] === "components" ? pointerOf(tokensOf(place).slice(0, 3)) : undefined;
    return operations.filter((operation) =>
      component === undefined
        ? isUnder(place, operation.pointer) || place === pointerOf(["paths", operation.path])
        : reach.get(operation)?.has(component),
    );
  };
}

function isUnder(place: string, parent: string): boolean {
  return place === parent || place.startsWith(`${parent}/`);
}

function componentsUnder(document: JsonObject, start: unknown): ReadonlySet<string> {
  const seen = new Set<string>();
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    if (!isObject(node)) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === "$ref" && typeof value === "string" && !seen.has(value)) {
        seen.add(value);
        walk(valueAt(document, tokensOf(value)));
      } else walk(value);
    }
  };
  walk(start);
  return seen;
}
