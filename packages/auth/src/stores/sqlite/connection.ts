import type { DatabaseSync } from "node:sqlite";
import { AuthError } from "../../errors.ts";
import { delay, type StoreRuntime } from "../shared/runtime.ts";
import { openDatabase, type OpenDatabase } from "./open-database.ts";
import { isBusy, isDamage } from "./sqlite-errors.ts";

/** Runs a statement, again and again as long as the database is busy. `signal` ends the waiting. */
export type Run = <T>(use: (database: DatabaseSync) => T, signal?: AbortSignal) => Promise<T>;

/** The database behind one store handle. */
export interface Connection {
  readonly run: Run;
  readonly close: () => Promise<void>;
}

const retryMs = 5;

/** Opens the database at the first call, and again when its file was replaced, removed or damaged. */
export function createConnection(file: string, busyMs: number, runtime: StoreRuntime): Connection {
  let opening: Promise<OpenDatabase> | undefined;
  let closed = false;

  const forget = (open: Promise<OpenDatabase>): void => {
    if (opening === open) opening = undefined;
  };
  const assertOpen = (): void => {
    if (closed) throw new AuthError("store_closed", "the sqlite store was used after it was closed");
  };
  const current = async (): Promise<OpenDatabase> => {
    assertOpen();
    const open = (opening ??= openDatabase(file));
    let found: OpenDatabase | undefined;
    try {
      found = await open;
      if (await found.isCurrent()) return found;
    } catch (error) {
      // A database that could not be opened, or that others may read, may be usable the next time.
      forget(open);
      found?.close();
      throw error;
    }
    // All other processes find another file at this path now.
    forget(open);
    found.close();
    return current();
  };
  const attempt = async <T>(use: (database: DatabaseSync) => T): Promise<T> => {
    const { database, quarantine } = await current();
    assertOpen();
    // Another call may have found that the file was replaced.
    if (!database.isOpen) return attempt(use);
    try {
      return use(database);
    } catch (error) {
      if (!isDamage(error)) throw error;
      opening = undefined;
      return quarantine();
    }
  };

  return {
    async run(use, signal) {
      const begin = runtime.monotonic();
      for (;;) {
        signal?.throwIfAborted();
        try {
          return await attempt(use);
        } catch (error) {
          if (!isBusy(error) || runtime.monotonic() - begin > busyMs) throw error;
          await delay(runtime, retryMs, signal);
        }
      }
    },
    async close() {
      closed = true;
      (await opening?.catch(() => undefined))?.close();
    },
  };
}
