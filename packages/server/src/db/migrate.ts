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
export function migrate(db: Db, now: Date, migrations: readonly Migration[] = allMigrations): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await tx.script(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null)`);
    const applied = await tx.query<{ name: string; checksum: string }>(
      "select name, checksum from schema_migrations order by name",
    );
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

function checkApplied(applied: readonly { name: string; checksum: string }[], migrations: readonly Migration[]): void {
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
