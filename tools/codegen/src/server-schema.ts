import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { type Artefact, builtFolders, rootUrl } from "./artefact.ts";
import { banner } from "./banner.ts";
import { orMissing } from "./disk.ts";

const folder = "packages/server/src/db";

/** A file of the server's schema, by its name without `.sql`. */
export interface SqlText {
  readonly name: string;
  readonly sql: string;
}

/** The SQL of the server's schema: steps in their order, and functions as they are now. */
export interface SchemaTexts {
  readonly migrations: readonly SqlText[];
  readonly functions: readonly SqlText[];
}

/** Reads the schema of the server below `root`; nothing where the server is not, as in the workspaces of benches. */
export async function readServerSchema(root: URL = rootUrl): Promise<SchemaTexts> {
  const read = async (kind: string): Promise<SqlText[]> => {
    const url = new URL(`${folder}/${kind}/`, root);
    const names = (await orMissing(readdir(url), [])).filter((name) => name.endsWith(".sql"));
    return Promise.all(
      names.toSorted().map(async (name) => {
        return { name: name.slice(0, -".sql".length), sql: await readFile(new URL(name, url), "utf8") };
      }),
    );
  };
  return { migrations: await read("migrations"), functions: await read("functions") };
}

/** The SQL files as a module, because a server inside a page has no files to read. */
export function emitServerSchema({ migrations, functions }: SchemaTexts): Artefact[] {
  if (migrations.length === 0) return [];
  const text = [
    banner(`${folder}/`, "add a migration, or change a function"),
    "\n/** The steps of the schema in their order, each with the SHA-256 of its SQL. */\n",
    `export const migrations = [\n${migrations.map(fileRow).join("")}];\n`,
    "\n/** The functions of the schema by subject, each file with the SHA-256 of its SQL. */\n",
    `export const functions = [\n${functions.map(fileRow).join("")}];\n`,
  ];
  return [{ path: `${builtFolders.server}/schema.ts`, text: text.join(""), checkedIn: false }];
}

function fileRow({ name, sql }: SqlText): string {
  const text = sql.replaceAll("\r\n", "\n");
  const checksum = createHash("sha256").update(text).digest("hex");
  return `  {\n    name: ${JSON.stringify(name)},\n    checksum: "${checksum}",\n    sql: ${JSON.stringify(text)},\n  },\n`;
}
