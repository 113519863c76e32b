import { parseRecord } from "../shared/session-record.ts";
import { createParser, type RecordStorage } from "./record-storage.ts";

const databaseName = "fleet-api-auth";
const storeName = "sessions";

/**
 * One record in IndexedDB. A readwrite transaction is alone on its object store in all tabs, which makes the commit a
 * real compare-and-swap. Each operation opens and closes the database: an open connection would block those that want
 * to delete or upgrade it, keep some browsers from holding the page for "back", and might be lost.
 */
export function indexedDbStorage(factory: IDBFactory, name: string): RecordStorage {
  const parse = createParser();
  return {
    async read() {
      const text = await transact<unknown>(factory, "readonly", (records, resolveWith) => {
        const found = records.get(name);
        found.addEventListener("success", () => resolveWith(found.result));
      });
      return text === undefined ? undefined : parse(String(text));
    },
    async commit(expectedRev, next) {
      const done = await transact<boolean>(factory, "readwrite", (records, resolveWith) => {
        const found = records.get(name);
        found.addEventListener("success", () => {
          const isExpected = (parseRecord(String(found.result))?.rev ?? 0) === expectedRev;
          if (isExpected) records.put(JSON.stringify(next), name);
          resolveWith(isExpected);
        });
      });
      return done === true;
    },
  };
}

/** Resolves when the transaction is complete: every tab then sees what it wrote. */
async function transact<T>(
  factory: IDBFactory,
  mode: IDBTransactionMode,
  work: (records: IDBObjectStore, resolveWith: (value: T) => void) => void,
): Promise<T | undefined> {
  const database = await open(factory);
  try {
    return await new Promise((resolve, reject) => {
      let value: T | undefined;
      const transaction = begin(database, mode);
      transaction.addEventListener("complete", () => resolve(value));
      // The error is null when the browser ends the transaction, as it does when the user clears the site's data.
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("IndexedDB aborted")));
      work(transaction.objectStore(storeName), (result) => {
        value = result;
      });
    });
  } finally {
    database.close();
  }
}

function begin(database: IDBDatabase, mode: IDBTransactionMode): IDBTransaction {
  try {
    return database.transaction(storeName, mode);
  } catch {
    // The browser has closed the connection. It may give another one, so this must not look as if it refused storage.
    throw new Error("IndexedDB closed the connection");
  }
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName, 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(storeName));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}
