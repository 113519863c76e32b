import type { Db, SqlValue } from "../db.ts";
import { DbClosedError, DbError } from "../errors.ts";
import type { Connection } from "./connection.ts";
import { Gate } from "./gate.ts";
import { rowsOf } from "./rows-of.ts";

/** Runs `work` between BEGIN and COMMIT; the caller holds the connection for it. */
export async function runTransaction<T>(
  connection: Connection,
  limitMs: number,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  await connection.script("begin");
  const tx = new TransactionDb(connection, 0);
  try {
    const result = await withLimit(work(tx), limitMs);
    tx.end();
    const tag = await connection.script("commit");
    if (tag === "COMMIT") return result;
    throw new DbError("The transaction was rolled back: an error inside of it was not passed on.", {
      code: "25P02",
    });
  } catch (error) {
    tx.end();
    if (connection.link.ended === null) await connection.script("rollback");
    throw error;
  }
}

/** A transaction, or a savepoint in it at `depth` > 0. */
class TransactionDb implements Db {
  readonly #connection: Connection;
  readonly #depth: number;
  readonly #gate = new Gate();
  #ended = false;

  constructor(connection: Connection, depth: number) {
    this.#connection = connection;
    this.#depth = depth;
  }

  /** After this, calls that were left running by `work` are refused. */
  end(): void {
    this.#ended = true;
  }

  async query<T extends object = Record<string, unknown>>(sql: string, params: readonly SqlValue[] = []): Promise<T[]> {
    return rowsOf<T>(await this.#single(() => this.#connection.rows(sql, params)));
  }

  queryText(sql: string, params: readonly SqlValue[] = []): Promise<string | null> {
    return this.#single(() => this.#connection.text(sql, params));
  }

  async script(sql: string): Promise<void> {
    await this.#single(async () => {
      await this.#connection.script(sql);
      await this.#connection.forgetPlans();
    });
  }

  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    return this.#gate.exclusive(async () => {
      this.#refuseEnded();
      const name = `nested_${this.#depth + 1}`;
      await this.#connection.script(`savepoint ${name}`);
      const nested = new TransactionDb(this.#connection, this.#depth + 1);
      try {
        const result = await work(nested);
        nested.end();
        await this.#connection.script(`release savepoint ${name}`);
        return result;
      } catch (error) {
        nested.end();
        if (!this.#ended && this.#connection.link.ended === null) {
          await this.#connection.script(`rollback to savepoint ${name}`);
        }
        throw error;
      }
    });
  }

  close(): Promise<void> {
    return Promise.reject(new DbClosedError("A transaction is closed by the end of its function, not by close()."));
  }

  #single<T>(action: () => Promise<T>): Promise<T> {
    return this.#gate.shared(() => {
      this.#refuseEnded();
      return action();
    });
  }

  #refuseEnded(): void {
    if (this.#ended) throw new DbClosedError("The transaction has ended.");
  }
}

async function withLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `The transaction was rolled back: it stayed open for more than ${limitMs} ms.`;
      reject(new DbError(message, { code: "25P03" }));
    }, limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
