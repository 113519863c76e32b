import { isObject, type JsonObject } from "./json.ts";
import { tokensOf, valueAt } from "./pointer.ts";

/** What parts of a document refer to. The references of each component are read once. */
export class References {
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
