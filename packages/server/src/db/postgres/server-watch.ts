import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { DbError, DbUnavailableError } from "../errors.ts";
import type { ServerAddress } from "./client-config.ts";
import { clientConfig } from "./client-config.ts";
import { connectError, statementError } from "./pg-errors.ts";

/** A connection of `pg`, with what its types leave out. */
export type PgClient = pg.ClientBase & {
  /** The process of the server that serves it. */
  readonly processID?: number | null;
  readonly connection?: { readonly stream: Duplex };
};

/** What the server does for a connection: it works, it waits for a statement, or there is no such server or process. */
export type BackendState = "working" | "waiting" | "gone";

/** A statement that is being cancelled. */
export interface Cancellation {
  /** Ends the requests to cancel; resolves when the last one was answered. */
  end(): Promise<void>;
}

/** How long the server may take to answer a question. */
const ANSWER_LIMIT_MS = 1500;

/** After a request to cancel, how long until the next one. */
const CANCEL_AGAIN_MS = 100;

/**
 * Asks a server about the connections of a pool, on connections outside of the pool: one that says nothing cannot tell
 * whether the server works for it, or is not there any more.
 */
export class ServerWatch {
  readonly #address: ServerAddress;
  readonly #onError: (error: Error) => void;
  #asking: Promise<ReadonlyMap<number, string> | "refused" | "gone"> | null = null;

  /** `onError` gets the reason why a statement could not be cancelled. */
  constructor(address: ServerAddress, onError: (error: Error) => void) {
    this.#address = address;
    this.#onError = onError;
  }

  /** Runs a script on a new connection that is made like those of the pool. */
  async script(sql: string): Promise<void> {
    await this.#alone(this.#address, (client) => client.query(sql));
  }

  /** What the server does for a connection; those who ask at the same time share an answer. */
  async stateOf({ processID }: PgClient): Promise<BackendState> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    const states = await this.#asking;
    if (states === "gone") return "gone";
    // A server that refuses the question is there, and nothing else is known.
    if (states === "refused") return "working";
    const state = states.get(processID ?? 0);
    if (state === undefined) return "gone";
    return state.startsWith("idle") ? "waiting" : "working";
  }

  /**
   * Asks the server to end what a connection does, until it has: a request that comes before the statement does nothing.
   * Best effort: the statement has a limit anyway.
   */
  cancel({ processID }: PgClient): Cancellation {
    const ended = new AbortController();
    const askAgain = async (client: pg.Client): Promise<void> => {
      while (!ended.signal.aborted) {
        await client.query("select pg_cancel_backend($1)", [processID]);
        await wait(CANCEL_AGAIN_MS, undefined, { signal: ended.signal }).catch(() => undefined);
      }
    };
    const done = this.#alone(this.#asItself, askAgain).catch(this.#onError);
    return {
      end: () => {
        ended.abort();
        return done;
      },
    };
  }

  async #ask(): Promise<ReadonlyMap<number, string> | "refused" | "gone"> {
    try {
      const { rows } = await this.#alone(this.#asItself, (client) =>
        client.query<{ pid: number; state: string | null }>(
          "select pid, state from pg_stat_activity where usename = session_user",
        ),
      );
      return new Map(rows.map(({ pid, state }) => [pid, state ?? ""]));
    } catch (error) {
      return error instanceof DbError || (error instanceof DbUnavailableError && error.code !== null)
        ? "refused"
        : "gone";
    }
  }

  /** Under the login itself: the role of requests may neither see nor end what the login does. */
  get #asItself(): ServerAddress {
    return { ...this.#address, settings: {} };
  }

  async #alone<T>(address: ServerAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client: pg.Client & PgClient = new pg.Client({ ...clientConfig(address), query_timeout: ANSWER_LIMIT_MS });
    client.on("error", () => undefined);
    let mapError: (error: unknown) => Error = connectError;
    try {
      await client.connect();
      mapError = statementError;
      return await work(client);
    } catch (error) {
      throw mapError(error);
    } finally {
      // Nobody waits for the goodbye, which a server that is gone never answers.
      const limit = setTimeout(() => client.connection?.stream.destroy(), ANSWER_LIMIT_MS).unref();
      void client.end().finally(() => clearTimeout(limit));
    }
  }
}
