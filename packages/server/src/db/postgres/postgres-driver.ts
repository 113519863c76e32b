import { setTimeout as wait } from "node:timers/promises";
import type { PoolClient, PoolConfig } from "pg";
import pg from "pg";
import type { Connection, Driver } from "../driver.ts";
import type { DbErrorFields } from "../errors.ts";
import { DbAbortedError, DbClosedError, DbError, DbTimeoutError, DbUnavailableError } from "../errors.ts";
import { Plans } from "../protocol/plans.ts";
import type { ResultSet, Statement } from "../query.ts";
import { BatchQuery } from "./batch-query.ts";

/** How a PostgreSQL server is used. */
export interface PostgresOptions {
  readonly url: string;
  /** Settings that every connection starts with, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** Most connections at once. */
  readonly maxConnections: number;
  /** Most callers that wait for a connection; more are refused at once. */
  readonly maxWaiting: number;
  /** How long a caller waits for a connection, in ms. */
  readonly connectLimitMs: number;
  readonly statementLimitMs: number;
  /** Told of connections that broke while nobody used them. */
  readonly onIdleError: (error: Error) => void;
}

/** How long after the limit of a statement the server may take to say that it ended it. */
const SILENCE_MS = 5000;

/** After a request to cancel, how long until the next one. */
const CANCEL_AGAIN_MS = 100;

