import { parseRecord } from "../shared/session-record.ts";
import { createParser, type RecordStorage } from "./record-storage.ts";

/** One record in localStorage: compare, write, and verify. `webStore` says what that does not guarantee. */
export function localRecordStorage(storage: Pick<Storage, "getItem" | "setItem">, key: string): RecordStorage {
  const parse = createParser();
  return {
    async read() {
      const text = storage.getItem(key);
      return text === null ? undefined : parse(text);
    },
    async commit(expectedRev, next) {
      if ((parseRecord(storage.getItem(key) ?? "")?.rev ?? 0) !== expectedRev) return false;
      const text = JSON.stringify(next);
      storage.setItem(key, text);
      return storage.getItem(key) === text;
    },
  };
}
