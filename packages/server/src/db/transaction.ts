import type { Connection } from "./driver.ts";
import { commitError, DbClosedError, DbError, isDatabaseFailure } from "./errors.ts";
import type { Query, ResultSet, Results, Statement } from "./query.ts";

/** How long a statement waits for a lock that another transaction holds: shorter than others wait for their turn. */
export const LOCK_LIMIT = "1500ms";

/**
 * Runs `work` after the statements of `begin` and commits; rolls back when it rejects.
 * @throws DbUnconfirmedError when the answer to the commit was lost; DbError when `work` swallowed an error of the database, which has rolled back then
 */
export async function inTransaction<T>(
  connection: Connection,
  begin: readonly Statement[],
  work: (open: OpenConnection) => Promise<T>,
): Promise<T> {
  const open = new OpenConnection(connection);
  try {
    await connection.batch(begin);
    const result = await work(open);
    await open.end();
    open.requireEnd();
    const tag = await connection.script(open.commit).catch((error: unknown) => {
      throw commitError(error);
    });
    if (tag === "COMMIT") return result;
    throw new DbError("The transaction was rolled back: an error inside of it was not passed on.", { code: "25P02" });
  } catch (error) {
    await open.end();
    // A connection that is lost has no transaction any more.
    await connection.script("rollback").catch(() => undefined);
    throw error;
  }
}

/** What each query makes of its answer. */
export function readResults<const Queries extends readonly Query<unknown>[]>(
  queries: Queries,
  results: readonly ResultSet[],
): Results<Queries> {
  const read = queries.map((query, index) => {
    const result = results[index];
    if (result === undefined) throw new DbError("The database left a statement unanswered.", { code: "XX000" });
    return query.read(result);
  });
  // One value for each query, of the type that its `read` returns.
  return read as Results<Queries>;
}

/** The connection while its transaction, or one of its savepoints, is open. */
export class OpenConnection implements Connection {
  readonly #connection: Connection;
  readonly #depth: number;
  readonly #shared: SharedState;
  #last: Promise<unknown> = Promise.resolve();
  #ended = false;
  #inner: OpenConnection | null = null;

  constructor(connection: Connection, depth = 0, shared: SharedState = { fatal: null, pending: [] }) {
    this.#connection = connection;
    this.#depth = depth;
    this.#shared = shared;
  }

  batch(statements: readonly Statement[]): Promise<readonly ResultSet[]> {
    return this.#use(async () => {
      const { pending } = this.#shared;
      const results = await this.#guarded(() => this.#connection.batch([...pending, ...statements]));
      return results.slice(pending.length);
    });
  }

  script(sql: string): Promise<string> {
    return this.#use(async () => {
      const { pending } = this.#shared;
      return this.#guarded(() => this.#connection.script(asScript(pending, sql)));
    });
  }

  /**
   * Runs `work` under a savepoint. When it rejects, what it changed is undone and the transaction goes on; but only after a
   * violated constraint or an error that is not the database's. Any other error of the database ends the whole transaction,
   * also where it is caught.
   */
  async savepoint<T>(work: (open: OpenConnection) => Promise<T>): Promise<T> {
    const refusal = this.#refusal();
    if (refusal !== null) throw refusal;
    const inner = new OpenConnection(this.#connection, this.#depth + 1, this.#shared);
    this.#inner = inner;
    await this.#last;
    const name = `s${inner.#depth}`;
    // Sent with the next statement: a savepoint costs no message of its own.
    this.#shared.pending.push({ sql: `savepoint ${name}`, params: [] });
    try {
      const result = await work(inner);
      await inner.end();
      inner.requireEnd();
      this.#shared.pending.push({ sql: `release savepoint ${name}`, params: [] });
      return result;
    } catch (error) {
      await inner.end();
      const undo = [`rollback to savepoint ${name}`, `release savepoint ${name}`];
      this.#shared.pending.push(...undo.map((sql) => ({ sql, params: [] })));
      throw error;
    } finally {
      this.#inner = null;
    }
  }

  /** After this, calls that were left running by the work are refused; those under way have been answered. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#inner?.end();
    await this.#last;
  }

  /** The script that commits it. */
  get commit(): string {
    return asScript(this.#shared.pending, "commit");
  }

  /** @throws the error of the database that ended the transaction, or DbError if a savepoint was left open */
  requireEnd(): void {
    if (this.#shared.fatal !== null) throw this.#shared.fatal;
    if (this.#inner !== null) throw misuse("A savepoint was left open. Wait for it to end.");
  }

  #refusal(): Error | null {
    if (this.#ended) return new DbClosedError(`The ${this.#depth === 0 ? "transaction" : "savepoint"} has ended.`);
    if (this.#shared.fatal !== null) return this.#shared.fatal;
    if (this.#inner === null) return null;
    return misuse("A savepoint is open. Inside of it use its `tx`, and wait for it to end.");
  }

  #use<T>(action: () => Promise<T>): Promise<T> {
    const refusal = this.#refusal();
    if (refusal !== null) return Promise.reject(refusal);
    // One after the other: the connection takes a message when the one before is answered.
    const result = this.#last.then(action);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Only a violated constraint leaves a transaction that can go on from a savepoint: any other error ends all of it. */
  async #guarded<T>(action: () => Promise<T>): Promise<T> {
    try {
      const result = await action();
      this.#shared.pending = [];
      return result;
    } catch (error) {
      if (!(error instanceof Error && isDatabaseFailure(error))) throw error; // It was not sent.
      this.#shared.pending = [];
      if (!(error instanceof DbError && error.isViolation)) this.#shared.fatal = error;
      throw error;
    }
  }
}

/** What a transaction shares with its savepoints. */
interface SharedState {
  /** The error of the database that ended the transaction. */
  fatal: Error | null;
  /** Savepoints that begin or end with the next message. */
  pending: Statement[];
}

function asScript(statements: readonly Statement[], last: string): string {
  return [...statements.map(({ sql }) => sql), last].join("; ");
}

function misuse(message: string): DbError {
  return new DbError(message, { code: "25001" });
}
