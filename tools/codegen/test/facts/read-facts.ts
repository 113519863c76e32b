import { readdir, readFile } from "node:fs/promises";
import { parse } from "yaml";
import { rootUrl } from "../../src/artefact.ts";
import type { Statement } from "./statements.ts";

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
