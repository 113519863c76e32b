import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { parse } from "yaml";
import type { Bump } from "../src/bump.ts";
import { isObject, tokensOf, valueAt, type JsonObject } from "../src/contract/json.ts";
import { takeSnapshot, type SnapshotSource } from "../src/releases/releases.ts";
import { parseBundle, samplesFolder, type Bundle } from "../src/workspace.ts";

export type Editable = Record<string, unknown>;

/** A change that somebody makes to a contract, in place. */
export type Edit = (document: Editable) => void;

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

/** Gives a string another value everywhere, such as the references to a schema. */
export function renamed(document: Editable, from: string, to: string): void {
  const text = JSON.stringify(document).replaceAll(JSON.stringify(from), JSON.stringify(to));
  Object.assign(document, JSON.parse(text));
}

/** Sets the member at a pointer. */
export function set(pointer: string, value: unknown): Edit {
  const tokens = tokensOf(pointer);
  const [owner, name] = [`#/${pointer.slice(2).split("/").slice(0, -1).join("/")}`, tokens.at(-1)!];
  return (document) => {
    const parent = valueAt(document, tokensOf(owner));
    if (Array.isArray(parent)) parent[Number(name)] = structuredClone(value);
    else objectAt(document, owner)[name] = structuredClone(value);
  };
}

/** Removes the member at a pointer. */
export function unset(pointer: string): Edit {
  const cut = pointer.lastIndexOf("/");
  const [owner, name] = [pointer.slice(0, cut), tokensOf(pointer).at(-1)!];
  return (document) => {
    const parent = objectAt(document, owner);
    if (!(name in parent)) throw new Error(`The contract has nothing at ${pointer}.`);
    delete parent[name];
  };
}

/** Adds a value at the end of a list. */
export function push(pointer: string, value: unknown): Edit {
  return (document) => void listAt(document, pointer).push(structuredClone(value));
}

/** Removes a value from a list. */
export function drop(pointer: string, value: unknown): Edit {
  return (document) => without(document, pointer, value);
}

/** Several edits as one. */
export function all(...edits: readonly Edit[]): Edit {
  return (document) => edits.forEach((edit) => edit(document));
}

const TINY: Editable = parse(readFileSync(new URL("contract.yaml", import.meta.url), "utf8"));
const REAL = readFileSync(fileURLToPath(import.meta.resolve("@fleet-api/contract/openapi.json")), "utf8");

/** The contract beside this file; every caller gets a copy of its own. */
export function tinyContract(): Editable {
  // In JSON, because a part that YAML repeats by an alias is one object.
  return JSON.parse(JSON.stringify(TINY));
}

/** The real contract, whose samples compile with the client; every caller gets a copy of its own. */
export function realContract(): Editable {
  return JSON.parse(REAL);
}

/** A contract as a bundle. */
export function bundleOf(document: JsonObject): Bundle {
  return parseBundle(JSON.stringify(document));
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder of its own that is gone after the tests of the file. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "release-gate-"));
  folders.push(folder);
  return folder;
}

/** What a snapshot is taken of, as package version 1.0.0. */
export function sourceOf(document: JsonObject = tinyContract()): SnapshotSource {
  return { bundle: bundleOf(document), packageVersion: "1.0.0", samples: samplesFolder };
}

/** A folder like `spec/releases` without a snapshot. */
export function emptyReleases(): string {
  const folder = scratch();
  writeFileSync(join(folder, "index.json"), '{ "releases": [] }');
  return folder;
}

/** A folder like `spec/releases` with a contract as its candidate. */
export async function candidate(document: JsonObject = tinyContract()): Promise<string> {
  const folder = emptyReleases();
  await takeSnapshot(folder, sourceOf(document));
  return folder;
}

/** A folder like `.changeset`. */
export function changesets(...bumps: readonly Bump[]): string {
  const folder = scratch();
  writeFileSync(join(folder, "README.md"), "How changesets work.\n");
  for (const [at, bump] of bumps.entries()) {
    const text = `---\n"@fleet-api/contract": ${bump}\n"@fleet-api/client": patch\n---\n\nA sentence.\n`;
    writeFileSync(join(folder, `change-${at}.md`), text);
  }
  return folder;
}
