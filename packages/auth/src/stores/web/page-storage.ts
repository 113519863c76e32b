import { AuthError } from "../../errors.ts";
import type { SessionRecord, TokenStore } from "../../store/token-store.ts";
import { defaultRuntime, withTimeout } from "../shared/runtime.ts";
import { mayReplace, newerRecord, parseStored } from "../../session-record.ts";
import { featureOf, isDenied, type WebPlatform } from "./web-platform.ts";

/**
 * Where a session is really kept. `memory`: only this tab has it, because the browser denied storage to this page, or
 * localStorage did not take the latest record.
 */
export type KeptIn = "indexeddb" | "local" | "memory";

/** The storage of a page, which may turn out to be memory. */
interface PageStorage extends RecordStorage {
  readonly keptIn: () => KeptIn;
}

// A tab that the browser froze in the middle of a transaction holds up all others.
const timeoutMs = 5_000;

/**
 * The storage that was asked for, until the browser denies it: from then on the memory of this tab. Other failures,
 * such as a full disk, reject and may pass.
 */
export function pageStorage(
  platform: WebPlatform,
  wanted: "indexeddb" | "local",
  key: string,
  memory: RecordStorage,
): PageStorage {
  let storage = storageOf(platform, wanted, key);
  /** Whether localStorage failed to take the latest record. The next one may find room. */
  let isLost = false;
  const use = async <T>(operation: (on: RecordStorage) => Promise<T>): Promise<T> => {
    if (storage === undefined) return operation(memory);
    try {
      return await withTimeout(operation(storage), timeoutMs, defaultRuntime);
    } catch (error) {
      if (!isDenied(error, platform)) throw error;
      storage = undefined;
      return operation(memory);
    }
  };
  return {
    keptIn: () => (storage === undefined || isLost ? "memory" : wanted),
    read: () => use((on) => on.read()),
    async commit(expectedRev, next) {
      try {
        const done = await use((on) => on.commit(expectedRev, next));
        isLost = false;
        return done;
      } catch (error) {
        isLost = wanted === "local";
        throw error;
      }
    },
  };
}

function storageOf(platform: WebPlatform, wanted: "indexeddb" | "local", key: string): RecordStorage | undefined {
  if (wanted === "local") {
    const storage = featureOf(platform, "localStorage");
    return storage ? localRecordStorage(storage, key) : undefined;
  }
  const factory = featureOf(platform, "indexedDB");
  return factory ? indexedDbStorage(factory, key) : undefined;
}

/** Where the record is: the part of a store that reads and writes. */
type RecordStorage = Pick<TokenStore, "read" | "commit">;

/**
 * Parses what a browser has stored. What is no record is reported once per handle, and counts as no record from then
 * on: the next commit overwrites it.
 */
function createParser(): (text: string) => SessionRecord | undefined {
  let reported = false;
  return (text) => {
    const stored = parseStored(text);
    if (stored.kind === "newer") throw newerRecord("the browser's storage");
    if (stored.kind === "record") return stored.record;
    if (reported) return undefined;
    reported = true;
    throw new AuthError("store_corrupt", "the browser's storage holds no valid session and will be overwritten");
  };
}

/** One record in localStorage: compare, write, and verify. `webStore` says what that does not guarantee. */
function localRecordStorage(storage: Pick<Storage, "getItem" | "setItem">, key: string): RecordStorage {
  const parse = createParser();
  return {
    async read() {
      const text = storage.getItem(key);
      return text === null ? undefined : parse(text);
    },
    async commit(expectedRev, next) {
      const before = storage.getItem(key);
      if (!mayReplace(parseStored(before ?? ""), expectedRev, next)) return false;
      const text = JSON.stringify(next);
      storage.setItem(key, text);
      const after = storage.getItem(key);
      if (after === before) throw new Error("localStorage did not keep what was written");
      return after === text;
    },
  };
}

const databaseName = "fleet-api-auth";
const storeName = "sessions";

/**
 * One record in IndexedDB. A readwrite transaction is alone on its object store in all tabs, which makes the commit a
 * real compare-and-swap. Each operation opens and closes the database: an open connection would block those that want
 * to delete or upgrade it, keep some browsers from holding the page for "back", and might be lost.
 */
function indexedDbStorage(factory: IDBFactory, name: string): RecordStorage {
  const parse = createParser();
  return {
    async read() {
      const text = await transact<unknown>(factory, "readonly", (records, resolveWith) => {
        const found = records.get(name);
        found.addEventListener("success", () => resolveWith(found.result));
      });
      return text === undefined ? undefined : parse(textOf(text));
    },
    async commit(expectedRev, next) {
      const done = await transact<boolean>(factory, "readwrite", (records, resolveWith) => {
        const found = records.get(name);
        found.addEventListener("success", () => {
          const isExpected = mayReplace(parseStored(textOf(found.result)), expectedRev, next);
          if (isExpected) records.put(JSON.stringify(next), name);
          resolveWith(isExpected);
        });
      });
      return done === true;
    },
  };
}

/** What is kept under the name: a string, unless another program or a later version keeps something else there. */
function textOf(kept: unknown): string {
  if (typeof kept === "string") return kept;
  try {
    return JSON.stringify(kept) ?? "";
  } catch {
    // It has a cycle, or a BigInt.
    return "";
  }
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
