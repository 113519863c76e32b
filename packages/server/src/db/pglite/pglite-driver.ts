import { DbAbortedError, DbClosedError, DbInterruptedError } from "../errors.ts";
import type { Driver } from "../driver.ts";
import type { ResultSet, Statement } from "../query.ts";
import { leaveOwner } from "../roles.ts";
import { PgliteConnection } from "./connection.ts";
import { Gate } from "./gate.ts";
import type { OpenLink } from "./link.ts";

/** How a PGlite database is opened. */
export interface PgliteOptions {
  readonly openLink: OpenLink;
  /** Whether the data outlives the link, so that the database can be opened again when the link has ended. */
  readonly isDurable: boolean;
  /** Called once when a database in memory is lost with its link; every later statement is refused. @default nothing */
  readonly onLost?: (error: DbClosedError) => void;
  /** Called with each channel that a transaction notified, before the answer to it reaches its caller. @default nothing */
  readonly onNotify?: (channel: string) => void;
  /** Called when a link ends: answers are lost with it, and what they notified. @default nothing */
  readonly onLinkEnd?: () => void;
}

/**
 * PGlite: one connection, on which batches queue and those who hold it take turns. When the link ends, because a
 * statement ran too long or memory ran out, a durable database is reopened by the next statement, and statements that
 * had not begun run then; one in memory is lost and says so.
 */
export class PgliteDriver implements Driver {
  readonly #options: Required<PgliteOptions>;
  readonly #gate = new Gate();
  #connection: Promise<PgliteConnection> | null = null;
  /** Resolves when the previous link has exited: two at work in one directory would destroy it. */
  #previousLink: Promise<unknown> = Promise.resolve();
  #lost: DbClosedError | null = null;
  #closing: Promise<void> | null = null;
  #used = 0;

  constructor(options: PgliteOptions) {
    this.#options = { onLost: () => {}, onNotify: () => {}, onLinkEnd: () => {}, ...options };
  }

  /** How often it was used so far; maintenance skips an idle database. */
  get used(): number {
    return this.#used;
  }

  /** Opens the link now, instead of with the first statement. */
  async open(): Promise<void> {
    await this.#connect();
  }

  batch(statements: readonly Statement[], signal?: AbortSignal): Promise<readonly ResultSet[]> {
    return this.#gate.shared(async () => {
      for (;;) {
        if (signal?.aborted === true) throw new DbAbortedError();
        const connection = await this.#connect();
        this.#used += 1;
        try {
          return await connection.wholeTransaction(statements);
        } catch (error) {
          if (!(error instanceof DbInterruptedError) || this.#lost !== null) throw error;
        }
      }
    }, signal);
  }

  hold<T>(work: (connection: PgliteConnection) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#gate.exclusive(async () => {
      const connection = await this.#connect();
      this.#used += 1;
      return work(connection);
    }, signal);
  }

  /** The same connection with the rights of the owner. */
  get owner(): Driver {
    const hold: Driver["hold"] = (work, signal) =>
      this.hold(async (connection) => {
        await connection.script("set role none");
        try {
          return await work(connection);
        } finally {
          if (connection.link.ended === null) {
            await connection.script(leaveOwner);
            // Tables may have changed under the plans.
            await connection.forgetPlans();
          }
        }
      }, signal);
    return { hold, batch: (statements, signal) => hold((connection) => connection.batch(statements), signal) };
  }

  /** The whole database as tar.gz; see `makeTemplate`. */
  snapshot(): Promise<Uint8Array> {
    return this.#gate.exclusive(async () => (await this.#connect()).link.snapshot());
  }

  close(): Promise<void> {
    this.#closing ??= this.#gate.exclusive(async () => {
      const connection = await this.#connection?.catch(() => null);
      await connection?.link.close();
      await this.#previousLink;
    });
    return this.#closing;
  }

  #connect(): Promise<PgliteConnection> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    if (this.#closing !== null && this.#connection === null) {
      return Promise.reject(new DbClosedError("The database is closed."));
    }
    this.#connection ??= this.#start();
    return this.#connection;
  }

  async #start(): Promise<PgliteConnection> {
    const { openLink, onNotify } = this.#options;
    try {
      await this.#previousLink;
      const link = await openLink((reason) => this.#disconnect(reason));
      this.#previousLink = link.exited;
      return new PgliteConnection(link, onNotify);
    } catch (error) {
      // The next statement tries again.
      this.#connection = null;
      throw error;
    }
  }

  #disconnect(reason: Error): void {
    this.#connection = null;
    this.#options.onLinkEnd();
    if (this.#closing !== null || this.#options.isDurable) return;
    this.#lost = new DbClosedError(`The in-memory database is lost. ${reason.message}`);
    this.#options.onLost(this.#lost);
  }
}
