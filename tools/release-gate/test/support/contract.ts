import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isObject, type JsonObject } from "../../src/contract/json.ts";
import { tokensOf, valueAt } from "../../src/contract/pointer.ts";
import { parseBundle, type Bundle } from "../../src/workspace.ts";

type Editable = Record<string, unknown>;

/** The real contract; every caller gets a copy of its own. */
export function contract(): Editable {
  const document: Editable = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve("@fleet-api/contract/openapi.json")), "utf8"),
  );
  return document;
}

/** The object at a pointer, to be changed in place. */
export function objectAt(document: JsonObject, pointer: string): Editable {
  const value = valueAt(document, tokensOf(pointer));
  if (!isObject(value)) throw new Error(`The contract has no object at ${pointer}.`);
  return value;
}

/** The list at a pointer, to be changed in place. */
export function listAt(document: JsonObject, pointer: string): unknown[] {
  const value = valueAt(document, tokensOf(pointer));
  if (!Array.isArray(value)) throw new Error(`The contract has no list at ${pointer}.`);
  return value;
}

/** Takes a value out of a list; a test that takes out nothing would prove nothing. */
export function without(document: JsonObject, pointer: string, value: unknown): void {
  const list = listAt(document, pointer);
  const at = list.findIndex((item) => JSON.stringify(item) === JSON.stringify(value));
  if (at === -1) throw new Error(`${JSON.stringify(value)} is not in the list at ${pointer}.`);
  list.splice(at, 1);
}

/** Gives a member another name, also in the references to it. */
export function renamed(document: Editable, from: string, to: string): void {
  const text = JSON.stringify(document).replaceAll(JSON.stringify(from), JSON.stringify(to));
  Object.assign(document, JSON.parse(text));
}

/** The contract with changes, as a bundle. */
export function bundleOf(document: JsonObject): Bundle {
  return parseBundle(`${JSON.stringify(document, null, 2)}\n`);
}
