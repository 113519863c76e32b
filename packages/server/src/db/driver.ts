import type { ResultSet, Statement } from "./query.ts";

/** A connection that the caller has to itself. */
export interface Connection {
  /**
   * Sends statements as one message with one Sync: after an error the rest of them is skipped.
   * @throws DbError
   */
  batch(statements: readonly Statement[]): Promise<readonly ResultSet[]>;
  /** Runs a script (simple query); returns the command tag of its last statement, for example `COMMIT`. */
  script(sql: string): Promise<string>;
}

/** What a kind of database has to offer. */
export interface Driver {
  /**
   * Sends statements that begin and end a transaction of their own, as one message with one Sync, on any connection.
   * A transaction that fails is rolled back before another caller sees the connection.
   */
  batch(statements: readonly Statement[], signal?: AbortSignal): Promise<readonly ResultSet[]>;
  /** Gives `work` a connection to itself; `work` ends the transactions that it begins. */
  hold<T>(work: (connection: Connection) => Promise<T>, signal?: AbortSignal): Promise<T>;
}
