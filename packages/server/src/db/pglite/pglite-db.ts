import { AsyncLocalStorage } from "node:async_hooks";
import type { Db, SqlValue } from "../db.ts";
import { DbClosedError, DbError } from "../errors.ts";
import { Connection } from "./connection.ts";
import { Gate } from "./gate.ts";
import { openLink } from "./link.ts";
import { rowsOf } from "./rows-of.ts";
import { runTransaction } from "./transaction.ts";

/** How a PGlite database is opened. */
export interface PgliteOptions {
  /** Directory of the database files; null keeps everything in memory. */
  readonly dataDir: string | null;
  /** Snapshot file that a new database starts from. @default null */
  readonly template?: string | null;
  /** A statement that runs longer is ended together with its worker, in milliseconds. @default 30000 */
  readonly statementLimitMs?: number;
  /** A transaction that stays open longer is rolled back, in milliseconds. @default 60000 */
  readonly transactionLimitMs?: number;
  /** Called once when a database in memory is lost with its worker; every later statement is refused. @default nothing */
  readonly onLost?: (error: DbClosedError) => void;
}

/** Whether the present call runs inside of a transaction of a database. */
interface Inside {
  readonly database: PgliteDb;
  active: boolean;
}

const inside = new AsyncLocalStorage<Inside>();

/**
 * `Db` over PGlite in a worker thread: one connection, on which single statements queue and
 * transactions take turns. When the worker ends, because a statement ran too long or memory ran out,
 * a database in a directory is reopened by the next statement; one in memory is lost and says so.
 */
export class PgliteDb implements Db {
  readonly #options: Required<PgliteOptions>;
  readonly #gate = new Gate();
  #connection: Promise<Connection> | null = null;
  /** Resolves when the previous thread has exited: two at work in one directory would destroy it. */
  #previousThread: Promise<unknown> = Promise.resolve();
  #lost: DbClosedError | null = null;
  #closing: Promise<void> | null = null;
  #statements = 0;

  constructor(options: PgliteOptions) {
    this.#options = {
      template: null,
      statementLimitMs: 30_000,
      transactionLimitMs: 60_000,
      onLost: () => {},
      ...options,
    };
  }

  /** How many statements and transactions ran so far; maintenance skips an idle database. */
  get statements(): number {
    return this.#statements;
  }

  /** Opens the worker now, instead of with the first statement. */
  async open(): Promise<void> {
    await this.#connect();
  }

  async query<T extends object = Record<string, unknown>>(sql: string, params: readonly SqlValue[] = []): Promise<T[]> {
    return rowsOf<T>(await this.#single((connection) => connection.rows(sql, params)));
  }

  queryText(sql: string, params: readonly SqlValue[] = []): Promise<string | null> {
    return this.#single((connection) => connection.text(sql, params));
  }

  async script(sql: string): Promise<void> {
    await this.#single(async (connection) => {
      await connection.script(sql);
      await connection.forgetPlans();
    });
  }

  async transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    this.#refuseInside();
    return this.#gate.exclusive(async () => {
      const connection = await this.#connect();
      const mark: Inside = { database: this, active: true };
      this.#statements += 1;
      try {
        return await runTransaction(connection, this.#options.transactionLimitMs, (tx) =>
          inside.run(mark, () => work(tx)),
        );
      } finally {
        mark.active = false;
      }
    });
  }

  /** The whole database as tar.gz; see `makeTemplate`. */
  snapshot(): Promise<Uint8Array> {
    return this.#single((connection) => connection.link.snapshot());
  }

  close(): Promise<void> {
    this.#closing ??= this.#gate.exclusive(async () => {
      const connection = await this.#connection?.catch(() => null);
      await connection?.link.close();
      await this.#previousThread;
    });
    return this.#closing;
  }

  #single<T>(action: (connection: Connection) => Promise<T>): Promise<T> {
    this.#refuseInside();
    return this.#gate.shared(async () => {
      const connection = await this.#connect();
      this.#statements += 1;
      return action(connection);
    });
  }

  /** With one connection, waiting for a turn inside of one's own turn would never end. */
  #refuseInside(): void {
    const mark = inside.getStore();
    if (mark?.active === true && mark.database === this) {
      throw new DbError("Inside of a transaction use its `tx`, not the database itself.", {
        code: "25001",
      });
    }
  }

  #connect(): Promise<Connection> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    if (this.#closing !== null && this.#connection === null) {
      return Promise.reject(new DbClosedError("The database is closed."));
    }
    this.#connection ??= this.#start();
    return this.#connection;
  }

  async #start(): Promise<Connection> {
    const { dataDir, template, statementLimitMs } = this.#options;
    try {
      await this.#previousThread;
      const link = await openLink({ dataDir, template }, statementLimitMs, (reason) => this.#disconnect(reason));
      this.#previousThread = link.exited;
      return new Connection(link);
    } catch (error) {
      // The next statement tries again.
      this.#connection = null;
      throw error;
    }
  }

  #disconnect(reason: Error): void {
    this.#connection = null;
    if (this.#closing !== null || this.#options.dataDir !== null) return;
    this.#lost = new DbClosedError(`The in-memory database is lost. ${reason.message}`);
    this.#options.onLost(this.#lost);
  }
}
