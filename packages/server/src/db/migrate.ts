import * as built from "../built/schema.ts";
import type { Db } from "./db.ts";
import { DbError, MigrationError } from "./errors.ts";

/** A file of SQL with what it is known by. */
export interface SqlFile {
  /** File name without `.sql`; that of a migration begins with its number, for example `0001_database_roles`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the SQL as hex. */
  readonly checksum: string;
}

/** What a database is made of. */
export interface Schema {
  /** Forward steps in their order: tables with their indexes, triggers, policies and grants. Each is applied once. */
  readonly migrations: readonly SqlFile[];
  /** Functions by subject, as they are now. A file is applied whenever its text has changed. */
  readonly functions: readonly SqlFile[];
}

/** Whoever changes the schema holds it. Any number will do, as long as every version of the program takes the same one. */
export const SCHEMA_LOCK = 4_127_011_909;

const recordTables = `
  create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null);
  create table if not exists schema_functions (
    name text primary key, checksum text not null, applied_at timestamptz not null);`;

/**
 * Brings the schema forward, in one transaction and under a lock, so that of several processes one
 * does it and the others find it done. Changed functions come first, because migrations use them; their bodies are not
 * checked, because they may name tables that a migration makes. Returns the names of the migrations that were applied.
 * @throws MigrationError when the database was made by other or newer migrations, and for a file that PostgreSQL refuses,
 * with its name and line; the database is left as it is
 */
export async function migrate(db: Db, now: Date, schema: Schema = built): Promise<string[]> {
  // Most starts find nothing to do, and then need no more rights than to see it.
  if (isComplete(await readPending(db, schema))) return [];
  return db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [SCHEMA_LOCK]);
    await tx.script(recordTables);
    const pending = await readPending(tx, schema);
    await tx.script("set local check_function_bodies = off");
    for (const file of pending.functions) {
      await applyFile(tx, "functions", file);
      await tx.query(
        `insert into schema_functions (name, checksum, applied_at) values ($1, $2, $3)
         on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`,
        [file.name, file.checksum, now],
      );
    }
    for (const file of pending.migrations) {
      await applyFile(tx, "migrations", file);
      await tx.query("insert into schema_migrations (name, checksum, applied_at) values ($1, $2, $3)", [
        file.name,
        file.checksum,
        now,
      ]);
    }
    return pending.migrations.map(({ name }) => name);
  });
}

/** Executes the SQL of a file. What says that the database is away or busy is thrown as it is. */
async function applyFile(tx: Pick<Db, "script">, folder: keyof Schema, { name, sql }: SqlFile): Promise<void> {
  try {
    await tx.script(sql);
  } catch (error) {
    if (!(error instanceof DbError && error.isDefect)) throw error;
    const { position } = error.fields;
    const line = position === undefined ? "" : `, line ${lineAt(sql, Number(position))}`;
    throw new MigrationError(`${folder}/${name}.sql${line}: ${error.message}. Nothing was changed.`, { cause: error });
  }
}

/** The line of a position of PostgreSQL, which counts code points from 1. */
function lineAt(sql: string, position: number): number {
  return (
    Array.from(sql)
      .slice(0, position - 1)
      .filter((character) => character === "\n").length + 1
  );
}

interface Applied {
  readonly name: string;
  readonly checksum: string;
}

function isComplete({ migrations, functions }: Schema): boolean {
  return migrations.length + functions.length === 0;
}

/** What the database lacks of a schema. */
async function readPending(db: Db, { migrations, functions }: Schema): Promise<Schema> {
  const applied = await readApplied(db, "schema_migrations");
  checkApplied(applied, migrations);
  const current = new Map((await readApplied(db, "schema_functions")).map(({ name, checksum }) => [name, checksum]));
  return {
    migrations: migrations.slice(applied.length),
    functions: functions.filter(({ name, checksum }) => current.get(name) !== checksum),
  };
}

async function readApplied(db: Db, table: "schema_migrations" | "schema_functions"): Promise<Applied[]> {
  const [found] = await db.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [table]);
  return found?.exists === true
    ? db.query<Applied>(`select name, checksum from ${table} order by name collate "C"`)
    : [];
}

function checkApplied(applied: readonly Applied[], migrations: readonly SqlFile[]): void {
  for (const [index, { name, checksum }] of applied.entries()) {
    const known = migrations[index];
    if (known === undefined) {
      throw new MigrationError(
        `The database has the migration ${name}, which this program does not know. Use a newer program.`,
      );
    }
    if (known.name !== name) {
      throw new MigrationError(
        `The database was made by another version: it has the migration ${name} where this program has ${known.name}. Nothing was changed. Use the program that made it, or an empty database.`,
      );
    }
    if (known.checksum !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after it had been applied to this database. Restore its file and put the change into a new migration.`,
      );
    }
  }
}
