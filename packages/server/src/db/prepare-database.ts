import type { Log } from "../platform/log.ts";
import type { Db } from "./db.ts";
import { MigrationError } from "./errors.ts";
import { SCHEMA_LOCK } from "./migrate.ts";
import { APP_ROLE, LOGIN_ROLE } from "./roles.ts";

/** Oldest major version that the SQL of this program runs on. */
const OLDEST = 15;

/**
 * Checks that a database can be used, before anything is written to it. Strings are compared and sorted by one collation, so
 * that the locale of a database decides nothing.
 * @throws MigrationError for an older PostgreSQL, another encoding than UTF-8, and without that collation
 */
export async function requireUsableDatabase(owner: Db): Promise<void> {
  const [server] = await owner.query<{ version: number; encoding: string; collation: boolean }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
       exists (select from pg_collation where collname = 'und-x-icu' and collnamespace = 'pg_catalog'::regnamespace)
         as collation`,
  );
  const { version = 0, encoding = "", collation = false } = server ?? {};
  if (version < OLDEST) {
    throw new MigrationError(
      `The database is PostgreSQL ${version}; this program needs PostgreSQL ${OLDEST} or newer.`,
    );
  }
  if (encoding !== "UTF8") {
    throw new MigrationError(
      `The database has the encoding ${encoding}; this program needs UTF8. Create the database with: create database ... encoding 'UTF8' template template0.`,
    );
  }
  if (!collation) {
    throw new MigrationError(
      "The database lacks the collation und-x-icu; this program needs a PostgreSQL server that was built with ICU, as the usual packages are.",
    );
  }
}

/**
 * Takes the right to make temporary tables from the roles of requests, which never need one: such a table could take the
 * place of one of the schema. Rights on a database are not copied with it, so every start looks.
 */
export async function revokeTemporaryTables(owner: Db, log: Log): Promise<void> {
  if (!(await mayMakeTemporaryTables(owner))) return;
  // Two servers that start at the same time would change one row of the catalogue at once, which PostgreSQL refuses.
  await owner.script(`do $$ begin
      perform pg_advisory_xact_lock(${SCHEMA_LOCK});
      execute format('revoke temporary on database %I from public, ${LOGIN_ROLE}, ${APP_ROLE}', current_database());
    exception when insufficient_privilege then null;
    end $$`);
  if (await mayMakeTemporaryTables(owner)) {
    log.warn(
      "requests may make temporary tables; as the owner of the database: revoke temporary on database ... from public",
    );
  }
}

async function mayMakeTemporaryTables(owner: Db): Promise<boolean> {
  const [held] = await owner.query<{ held: boolean }>(
    `select bool_or(has_database_privilege(role, current_database(), 'temporary')) as held
     from unnest(array['${LOGIN_ROLE}', '${APP_ROLE}']) role`,
  );
  return held?.held === true;
}
