import { parseRecord } from "../shared/session-record.ts";
import type { RecordStorage } from "./record-storage.ts";

/** One record in localStorage: compare, write, and verify. See `webStore` for what that does not promise. */
export function localRecordStorage(storage: Pick<Storage, "getItem" | "setItem">, key: string): RecordStorage {
  return {
    read: async () => parseRecord(storage.getItem(key) ?? ""),
    async commit(expectedRev, next) {
      if ((parseRecord(storage.getItem(key) ?? "")?.rev ?? 0) !== expectedRev) return false;
      const text = JSON.stringify(next);
      storage.setItem(key, text);
      return storage.getItem(key) === text;
    },
  };
}
