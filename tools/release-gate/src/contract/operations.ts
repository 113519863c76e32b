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
  /** Its parameters and those of its path, with references followed. */
  readonly parameters: readonly JsonObject[];
  /** Group and method of the typed client: `units` and `listing` of `unitsListing`. */
  readonly group: string;
  readonly method: string;
}

/** Every operation in the order of the document. */
export function listOperations(document: JsonObject): ListedOperation[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, item]) =>
    Object.entries(objectOf(item))
      .filter(([verb]) => VERBS.has(verb))
      .map(([verb, operation]) => {
        const value = objectOf(operation);
        const id = typeof value.operationId === "string" ? value.operationId : `${verb} ${path}`;
        return {
          id,
          ...facadeNames(id, path),
          title: `${verb.toUpperCase()} ${path}`,
          pointer: pointerOf(["paths", path, verb]),
          path,
          value,
          parameters: [...listOf(objectOf(item).parameters), ...listOf(value.parameters)].map((parameter) =>
            dereferenced(document, parameter),
          ),
        };
      }),
  );
}

/** The rule of the contract: an operationId is the first segment of its path and a method, in camel case. */
function facadeNames(id: string, path: string): { group: string; method: string } {
  const group = (path.split("/")[1] ?? "").replace(/[-_]([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
  const rest = id.slice(group.length);
  return { group, method: rest.charAt(0).toLowerCase() + rest.slice(1) };
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
