import { migrations as allMigrations } from "../built/migrations.ts";
import type { Db } from "./db.ts";
import { MigrationError } from "./errors.ts";

/** One forward step of the schema. */
export interface Migration {
  /** File name in `migrations/` without `.sql`, for example `0001_init`; its number is its place. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the SQL as hex. */
  readonly checksum: string;
}

/** Any number will do, as long as every version of the program takes the same one. */
const MIGRATION_LOCK = 4_127_011_909;

/**
 * Brings the schema forward, in one transaction and under a lock, so that of several processes one
 * does it and the others find it done. Returns the names of the migrations that were applied.
 * @throws MigrationError when the database was made by other or newer migrations
 */
export async function migrate(db: Db, now: Date, migrations: readonly Migration[] = allMigrations): Promise<string[]> {
  // Most starts find nothing to do, and then need no more rights than to see it.
  if (await isMigrated(db, migrations)) return [];
  return db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await tx.script(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null)`);
    const applied = await readApplied(tx);
    checkApplied(applied, migrations);
    const pending = migrations.slice(applied.length);
    for (const migration of pending) {
      await tx.script(migration.sql);
      await tx.query("insert into schema_migrations (name, checksum, applied_at) values ($1, $2, $3)", [
        migration.name,
        migration.checksum,
        now,
      ]);
    }
    return pending.map((migration) => migration.name);
  });
}

interface Applied {
  readonly name: string;
  readonly checksum: string;
}

async function isMigrated(db: Db, migrations: readonly Migration[]): Promise<boolean> {
  const [table] = await db.query<{ found: boolean }>("select to_regclass('schema_migrations') is not null as found");
  if (table?.found !== true) return false;
  const applied = await readApplied(db);
  checkApplied(applied, migrations);
  return applied.length === migrations.length;
}

function readApplied(db: Db): Promise<Applied[]> {
  return db.query<Applied>("select name, checksum from schema_migrations order by name");
}

function checkApplied(applied: readonly Applied[], migrations: readonly Migration[]): void {
  for (const [index, { name, checksum }] of applied.entries()) {
    const known = migrations[index];
    if (known === undefined) {
      throw new MigrationError(
        `The database has the migration ${name}, which this program does not know. Use a newer program.`,
      );
    }
    if (known.name !== name) {
      throw new MigrationError(
        `The database has the migration ${name} where this program has ${known.name}. Migrations are only ever added at the end.`,
      );
    }
    if (known.checksum !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after it had been applied to this database. Restore its file and put the change into a new migration.`,
      );
    }
  }
}
