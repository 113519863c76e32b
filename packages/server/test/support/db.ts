import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Db, OpenOptions } from "../../src/db/index.ts";
import { cachedTemplate, openDatabase } from "../../src/db/index.ts";

/** Where the snapshot lies that all test files start from; it is rebuilt when the schema changes. */
const templateDirectory = join(import.meta.dirname, "../../node_modules/.cache/fleet-api");

/** PGlite makes a whole database cluster on opening; a busy machine may take a while over it. */
const OPEN_LIMIT_MS = 120_000;

/**
 * One in-memory database for a test file, emptied before every test (ids start at 1 again).
 * `db()` is it.
 */
export function useDatabase(): () => Db {
  const database = useSharedDatabase();
  beforeEach(() => emptyDatabase(database()));
  return database;
}

/** As `useDatabase`, but never emptied: for suites whose tests only look at what was made once. */
export function useSharedDatabase(): () => Db {
  let opened: Db | null = null;
  beforeAll(async () => {
    opened = await openTestDatabase();
  }, OPEN_LIMIT_MS);
  afterAll(async () => {
    await opened?.close();
  }, OPEN_LIMIT_MS);
  return () => {
    if (opened === null) throw new Error("The database is there from beforeAll on.");
    return opened;
  };
}

/** A new in-memory database that the caller closes. */
export async function openTestDatabase(options: OpenOptions = {}): Promise<Db> {
  const template = await cachedTemplate(templateDirectory);
  return openDatabase({ kind: "memory" }, { template, ...options });
}

/** Empties all tables and starts their ids anew; the schema stays. */
export async function emptyDatabase(db: Db): Promise<void> {
  const tables = await db.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> 'schema_migrations'`,
  );
  const names = tables.map((table) => table.name).join(", ");
  await db.query(`truncate ${names} restart identity cascade`);
}