/** PostgreSQL through `pg`: a pool whose queue is bounded. */
export class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #options: PostgresOptions;
  readonly #plans = new WeakMap<PoolClient, Plans>();
  #closing: Promise<void> | null = null;

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.#pool = new pg.Pool(poolConfig(options));
    this.#pool.on("error", options.onIdleError);
    // A connection may break between two listeners, while it is handed out; its next statement says so.
    this.#pool.on("connect", (client) => client.on("error", () => undefined));
  }

  batch(statements: readonly Statement[], signal?: AbortSignal): Promise<readonly ResultSet[]> {
    return this.hold(async (connection) => {
      try {
        return await connection.batch(statements);
      } catch (error) {
        // A connection that is lost has no transaction any more.
        if (!(error instanceof DbUnavailableError)) await connection.script("rollback");
        throw error;
      }
    }, signal);
  }

  hold<T>(work: (connection: Connection) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return signal === undefined ? this.#use(work) : unlessAborted(signal, () => this.#use(work, signal));
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end();
    return this.#closing;
  }

  async #connect(): Promise<PoolClient> {
    if (this.#closing !== null) throw new DbClosedError("The database is closed.");
    if (this.#pool.waitingCount >= this.#options.maxWaiting) {
      throw new DbUnavailableError("Too many requests wait for a connection to the database.");
    }
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw mapPgError(error, { whileConnecting: true });
    }
  }

  #plansOf(client: PoolClient): Plans {
    let plans = this.#plans.get(client);
    if (plans === undefined) this.#plans.set(client, (plans = new Plans()));
    return plans;
  }

  async #use<T>(work: (connection: Connection) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const client = await this.#connect();
    const { statementLimitMs } = this.#options;
    const silenceMs = statementLimitMs === 0 ? 0 : statementLimitMs + SILENCE_MS;
    const connection = new PooledConnection(client, this.#plansOf(client), silenceMs);
    let cancelled = Promise.resolve();
    const ended = new AbortController();
    const cancel = (): void => void (cancelled = this.#cancel(client, ended.signal));
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      if (signal?.aborted === true) throw new DbAbortedError();
      return await work(connection);
    } finally {
      signal?.removeEventListener("abort", cancel);
      ended.abort();
      // A request to cancel that comes late must not meet the statement of the next caller.
      await cancelled;
      connection.release();
    }
  }

  /**
   * Asks the server to end what the connection does, until it has: a request that comes before the statement does nothing.
   * Best effort: the statement has a limit anyway.
   */
  async #cancel(client: PoolClient & { readonly processID?: number }, ended: AbortSignal): Promise<void> {
    // Under the login itself: the role of requests may not end what the login does.
    const canceller = new pg.Client(clientConfig({ ...this.#options, settings: {} }));
    canceller.on("error", () => undefined);
    try {
      await canceller.connect();
      while (!ended.aborted) {
        await canceller.query("select pg_cancel_backend($1)", [client.processID]);
        await wait(CANCEL_AGAIN_MS, undefined, { signal: ended }).catch(() => undefined);
      }
    } catch (error) {
      this.#options.onIdleError(mapPgError(error, { whileConnecting: true }));
    } finally {
      await canceller.end().catch(() => undefined);
    }
  }
}

/** A connection of the pool, while somebody has it. */
class PooledConnection implements Connection {
  readonly #client: PoolClient;
  readonly #plans: Plans;
  /** A connection that does not answer for so long is lost; 0 waits for ever. */
  readonly #silenceMs: number;
  readonly #onError = (error: Error): void => void (this.#broken = error);
  #broken: Error | undefined;

  constructor(client: PoolClient, plans: Plans, silenceMs: number) {
    this.#client = client;
    this.#plans = plans;
    this.#silenceMs = silenceMs;
    client.on("error", this.#onError);
  }

  /** Hands the connection back; one that broke is closed instead. */
  release(): void {
    this.#client.off("error", this.#onError);
    this.#client.release(this.#broken);
  }

  async batch(statements: readonly Statement[]): Promise<readonly ResultSet[]> {
    // Outside of `#run`: what cannot be encoded says nothing of the connection.
    const query = new BatchQuery(statements, this.#plans);
    return this.#run(() => this.#client.query(query).answered);
  }

  async script(sql: string): Promise<string> {
    try {
      return await this.#run(async () => {
        const results = [await this.#client.query(sql)].flat();
        return results.at(-1)?.command ?? "";
      });
    } catch (error) {
      // A commit or rollback that failed may have left its transaction open.
      this.#broken ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }

  async #run<T>(action: () => Promise<T>): Promise<T> {
    const limit = this.#silenceMs > 0 ? setTimeout(() => this.#cut(), this.#silenceMs) : undefined;
    try {
      return await action();
    } catch (error) {
      const mapped = mapPgError(error);
      // A connection that cannot be trusted any more is not handed back.
      if (!(error instanceof pg.DatabaseError) || mapped instanceof DbUnavailableError) this.#broken ??= mapped;
      throw mapped;
    } finally {
      clearTimeout(limit);
    }
  }

  /** The server ends statements at their limit, so one that says nothing is not there any more. */
  #cut(): void {
    const { connection }: { readonly connection?: { readonly stream: { destroy(error: Error): void } } } = this.#client;
    connection?.stream.destroy(new Error("the connection does not answer"));
  }
}

/** Lets the caller go as soon as the signal aborts, whatever the action still does. */
async function unlessAborted<T>(signal: AbortSignal, action: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw new DbAbortedError();
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new DbAbortedError());
    signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([action(), aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function clientConfig({ url, settings, statementLimitMs, connectLimitMs }: PostgresOptions): pg.ClientConfig {
  const words = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  // What stands in the URL replaces what stands here, so its options are taken out and come first: of two the last counts.
  const address = new URL(url);
  const own = address.searchParams.get("options");
  address.searchParams.delete("options");
  // `pg` checks the certificate in these modes as well, but warns that a later version will not.
  const mode = address.searchParams.get("sslmode") ?? "";
  const asLibpq = address.searchParams.get("uselibpqcompat") === "true";
  if (["prefer", "require", "verify-ca"].includes(mode) && !asLibpq) address.searchParams.set("sslmode", "verify-full");
  return {
    connectionString: address.href,
    options: [...(own === null ? [] : [own]), ...words].join(" "),
    statement_timeout: statementLimitMs,
    connectionTimeoutMillis: connectLimitMs,
    application_name: "fleet-server",
    keepAlive: true,
  };
}

function poolConfig(options: PostgresOptions): PoolConfig {
  return { ...clientConfig(options), max: options.maxConnections, idleTimeoutMillis: 30_000 };
}

/** SQLSTATEs and classes of them with which the server says that it cannot serve now. */
const unavailable = /^(?:08|57P0|53)/;

/** Where the server finds that a table changed under a kept plan (0A000); a new connection has no plans yet. */
const stalePlan = "RevalidateCachedQuery";

/**
 * Maps an error of `pg`: to DbError when the server refused a statement, else to an error of the connection. The
 * message of the latter says nothing of the address or the user.
 */
function mapPgError(error: unknown, { whileConnecting = false } = {}): Error {
  if (error instanceof pg.DatabaseError) {
    const { code = "XX000", message, routine } = error;
    if (unavailable.test(code) || whileConnecting || routine === stalePlan) {
      return new DbUnavailableError(`The database refuses: ${message} (${code})`, { cause: error });
    }
    // By its limit, or by an administrator.
    if (code === "57014") return new DbTimeoutError({ cause: error });
    return new DbError(message, fieldsOf(error, code));
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new DbUnavailableError(`The database cannot be reached: ${reason}`, { cause: error });
}

function fieldsOf(error: pg.DatabaseError, code: string): DbErrorFields {
  const { detail, hint, table, column, constraint, position } = error;
  const known = Object.entries({ detail, hint, table, column, constraint, position });
  return { code, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
}
