import type { Connection } from "./driver.ts";
import { commitError, DbClosedError, DbError } from "./errors.ts";
import type { Query, ResultSet, Results, Statement } from "./query.ts";

/**
 * Runs `work` after the statements of `begin` and commits; rolls back when it rejects.
 * @throws DbUnconfirmedError when the answer to the commit was lost; DbError when `work` swallowed an error of the database, which has rolled back then
 */
export async function inTransaction<T>(
  connection: Connection,
  begin: readonly Statement[],
  work: (open: Connection) => Promise<T>,
): Promise<T> {
  const open = new OpenConnection(connection);
  try {
    await connection.batch(begin);
    const result = await work(open);
    await open.end();
    const tag = await connection.script("commit").catch((error: unknown) => {
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

/** The connection while its transaction is open. */
class OpenConnection implements Connection {
  readonly #connection: Connection;
  #last: Promise<unknown> = Promise.resolve();
  #ended = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  batch(statements: readonly Statement[]): Promise<readonly ResultSet[]> {
    return this.#use(() => this.#connection.batch(statements));
  }

  script(sql: string): Promise<string> {
    return this.#use(() => this.#connection.script(sql));
  }

  /** After this, calls that were left running by the work are refused; those under way have been answered. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#last;
  }

  #use<T>(action: () => Promise<T>): Promise<T> {
    if (this.#ended) return Promise.reject(new DbClosedError("The transaction has ended."));
    // One after the other: the connection takes a message when the one before is answered.
    const result = this.#last.then(action);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
