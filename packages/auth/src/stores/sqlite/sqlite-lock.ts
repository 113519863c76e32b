import type { DatabaseSync } from "node:sqlite";
import type { LeaseStorage } from "../file/lease.ts";
import type { Run } from "./connection.ts";

/**
 * A lock as a row of the lock table. Every step is one statement, so it happens whole or not at all. `signal` ends the
 * waiting for a busy database, except for a holder that beats or releases.
 */
export function sqliteLock(run: Run, name: string, signal: AbortSignal): LeaseStorage {
  const change = (sql: string, values: string[], waiting?: AbortSignal): Promise<boolean> =>
    run((database) => database.prepare(sql).run(...values).changes !== 0, waiting);
  const peek = (): Promise<string | undefined> => run((database) => seenIn(database, name), signal);
  return {
    label: `lock "${name}" of the token store`,
    peek,
    async evict(seen) {
      await change("delete from fleet_locks_1 where name = ? and nonce || ' ' || beats = ?", [name, seen], signal);
    },
    async take(nonce) {
      // Looking first keeps waiters from queueing up as writers.
      if ((await peek()) !== undefined) return undefined;
      if (!(await change("insert into fleet_locks_1 values (?, ?, 0) on conflict do nothing", [name, nonce], signal)))
        return undefined;
      return {
        nonce,
        async beat() {
          await change("update fleet_locks_1 set beats = beats + 1 where name = ? and nonce = ?", [name, nonce]);
        },
        async release() {
          await change("delete from fleet_locks_1 where name = ? and nonce = ?", [name, nonce]);
        },
      };
    },
  };
}

function seenIn(database: DatabaseSync, name: string): string | undefined {
  const row = database.prepare("select nonce || ' ' || beats as seen from fleet_locks_1 where name = ?").get(name);
  return typeof row?.["seen"] === "string" ? row["seen"] : undefined;
}
