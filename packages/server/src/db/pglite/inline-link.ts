import type { Database } from "../db.ts";
import { DbClosedError } from "../errors.ts";
import type { OpenOptions } from "../open-settings.ts";
import { settingsOf } from "../open-settings.ts";
import type { Link, OpenLink } from "./link.ts";
import type { MessageServer, PgliteInstance } from "./message-server.ts";
import { serveMessages } from "./message-server.ts";
import { openPgliteDatabase } from "./pglite-database.ts";

/**
 * A link to a PGlite in the thread of the server: for a page, where the server itself runs in a Web Worker. It blocks
 * that thread while it works, and no statement can be ended: whoever runs the thread ends it.
 */
export function inlineLink(database: PgliteInstance): OpenLink {
  return async (onEnd) => new InlineLink(await serveMessages(database), onEnd);
}

class InlineLink implements Link {
  readonly #server: MessageServer;
  readonly #onEnd: (reason: Error) => void;
  #last: Promise<unknown> = Promise.resolve();
  #ended: Error | null = null;
  #closing: Promise<void> | null = null;
  #exit = (): void => {};
  readonly exited = new Promise<void>((resolve) => {
    this.#exit = resolve;
  });

  constructor(server: MessageServer, onEnd: (reason: Error) => void) {
    this.#server = server;
    this.#onEnd = onEnd;
  }

  get ended(): Error | null {
    return this.#ended;
  }

  exchange(message: Uint8Array): Promise<Uint8Array> {
    return this.#inTurn(() => this.#server.exchange(message));
  }

  exchangeWhole(message: Uint8Array): Promise<Uint8Array> {
    return this.#inTurn(() => this.#server.exchangeWhole(message));
  }

  snapshot(): Promise<Uint8Array> {
    return this.#inTurn(() => this.#server.snapshot());
  }

  abandon(reason: Error): void {
    if (this.#ended === null) this.#end(reason);
  }

  close(): Promise<void> {
    if (this.#ended !== null) return this.exited;
    this.#closing ??= this.#inTurn(async () => {
      await this.#server.close();
      this.#end(new DbClosedError("The database is closed."));
    });
    return this.#closing;
  }

  /** PGlite takes a message when the one before is answered. */
  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      if (this.#ended !== null) throw this.#ended;
      try {
        return await action();
      } catch (error) {
        // What the database refuses is an answer. This is a PGlite that broke, and nothing says in which state it is.
        const reason = `The database ended unexpectedly: ${String(error)}.`;
        throw this.#end(new DbClosedError(reason, { cause: error, losesAnswer: true }));
      }
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  #end(reason: Error): Error {
    this.#ended = reason;
    this.#exit();
    this.#onEnd(reason);
    return reason;
  }
}

/** Settings of a database inside of the thread, all with defaults. */
export type InlineOptions = Pick<OpenOptions, "clock" | "log" | "every" | "transactionLimitMs" | "onLost">;

/**
 * Takes a PGlite that the caller has opened, in memory or in IndexedDB, and brings its schema forward. It belongs to the
 * database from now on. It works in the present thread, so on a page it should be that of a Web Worker; a statement that
 * does not end can only be ended with the thread.
 * @throws MigrationError when its data was made by other or newer migrations
 */
export function openInlineDatabase(pglite: PgliteInstance, options: InlineOptions = {}): Promise<Database> {
  return openPgliteDatabase({ openLink: inlineLink(pglite), isDurable: false }, settingsOf(options));
}
