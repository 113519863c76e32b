import { readdir } from "node:fs/promises";
import { parse } from "yaml";
import { readText } from "./disk.ts";
import { groupBy } from "./text.ts";

/** Where the parts of the contract are written. The bundle no longer knows, and each group has a file of its own. */
export interface Places {
  /** Resource folder by path. A path that is written in spec/openapi.yaml itself is missing. */
  readonly paths: ReadonlyMap<string, string>;
  /** Folder by the name of a schema, in the order of the files: a resource folder, or `shared`. */
  readonly schemas: ReadonlyMap<string, string>;
  /** The file below `spec/` of each path and, by name, of each schema. */
  readonly files: ReadonlyMap<string, string>;
  /** The files of names that two folders declare. */
  readonly duplicates: ReadonlyMap<string, readonly string[]>;
}

/** A file that may declare schemas. */
export interface SchemaFile {
  /** Resource folder, or `shared`. */
  readonly folder: string;
  /** Path below `spec/`, for messages. */
  readonly path: string;
  readonly text: string;
}

/** The folder of what several groups use, and the name of its generated file. */
export const sharedFolder = "shared";

/** Reads where the parts of the contract below `root` are written. */
export async function readPlaces(root: URL): Promise<Places> {
  const spec = new URL("spec/", root);
  const entries = await readdir(new URL("resources/", spec), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const files = await Promise.all([
    schemaFiles(spec, sharedFolder, sharedFolder),
    ...folders.toSorted().map((folder) => schemaFiles(spec, `resources/${folder}`, folder)),
  ]);
  return placesOf(files.flat());
}

/**
 * The places by the texts of the files.
 * @throws Error that names the file of what the bundler could not read
 */
export function placesOf(files: readonly SchemaFile[]): Places {
  const parsed = files.map(({ folder, path, text }) => ({ folder, path, entries: parseFile(path, text) }));
  for (const { path, entries } of parsed) refuseOwnReferences(path, entries);
  const paths = parsed.flatMap(({ folder, path: file, entries }) =>
    Object.keys(entries).flatMap((path) => (isPath(path) ? [{ path, folder, file }] : [])),
  );
  const declarations = groupBy(parsed.flatMap(declaredNames), ({ name }) => name);
  const schemas = [...declarations].map(([name, [first]]): [string, string] => [name, first?.folder ?? sharedFolder]);
  const duplicates = [...declarations].filter(([, all]) => new Set(all.map(({ folder }) => folder)).size > 1);
  return {
    paths: new Map(paths.map(({ path, folder }) => [path, folder])),
    schemas: new Map(schemas),
    files: new Map([
      ...paths.map(({ path, file }) => [path, file] as const),
      ...[...declarations].map(([name, [first]]) => [name, first?.path ?? ""] as const),
    ]),
    duplicates: new Map(duplicates.map(([name, all]) => [name, all.map(({ path }) => path)])),
  };
}

/** What a file declares, by name. */
type Entries = Readonly<Record<string, unknown>>;

function parseFile(path: string, text: string): Entries {
  try {
    return Object(parse(text));
  } catch (error) {
    throw new Error(`spec/${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** The file of the paths of a group also has what they share. */
function isPath(name: string): boolean {
  return name.startsWith("/");
}

/** The bundler fails on a schema that stands for itself, and does not say where. */
function refuseOwnReferences(path: string, entries: Entries): void {
  for (const name of Object.keys(entries)) {
    const way = [name];
    for (let next = ownReference(entries[name]); next !== null; next = ownReference(entries[next])) {
      if (way.includes(next)) throw new Error(`${name} in spec/${path} leads to itself. Write out what it stands for.`);
      way.push(next);
    }
  }
}

function ownReference(entry: unknown): string | null {
  const { $ref }: { $ref?: unknown } = Object(entry);
  return typeof $ref === "string" ? (/^#\/([^/]+)$/.exec($ref)?.[1] ?? null) : null;
}

interface Declared {
  readonly name: string;
  readonly folder: string;
  readonly path: string;
}

function declaredNames({ folder, path, entries }: { folder: string; path: string; entries: Entries }): Declared[] {
  const schemas = Object.entries(entries).filter(([name, entry]) => !isPath(name) && isSchema(entry));
  return schemas.map(([name]) => ({ name, folder, path }));
}

const types = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** Keywords that stand in schemas and in nothing else that a file of the contract declares. */
const keywords = ["$ref", "x-sort", "enum", "const", "properties", "items", "allOf", "anyOf", "oneOf"];

/**
 * Whether an entry of a file is a schema, whose name is a type. A parameter and a header have theirs in `schema`, so that
 * they may share a name with one; the type of a security scheme is none of JSON.
 */
function isSchema(entry: unknown): boolean {
  const { type = [] }: { type?: unknown } = Object(entry);
  const own = [type].flat();
  return (
    keywords.some((keyword) => keyword in Object(entry)) ||
    (own.length > 0 && own.every((each) => types.has(String(each))))
  );
}

/** What a resource group is: its tag, and where its paths are. */
const groupFile = "group.yaml";

/** All files of a folder that may declare schemas. */
async function schemaFiles(spec: URL, path: string, folder: string): Promise<SchemaFile[]> {
  const entries = await readdir(new URL(`${path}/`, spec));
  const paths = entries
    .filter((name) => name.endsWith(".yaml") && name !== groupFile)
    .toSorted()
    .map((name) => `${path}/${name}`);
  const texts = paths.map((each) => readText(new URL(each, spec), `spec/${each}`));
  return (await Promise.all(texts)).map((text, index) => ({ folder, path: paths[index] ?? "", text }));
}
