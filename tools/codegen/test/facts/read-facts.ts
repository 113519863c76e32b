import { readdir, readFile } from "node:fs/promises";
import { parse } from "yaml";
import { rootUrl } from "../../src/artefact.ts";
import type { OpenApiDocument } from "@fleet-api-tools/openapi-document";
import { type Statement, statementsOf } from "./statements.ts";

/** A statement with the section of the source description that makes it. */
export interface Fact extends Statement {
  section: string;
}

/** What is stated of one place: its type in words, or keywords. */
type Stated = string | null | ({ is?: string; says?: string | string[] } & Record<string, unknown>);

/** One block of a file of facts. spec/facts/README.md explains the form. */
interface Block {
  section: string | number;
  under?: string | string[];
  except?: string[];
  facts: Record<string, Stated>;
}

const EVERY_OPERATION = "every operation";

/** All facts of spec/facts. */
export async function readFacts(): Promise<Fact[]> {
  const folder = new URL("spec/facts/", rootUrl);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".yaml")).toSorted();
  const files = await Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8")));
  return factsOf(files.flatMap((text): Block[] => parse(text)));
}

/** The facts of some blocks; what holds under every operation is a fact of each operation that any block names. */
export function factsOf(blocks: Block[]): Fact[] {
  const places = blocks.flatMap(({ under = "", facts }) => [under].flat().flatMap((at) => placesOf(at, facts)));
  const operations = new Set(places.flatMap((place) => /^[A-Z]+ \/[^ ]+/.exec(place)?.[0] ?? []));
  return blocks.flatMap((block) =>
    expand(block, [...operations]).flatMap((under) =>
      Object.entries(block.facts).flatMap(([name, stated]) =>
        statementsAt(join(under, name), stated).map((statement) => ({ section: String(block.section), ...statement })),
      ),
    ),
  );
}

function placesOf(under: string, facts: Block["facts"]): string[] {
  return Object.keys(facts).map((name) => join(under, name));
}

function expand({ under = "", except = [] }: Block, operations: string[]): string[] {
  return [under]
    .flat()
    .flatMap((at) =>
      at.startsWith(EVERY_OPERATION)
        ? operations
            .filter((operation) => !except.includes(operation))
            .map((operation) => operation + at.slice(EVERY_OPERATION.length))
        : [at],
    );
}

function join(under: string, name: string): string {
  return [under, name].filter((part) => part !== "").join(" > ");
}

function statementsAt(place: string, stated: Stated): Statement[] {
  if (typeof stated === "string") return statementsAt(place, { is: stated });
  const { is, says = [], ...keywords } = stated ?? {};
  const given = { ...keywords, exists: true, ...(carriesSchema(place) ? { schema: true } : {}) };
  return [
    ...Object.entries(given).map(([keyword, value]) => ({ place, keyword, value })),
    ...[says].flat().map((sentence) => ({ place, keyword: "says", value: sentence })),
    ...(is === undefined ? [] : typeAt(place, is)),
  ];
}

/** Parameters, headers and media types are places with a schema. */
function carriesSchema(place: string): boolean {
  return /(?:^|> )(?:path|query|header) [^>]+$|> application\/json$/.test(place);
}

/** A type in the words of the source: `integer (int64)`, `string, nullable`, `array of string`, `map of string`. */
function typeAt(place: string, words: string): Statement[] {
  const [, container, inner] = /^(array|map) of (.+)$/.exec(words) ?? [];
  if (container !== undefined && inner !== undefined) {
    const child = `${place} > ${container === "array" ? "[]" : "{*}"}`;
    const type = container === "array" ? "array" : "object";
    return [{ place, keyword: "type", value: type }, ...statementsAt(child, inner)];
  }
  const [, type, format, nullable] = /^([a-z]+)(?: \(([a-z0-9-]+)\))?(, nullable)?$/.exec(words) ?? [];
  if (type === undefined) throw new Error(`${place}: ${words} is not a type.`);
  return [
    { place, keyword: "type", value: nullable === undefined ? type : [type, "null"] },
    ...(format === undefined ? [] : [{ place, keyword: "format", value: format }]),
  ];
}

/** Where the documented contract and the facts differ. */
export interface Difference {
  /** Statements of the contract that no fact backs. */
  unstated: string[];
  /** Facts that the contract does not have, with their section. */
  missing: string[];
}

/** Returns a function that compares a documented contract with the facts, in both directions. */
export function comparisonWith(facts: Fact[]): (document: OpenApiDocument) => Difference {
  const sections = new Map(facts.map((fact) => [textOf(fact), fact.section]));
  return (document) => {
    const statements = new Set(statementsOf(document).map(textOf));
    return {
      unstated: [...statements].filter((text) => !sections.has(text)),
      missing: [...sections].filter(([text]) => !statements.has(text)).map(([text, section]) => `${section}: ${text}`),
    };
  };
}

function textOf({ place, keyword, value }: Statement): string {
  return `${place} | ${keyword} | ${JSON.stringify(value)}`;
}

/** A copy of a document with one difference, and where it is. */
interface Mutation<Document> {
  what: string;
  document: Document;
}

/**
 * Every way to drop a member, to change a value, or to add a keyword to an object, one at a time. The document is
 * changed in place and changed back, because there are thousands of them.
 */
export function* mutationsOf<Document extends object>(document: Document): Generator<Mutation<Document>> {
  for (const [pointer, node] of nodesOf(document, "#")) {
    for (const key of Object.keys(node)) {
      const value: unknown = Reflect.get(node, key);
      const keep = Object.entries(node);
      const restore = (): void => replaceMembers(node, keep);
      replaceMembers(
        node,
        keep.filter(([other]) => other !== key),
      );
      yield { what: `drop ${pointer}/${key}`, document };
      restore();
      if (typeof value === "object" && value !== null) continue;
      Reflect.set(node, key, changed(value));
      yield { what: `change ${pointer}/${key}`, document };
      restore();
    }
    if (Array.isArray(node)) continue;
    Reflect.set(node, "added", true);
    yield { what: `add ${pointer}/added`, document };
    Reflect.deleteProperty(node, "added");
  }
}

function* nodesOf(value: unknown, pointer: string): Generator<[string, object]> {
  if (typeof value !== "object" || value === null) return;
  yield [pointer, value];
  for (const [key, child] of Object.entries(value)) yield* nodesOf(child, `${pointer}/${key}`);
}

function replaceMembers(node: object, members: [string, unknown][]): void {
  if (Array.isArray(node)) {
    node.splice(0, node.length, ...members.map(([, value]) => value));
    return;
  }
  for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
  for (const [key, value] of members) Reflect.set(node, key, value);
}

function changed(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  return `${String(value)} changed`;
}
