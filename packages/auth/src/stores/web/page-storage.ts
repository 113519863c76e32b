import { defaultRuntime, withTimeout } from "../shared/runtime.ts";
import { indexedDbStorage } from "./indexeddb-storage.ts";
import { localRecordStorage } from "./local-storage.ts";
import type { RecordStorage } from "./record-storage.ts";
import { featureOf, isDenied, type WebPlatform } from "./web-platform.ts";

/** Where a session is really kept. `memory`: the browser denied storage to this page, so only this tab has it. */
export type KeptIn = "indexeddb" | "local" | "memory";

/** The storage of a page, which may turn out to be memory. */
export interface PageStorage extends RecordStorage {
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
  const use = async <T>(operation: (on: RecordStorage) => Promise<T>): Promise<T> => {
    if (storage === undefined) return operation(memory);
    try {
      return await withTimeout(operation(storage), timeoutMs, defaultRuntime);
    } catch (error) {
      if (!isDenied(error)) throw error;
      storage = undefined;
      return operation(memory);
    }
  };
  return {
    keptIn: () => (storage === undefined ? "memory" : wanted),
    read: () => use((on) => on.read()),
    commit: (expectedRev, next) => use((on) => on.commit(expectedRev, next)),
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
