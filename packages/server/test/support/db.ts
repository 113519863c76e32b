import { byTier } from "@fleet-api-tools/test-tier";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, inject, onTestFinished } from "vitest";
import type { Database, Db, OpenOptions } from "../../src/db/index.ts";
import { cachedTemplate, openDatabase } from "../../src/db/node.ts";
import type { DatabaseTarget } from "../../src/platform/config.ts";
import { createTestDatabase } from "./postgres.ts";

/** Where the snapshot lies that all test files start from; it is rebuilt when the schema changes. */
export const templateDirectory = join(import.meta.dirname, "../../node_modules/.cache/fleet-api");

/** Which database the suite runs on: that of its project. */
export const onPostgres = process.env["FLEET_TEST_DATABASE"] === "postgres";

/** A database for a test, migrated and empty, with what removes it. */
export interface TestTarget {
  readonly target: DatabaseTarget;
  /** The same as settings of a server. */
  readonly settings: Readonly<Record<string, unknown>>;
  remove(): Promise<void>;
}

/** A new database of the project's kind. */
export async function newDatabase(): Promise<TestTarget> {
  if (!onPostgres) return { target: { kind: "memory" }, settings: { memory: true }, remove: async () => {} };
  const { address, template } = inject("postgres");
  const { url, drop } = await createTestDatabase(address, template);
  return {
    target: { kind: "postgres", url, ownerUrl: url, maxConnections: 4 },
    settings: { database_url: url, database_connections: 4 },
    remove: drop,
  };
}

/** A database for a test file. */
export interface UsedDatabase {
  (): Db;
  /** The database whose owner `()` is. */
  readonly database: () => Database;
}

/**
 * One database for a test file, emptied before every test (ids start at 1 again).
 * `db()` is its owner, `db.database()` itself.
 */
export function useDatabase(): UsedDatabase {
  const used = useSharedDatabase();
  beforeEach(() => emptyDatabase(used()));
  return used;
}

/** As `useDatabase`, but never emptied: for suites whose tests only look at what was made once. */
export function useSharedDatabase(): UsedDatabase {
  let opened: Database | null = null;
  let remove = async (): Promise<void> => {};
  beforeAll(async () => {
    const made = await newDatabase();
    remove = made.remove;
    opened = await openTestDatabase({}, made.target);
  });
  afterAll(async () => {
    await opened?.close();
    await remove();
  });
  const database = (): Database => {
    if (opened === null) throw new Error("The database is there from beforeAll on.");
    return opened;
  };
  return Object.assign(() => database().owner, { database });
}

/** A new database that the caller closes; in memory unless a target is given. */
export async function openTestDatabase(
  options: OpenOptions = {},
  target: DatabaseTarget = { kind: "memory" },
): Promise<Database> {
  return openDatabase(target, { template: await cachedTemplate(templateDirectory), ...options });
}

/** A new database of the project's kind for one test; `maxConnections` matters to PostgreSQL only. */
export async function openNewDatabase(
  options: OpenOptions = {},
  { maxConnections = 4 }: { readonly maxConnections?: number } = {},
): Promise<Database> {
  const { target, remove } = await newDatabase();
  const database = await openTestDatabase(options, target.kind === "postgres" ? { ...target, maxConnections } : target);
  onTestFinished(async () => {
    await database.close();
    await remove();
  });
  return database;
}

/** Empties all tables and starts their ids anew; the schema stays. */
export async function emptyDatabase(db: Db): Promise<void> {
  const tables = await db.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename not in ('schema_migrations', 'schema_functions', 'change_feed', 'position_feed')`,
  );
  const names = tables.map((table) => table.name).join(", ");
  await db.query(`truncate ${names} restart identity cascade`);
  await db.query("update position_feed set batch = default, kept_after = default");
}

/** How often a property on a database is tried: a quarter of `all` on each push, because each try is slow. */
export function runs(all: number): number {
  return byTier(Math.ceil(all / 4), all);
}
