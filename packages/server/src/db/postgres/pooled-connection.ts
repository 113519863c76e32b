import type { Connection } from "../driver.ts";
import type { Plans } from "../protocol/plans.ts";
import type { ResultSet, Statement } from "../query.ts";
import { BatchQuery } from "./batch-query.ts";
import { endsConnection, statementError } from "./pg-errors.ts";
import type { BackendState, PgClient } from "./server-watch.ts";
import type { RowTap } from "./tap-rows.ts";

/** How long a connection may say nothing before the server is asked about it, and again. */
const ASK_MS = 2000;

/** What a connection is used with. */
interface PooledOptions {
  /** What belongs to the connection, whoever uses it. */
  readonly kept: { readonly plans: Plans; readonly tap: RowTap };
  /** A connection that does not answer for so long is lost; 0 waits for as long as the server works on it. */
  readonly silenceMs: number;
  /** Asks the server what it does for the connection. */
  readonly askServer: (client: PgClient) => Promise<BackendState>;
}

/** A connection of the pool, while somebody has it. */
export class PooledConnection implements Connection {
  readonly #client: PgClient;
  readonly #options: PooledOptions;
  readonly #onError = (error: Error): void => void (this.#broken = error);
  #broken: Error | undefined;

  constructor(client: PgClient, options: PooledOptions) {
    this.#client = client;
    this.#options = options;
    client.on("error", this.#onError);
  }

  /** Why it cannot be handed to another caller; undefined while it can. */
  get broken(): Error | undefined {
    return this.#broken;
  }

  /** Ends its use. */
  leave(): void {
    this.#client.off("error", this.#onError);
  }

  async batch(statements: readonly Statement[]): Promise<readonly ResultSet[]> {
    // Outside of `#run`: what cannot be encoded was not sent, and says nothing of the connection.
    const query = new BatchQuery(statements, this.#options.kept);
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
    const stopAsking = this.#askWhileSilent();
    try {
      return await action();
    } catch (error) {
      const mapped = statementError(error);
      if (endsConnection(error)) this.#broken ??= mapped;
      throw mapped;
    } finally {
      stopAsking();
    }
  }

  /** Ends the connection when the server does not work on its statement; returns what ends the questions. */
  #askWhileSilent(): () => void {
    const { askServer, silenceMs } = this.#options;
    let isOver = false;
    let silentMs = 0;
    let before: BackendState = "working";
    let timer: NodeJS.Timeout;
    const ask = async (): Promise<void> => {
      const state = await askServer(this.#client);
      if (isOver) return;
      silentMs += ASK_MS;
      const isTooLong = silenceMs > 0 && silentMs >= silenceMs;
      // A server that waits may have answered just now, and one that seems gone may be slow to answer the question. One that
      // still waits never got the statement, or its answer is lost.
      if (isTooLong || (state === before && state !== "working")) this.#cut();
      before = state;
      timer = setTimeout(() => void ask(), state === "gone" ? 0 : ASK_MS);
    };
    timer = setTimeout(() => void ask(), ASK_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }

  #cut(): void {
    this.#client.connection?.stream.destroy(new Error("the connection does not answer"));
  }
}
