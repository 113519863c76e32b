import { listOf, objectOf, type JsonObject } from "./json.ts";
import { dereferenced, pointerOf, tokensOf } from "./pointer.ts";
import { References } from "./references.ts";

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
export function operationsByPlace(document: JsonObject): (place: string) => readonly ListedOperation[] {
  const references = new References(document);
  const byPointer = new Map<string, ListedOperation[]>();
  const add = (pointer: string, operation: ListedOperation): void => {
    const known = byPointer.get(pointer);
    if (known) known.push(operation);
    else byPointer.set(pointer, [operation]);
  };
  for (const operation of listOperations(document)) {
    add(operation.pointer, operation);
    add(pointerOf(["paths", operation.path]), operation);
    for (const component of references.within(operation.value)) add(component, operation);
  }
  return (place) => {
    // A component is `#/components/<section>/<name>`, an operation `#/paths/<path>/<verb>`.
    const owner = pointerOf(tokensOf(place).slice(0, 3));
    return byPointer.get(owner) ?? [];
  };
}
