import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { createWebServer, manualClock, openInlineDatabase, seededRandom } from "@fleet-api/server/web";
import { packTar } from "modern-tar";
import { SANDBOX_KEY, SEEDED_AT } from "../seeded.ts";
import { pgliteFile, trimmedData } from "./pglite-files.ts";
import type { PREPARED_FILES } from "./prepared-files.ts";

/** Makes the files of the sandbox that do not depend on the site. It changes the clock of its process. */
export async function prepareFiles(): Promise<Record<keyof typeof PREPARED_FILES, Uint8Array>> {
  const compress = (bytes: Uint8Array): Uint8Array => gzipSync(bytes, { level: 9 });
  return {
    pglite: compress(await readFile(pgliteFile("pglite.wasm"))),
    data: compress(await trimmedData()),
    template: compress(await makeTemplate()),
  };
}

const DATA = "/pglite/data";

/** Small segments of the log, and new ones in place of old ones with new names, whose rest would not be empty. */
const INITDB = ["--wal-segsize=1", "-c", "wal_recycle=off", "-c", "shared_buffers=4MB"];

/** The template databases of initdb: PGlite never makes another database from them. */
const UNUSED = /^base\/(?:1|4)\//;

/**
 * What nobody reads in the sandbox: comments, statistics, the standard's views of the catalog, the log of the seeding. The
 * feed of changes begins a new epoch in each page. Positions are seeded again in each page: they are in partitions of months, so
 * they cannot be moved in place.
 */
const SHRINK = [
  "truncate audit_log, changes, change_horizons, change_feed, latest_positions",
  `do $$ declare one record; begin
    for one in select oid::regclass as name from pg_class where relispartition and relkind = 'r' loop
      execute format('drop table %s', one.name);
    end loop;
  end $$`,
  "insert into change_feed (epoch) values ('00000000-0000-0000-0000-000000000000')",
  "drop schema information_schema cascade",
  "delete from pg_description",
  "vacuum (full, freeze)",
  "delete from pg_statistic",
  "vacuum (full) pg_statistic",
  "select pg_switch_wal()",
  "checkpoint",
];

/**
 * The demo fleet in a migrated database that was closed, as a tar archive that PGlite opens. The same code gives the same
 * bytes. It changes the clock of its process.
 */
export async function makeTemplate(): Promise<Uint8Array> {
  const random = seededRandom(SEEDED_AT);
  fixWorld((bytes) => bytes.set(random.bytes(bytes.length)));
  const clock = manualClock(new Date(SEEDED_AT));
  const pglite = await PGlite.create({ initDbStartParams: INITDB });
  const { FS } = pglite.Module;
  const database = await openInlineDatabase(pglite, { clock });
  const server = await createWebServer({ database, demo: true, clock, random, secretKey: SANDBOX_KEY });
  for (const sql of SHRINK) await server.db.query(sql);
  await server.close();
  const names = namesBelow(FS, DATA).toSorted((a, b) => (a < b ? -1 : 1));
  const current = names.findLast((name) => isLog(name));
  return packTar(
    names.filter((name) => !UNUSED.test(name) && (!isLog(name) || name === current)).map((name) => entryOf(FS, name)),
  );
}

type Files = PGlite["Module"]["FS"];

/** Files and folders below a folder; folders end with a slash. */
function namesBelow(files: Files, folder: string): string[] {
  const children: string[] = files.readdir(folder).filter((name: string) => name !== "." && name !== "..");
  return children.flatMap((name) => {
    const path = `${folder}/${name}`;
    const relative = path.slice(DATA.length + 1);
    return files.isDir(files.stat(path).mode) ? [`${relative}/`, ...namesBelow(files, path)] : [relative];
  });
}

function isLog(name: string): boolean {
  return /^pg_wal\/[\dA-F]{24}$/.test(name);
}

function entryOf(files: Files, name: string) {
  const mtime = new Date(SEEDED_AT);
  if (name.endsWith("/")) return { header: { name, type: "directory" as const, size: 0, mtime } };
  const body = files.readFile(`${DATA}/${name}`);
  return { header: { name, size: body.length, mtime }, body };
}

/**
 * Stops the time of this process and makes its randomness repeatable. PostgreSQL writes both into its files (the identity of
 * the database, times of commits), and PGlite has no options for them; so a template is made in a process of its own.
 */
function fixWorld(fill: (bytes: Uint8Array) => void): void {
  Date.now = () => SEEDED_AT;
  const nodeCrypto: { randomFillSync: unknown } = createRequire(import.meta.url)("node:crypto");
  nodeCrypto.randomFillSync = (view: Uint8Array) => {
    fill(view);
    return view;
  };
}
