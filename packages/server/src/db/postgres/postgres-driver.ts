import type { PoolClient } from "pg";
import pg from "pg";
import type { Connection, Driver } from "../driver.ts";
import { DbAbortedError, DbClosedError, DbUnavailableError } from "../errors.ts";
import { Plans } from "../protocol/plans.ts";
import type { ResultSet, Statement } from "../query.ts";
import type { ServerAddress } from "./client-config.ts";
import { clientConfig } from "./client-config.ts";
import { connectError } from "./pg-errors.ts";
import { PooledConnection } from "./pooled-connection.ts";
import type { Cancellation, PgClient } from "./server-watch.ts";
import { ServerWatch } from "./server-watch.ts";
import type { RowTap } from "./tap-rows.ts";
import { tapRows } from "./tap-rows.ts";

/** How a PostgreSQL server is used. `connectLimitMs` also bounds the wait for a connection of the pool. */
export interface PostgresOptions extends ServerAddress {
  /** Most connections at once. */
  readonly maxConnections: number;
  /** Told of connections that broke while nobody used them, and of statements that could not be cancelled. */
  readonly onIdleError: (error: Error) => void;
}

/** How long after the limit of a statement the server may take to say that it ended it. */
const SILENCE_MS = 5000;

/** How long a connection that is not used any more may take to say goodbye. */
const GOODBYE_MS = 2000;

/** What belongs to a connection of the pool. */
interface Kept {
  readonly plans: Plans;
  readonly tap: RowTap;
  /** Which connections it was made with. */
  readonly generation: number;
}

/** PostgreSQL through `pg`. */
export class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #options: PostgresOptions;
  readonly #server: ServerWatch;
  readonly #kept = new WeakMap<PoolClient, Kept>();
  #generation = 0;
  #closing: Promise<void> | null = null;

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.#server = new ServerWatch(options, options.onIdleError);
    this.#pool = new pg.Pool({ ...clientConfig(options), max: options.maxConnections, idleTimeoutMillis: 30_000 });
    this.#pool.on("error", options.onIdleError);
    this.#pool.on("connect", (client) => {
      this.#kept.set(client, keepWith(client, this.#generation));
      // A connection may break between two listeners, while it is handed out; its next statement says so.
      client.on("error", () => undefined);
    });
  }

  batch(statements: readonly Statement[], signal?: AbortSignal): Promise<readonly ResultSet[]> {
    return this.hold(async (connection) => {
      try {
        return await connection.batch(statements);
      } catch (error) {
        // A connection that is lost has no transaction any more.
        if (!(error instanceof DbUnavailableError)) await connection.script("rollback").catch(() => undefined);
        throw error;
      }
    }, signal);
  }

  async hold<T>(work: (connection: Connection) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const client = await this.#connect();
    const { statementLimitMs } = this.#options;
    const connection = new PooledConnection(client, {
      kept: this.#kept.get(client) ?? keepWith(client, this.#generation),
      silenceMs: statementLimitMs === 0 ? 0 : statementLimitMs + SILENCE_MS,
      askServer: (asked) => this.#server.stateOf(asked),
    });
    let cancellation: Cancellation | undefined;
    const cancel = (): void => void (cancellation = this.#server.cancel(client));
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      if (signal?.aborted === true) throw new DbAbortedError();
      return await work(connection);
    } catch (error) {
      throw this.#isCurrent(client) ? error : ofThePast(error);
    } finally {
      signal?.removeEventListener("abort", cancel);
      // A request to cancel that comes late must not meet the statement of the next caller.
      await cancellation?.end();
      connection.leave();
      if (connection.broken !== undefined) discard(client, connection.broken);
      else client.release(!this.#isCurrent(client));
    }
  }

  /** Runs a script on a new connection outside of the pool. */
  probe(sql: string): Promise<void> {
    return this.#server.script(sql);
  }

  /** From now on only connections are used that are made from now on; those in use are closed after it. */
  renewConnections(): void {
    this.#generation += 1;
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end();
    return this.#closing;
  }

  async #connect(): Promise<PoolClient> {
    for (;;) {
      if (this.#closing !== null) throw new DbClosedError("The database is closed.");
      const client = await this.#take();
      if (this.#isCurrent(client)) return client;
      discard(client, new Error("the connection is from before a failure"));
    }
  }

  async #take(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw connectError(error);
    }
  }

  #isCurrent(client: PoolClient): boolean {
    return this.#kept.get(client)?.generation === this.#generation;
  }
}

function keepWith(client: PgClient, generation: number): Kept {
  if (client.connection === undefined) throw new TypeError("This version of pg does not show its connection.");
  return { plans: new Plans(), tap: tapRows(client.connection.stream), generation };
}

/** What happens to a connection from before a failure says nothing about the database as it is now. */
function ofThePast(error: unknown): unknown {
  if (!(error instanceof DbUnavailableError) || !error.failsReadiness) return error;
  const { code, losesAnswer } = error;
  return new DbUnavailableError(error.message, {
    cause: error,
    ...(code !== null && { code }),
    losesAnswer,
    failsReadiness: false,
  });
}

/** Closes a connection instead of handing it to the next caller; one that does not answer is not waited for. */
function discard(client: PoolClient & PgClient, reason: Error): void {
  const limit = setTimeout(() => client.connection?.stream.destroy(), GOODBYE_MS).unref();
  client.once("end", () => clearTimeout(limit));
  client.release(reason);
}
