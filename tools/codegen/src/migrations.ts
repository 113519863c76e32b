import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { type Artefact, builtFolders, rootUrl } from "./artefact.ts";
import { banner } from "./banner.ts";
import { orMissing } from "./disk.ts";

const folder = "packages/server/src/db/migrations";

/** A step of the server's schema, by the name of its file without `.sql`. */
export interface MigrationText {
  readonly name: string;
  readonly sql: string;
}

/** The migrations of the server below `root`, in order; none where the server is not, as in the workspaces of benches. */
export async function readMigrations(root: URL = rootUrl): Promise<MigrationText[]> {
  const url = new URL(`${folder}/`, root);
  const names = (await orMissing(readdir(url), [])).filter((name) => name.endsWith(".sql"));
  return Promise.all(
    names.toSorted().map(async (name) => {
      return { name: name.slice(0, -".sql".length), sql: await readFile(new URL(name, url), "utf8") };
    }),
  );
}

/** The SQL files as a module, because a server inside a page has no files to read. */
export function emitMigrations(migrations: readonly MigrationText[]): Artefact[] {
  if (migrations.length === 0) return [];
  const items = migrations.map(({ name, sql }) => {
    const text = sql.replaceAll("\r\n", "\n");
    const checksum = createHash("sha256").update(text).digest("hex");
    return `  {\n    name: ${JSON.stringify(name)},\n    checksum: "${checksum}",\n    sql: ${JSON.stringify(text)},\n  },\n`;
  });
  const text = [
    banner(`${folder}/`, "add a migration"),
    "\n/** The steps of the schema in their order, each with the SHA-256 of its SQL. */\n",
    `export const migrations = [\n${items.join("")}];\n`,
  ];
  return [{ path: `${builtFolders.server}/migrations.ts`, text: text.join(""), checkedIn: false }];
}
