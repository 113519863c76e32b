/**
 * A store in PostgreSQL, for processes on many machines.
 *
 * @module
 */
import type { TokenStore } from "../../store/token-store.ts";
import { serverStore, type ServerStoreOptions, type StoredText } from "../shared/server-store.ts";
import type { PostgresListen } from "./listen.ts";
import { namesOf, type PostgresQuery } from "./postgres-schema.ts";
import { statementsFor } from "./statements.ts";

export { listenWith, type ListeningClient, type PostgresListen, type PostgresNotification } from "./listen.ts";
export { migratePostgres, postgresSchema, type PostgresQuery } from "./postgres-schema.ts";

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions extends ServerStoreOptions {
  /** Runs one statement, outside any transaction: `(sql, params) => pool.query(sql, params)`. */
  readonly query: PostgresQuery;
  /** Names the session, one per user and service. Sent to everybody who listens to the channel, so no secret. */
  readonly key: string;
  /** Hears of the commits of others: `listenWith(client)` for `pg`, `(...given) => db.listen(...given)` for PGlite. */
  readonly listen?: PostgresListen;
  /** Table of the records, optionally with its schema; the locks are in `<table>_locks`. Default `fleet_api_sessions`. */
  readonly table?: string;
}

/**
 * Keeps a session in PostgreSQL (from 12) or PGlite, shared by every process that uses the key; the tables are those
 * of `postgresSchema`. Commits are compare-and-swap on the row. The lock is a row that expires, not an advisory lock:
 * that would belong to one connection, and pools and connection poolers hand each statement to any of theirs, while all
 * users of a PGlite share a single one, for which it would exclude nobody.
 *
 * Rejects with `store_corrupt` once when the record is damaged (it is moved to the key `<key>.bad`), with `store_closed`
 * after `close()`, and with the error of `query`, without the parameters of the statement, otherwise. Throws
 * `invalid_option`.
 */
export function postgresStore({ query, key, listen, table, ...options }: PostgresStoreOptions): TokenStore {
  const names = namesOf(table);
  const sql = statementsFor(names);
  const run = async (statement: string, ...params: unknown[]): Promise<readonly unknown[]> =>
    (await query(statement, params)).rows;

  return serverStore(
    {
      label: "postgres store",
      read: async () => storedText(await run(sql.read, key)),
      quarantine: ({ rev }) => run(sql.quarantine, key, rev),
      quarantineName: `under the key "${key}.bad"`,
      commit(expectedRev, next) {
        const given = [key, next.rev, JSON.stringify(next), names.channel];
        return hasRow(expectedRev === 0 ? run(sql.insert, ...given) : run(sql.update, ...given, expectedRev));
      },
      leaseOf(name, leaseMs) {
        const lock = `${key}:${name}`;
        return {
          take: (owner) => hasRow(run(sql.take, lock, leaseMs, owner)),
          extend: (owner) => run(sql.extend, lock, leaseMs, owner),
          release: (owner) => run(sql.release, lock, owner),
        };
      },
      subscribe:
        listen &&
        ((changed) =>
          listen(names.channel, (payload) => {
            if (payload === key) changed();
          })),
    },
    options,
  );
}

/** Where transactions are serializable by default, the loser of a race gets `serialization_failure`. */
async function hasRow(rows: Promise<readonly unknown[]>): Promise<boolean> {
  try {
    return (await rows).length === 1;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "40001") return false;
    throw error;
  }
}

function storedText([row]: readonly unknown[]): StoredText | undefined {
  if (typeof row !== "object" || row === null) return undefined;
  const { rev, record }: { rev?: unknown; record?: unknown } = row;
  return { rev: String(rev), text: String(record) };
}
