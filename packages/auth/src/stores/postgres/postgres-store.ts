import type { TokenStore } from "../../store/token-store.ts";
import type { PostgresListen } from "./listen.ts";
import { namesOf } from "./names.ts";
import type { PostgresQuery } from "./postgres-schema.ts";
import { statementsFor } from "./statements.ts";
import { serverStore, type ServerStoreOptions } from "../shared/server-store.ts";
import { parseRecord } from "../shared/session-record.ts";

export { listenWith, type ListeningClient, type PostgresListen, type PostgresNotification } from "./listen.ts";
export { migratePostgres, postgresSchema, type PostgresQuery } from "./postgres-schema.ts";

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions extends ServerStoreOptions {
  /** Runs one statement, outside any transaction: `(sql, params) => pool.query(sql, params)`. */
  readonly query: PostgresQuery;
  /** Names the session, one per user and service. Told to everybody who listens to the channel, so no secret. */
  readonly key: string;
  /** Hears of the commits of others: `listenWith(client)` for `pg`, `(...given) => db.listen(...given)` for PGlite. */
  readonly listen?: PostgresListen;
  /** Table of the records, optionally with its schema; the locks are in `<table>_locks`. Default `fleet_api_sessions`. */
  readonly table?: string;
}

/**
 * Keeps a session in PostgreSQL (from 12) or PGlite, shared by every process that uses the key; the tables are those
 * of `postgresSchema`. Commits are compare-and-swap on the row. The lock is a row that ends by itself, not an advisory
 * lock: that would belong to one connection, and pools and connection poolers hand each statement to any of theirs,
 * while all users of a PGlite share a single one, for which it would exclude nobody. Throws `invalid_option`.
 */
export function postgresStore({ query, key, listen, table, ...options }: PostgresStoreOptions): TokenStore {
  const names = namesOf(table);
  const sql = statementsFor(names);
  const run = async (statement: string, ...params: unknown[]): Promise<readonly unknown[]> =>
    (await query(statement, params)).rows;

  return serverStore(
    {
      what: "the postgres store",
      read: async () => parseRecord(recordOf(await run(sql.read, key))),
      async commit(expectedRev, next) {
        const given = [key, next.rev, JSON.stringify(next), names.channel];
        const write = expectedRev === 0 ? run(sql.insert, ...given) : run(sql.update, ...given, expectedRev);
        return write.then((rows) => rows.length === 1, falseIfOvertaken);
      },
      leaseOf(name, leaseMs) {
        const lock = `${key}:${name}`;
        return {
          take: async (proof) => (await run(sql.take, lock, leaseMs, proof)).length === 1,
          extend: (proof) => run(sql.extend, lock, leaseMs, proof),
          release: (proof) => run(sql.release, lock, proof),
        };
      },
      subscribe:
        listen &&
        ((heard) =>
          listen(names.channel, (payload) => {
            if (payload === key) heard();
          })),
    },
    options,
  );
}

/** Where transactions are serializable by default, the loser of a race hears `serialization_failure`. */
function falseIfOvertaken(error: unknown): false {
  if (error instanceof Error && "code" in error && error.code === "40001") return false;
  throw error;
}

function recordOf([row]: readonly unknown[]): string {
  return typeof row === "object" && row !== null && "record" in row ? String(row.record) : "";
}
