import type { DatabaseSync } from "node:sqlite";
import { AuthError } from "../../errors.ts";
import { pause, type StoreRuntime } from "../shared/runtime.ts";
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
  const current = async (): Promise<OpenDatabase> => {
    const open = (opening ??= openDatabase(file));
    try {
      const found = await open;
      if (await found.isCurrent()) return found;
      // Everybody else finds another file at this path now.
      found.close();
    } catch (error) {
      // A database that could not be opened may be there the next time.
      forget(open);
      throw error;
    }
    forget(open);
    return current();
  };
  const attempt = async <T>(use: (database: DatabaseSync) => T): Promise<T> => {
    const { database, quarantine } = await current();
    if (closed) throw new AuthError("store_closed", "the sqlite store was closed meanwhile");
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
          await pause(runtime, retryMs, signal);
        }
      }
    },
    async close() {
      closed = true;
      (await opening?.catch(() => undefined))?.close();
    },
  };
}
