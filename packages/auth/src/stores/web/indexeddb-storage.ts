import { parseRecord } from "../shared/session-record.ts";
import type { RecordStorage } from "./record-storage.ts";

const database = "fleet-api-auth";
const table = "sessions";

/**
 * One record in IndexedDB. A readwrite transaction is alone on its table in all tabs, which makes the commit a real
 * compare-and-swap. Each operation opens and closes the database: an open connection would block those who want to
 * delete it, keep some browsers from holding the page for "back", and might be lost.
 */
export function indexedDbStorage(factory: IDBFactory, name: string): RecordStorage {
  return {
    read: () =>
      transact<ReturnType<typeof parseRecord>>(factory, "readonly", (records, answer) => {
        const found = records.get(name);
        found.addEventListener("success", () => answer(parseRecord(String(found.result))));
      }),
    commit: async (expectedRev, next) =>
      (await transact<boolean>(factory, "readwrite", (records, answer) => {
        const found = records.get(name);
        found.addEventListener("success", () => {
          const fits = (parseRecord(String(found.result))?.rev ?? 0) === expectedRev;
          if (fits) records.put(JSON.stringify(next), name);
          answer(fits);
        });
      })) ?? false,
  };
}

/** Resolves when the transaction is complete: what it wrote is then seen by every tab. */
async function transact<T>(
  factory: IDBFactory,
  mode: IDBTransactionMode,
  work: (records: IDBObjectStore, answer: (value: T) => void) => void,
): Promise<T | undefined> {
  const opened = await open(factory);
  try {
    return await new Promise((resolve, reject) => {
      let value: T | undefined;
      const transaction = opened.transaction(table, mode);
      transaction.addEventListener("complete", () => resolve(value));
      transaction.addEventListener("abort", () => reject(transaction.error));
      work(transaction.objectStore(table), (answer) => {
        value = answer;
      });
    });
  } finally {
    opened.close();
  }
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(database, 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(table));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}
