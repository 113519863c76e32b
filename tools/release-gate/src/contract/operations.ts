import { dereferenced, isObject, listOf, objectOf, pointerOf, tokensOf, valueAt, type JsonObject } from "./json.ts";

/** Who sends a value: the caller in a request, the service in a response. */
export type Direction = "request" | "response";

export const VERBS: ReadonlySet<string> = new Set([
  "get",
  "put",
  "post",
  "patch",
  "delete",
  "head",
  "options",
  "trace",
]);

/** An operation of the contract and where it stands. */
export interface ListedOperation {
  readonly id: string;
  /** As people write it: `GET /units/listing`. */
  readonly title: string;
  readonly tokens: readonly string[];
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
          tokens: ["paths", path, verb],
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

/** An operation in two versions of the contract. */
export interface OperationPair {
  readonly base: ListedOperation;
  readonly revision: ListedOperation;
}

/**
 * Pairs the operations of two versions by method and path. The name of a path parameter does not matter: the URL stays
 * the same.
 */
export function pairOperations(
  base: JsonObject,
  revision: JsonObject,
): { readonly pairs: OperationPair[]; readonly removed: ListedOperation[]; readonly added: ListedOperation[] } {
  const url = ({ title }: ListedOperation): string => title.replaceAll(/\{[^}]*\}/g, "{}");
  const before = new Map(listOperations(base).map((operation) => [url(operation), operation]));
  const pairs: OperationPair[] = [];
  const added: ListedOperation[] = [];
  for (const operation of listOperations(revision)) {
    const earlier = before.get(url(operation));
    if (earlier === undefined) added.push(operation);
    else pairs.push({ base: earlier, revision: operation });
    before.delete(url(operation));
  }
  return { pairs, removed: [...before.values()], added };
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
    add(pointerOf(operation.tokens), operation);
    add(pointerOf(["paths", operation.path]), operation);
    for (const component of references.within(operation.value)) add(component, operation);
  }
  return (place) => {
    // A component is `#/components/<section>/<name>`, an operation `#/paths/<path>/<verb>`.
    const owner = pointerOf(tokensOf(place).slice(0, 3));
    return byPointer.get(owner) ?? [];
  };
}

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

/** What parts of a document refer to. The references of each component are read once. */
class References {
  readonly #document: JsonObject;
  readonly #direct = new Map<string, readonly string[]>();

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** Every reference in a part, those in what it refers to included. */
  within(part: unknown): ReadonlySet<string> {
    const found = new Set(directReferences(part));
    // A set hands out what is added while it is walked.
    for (const ref of found) for (const next of this.#directOf(ref)) found.add(next);
    return found;
  }

  #directOf(ref: string): readonly string[] {
    const known = this.#direct.get(ref) ?? directReferences(valueAt(this.#document, tokensOf(ref)));
    this.#direct.set(ref, known);
    return known;
  }
}

function directReferences(part: unknown): string[] {
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) walk(item);
    if (!isObject(node)) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === "$ref" && typeof value === "string") found.add(value);
      else walk(value);
    }
  };
  walk(part);
  return [...found];
}
