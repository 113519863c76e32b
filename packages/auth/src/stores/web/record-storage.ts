import { AuthError } from "../../errors.ts";
import type { SessionRecord, TokenStore } from "../../store/token-store.ts";
import { parseRecord } from "../shared/session-record.ts";

/** Where the record is: the part of a store that reads and writes. */
export type RecordStorage = Pick<TokenStore, "read" | "commit">;

/**
 * Parses what a browser has stored. What is no record is reported once per handle, and counts as no record from then
 * on: the next commit overwrites it.
 */
export function createParser(): (text: string) => SessionRecord | undefined {
  let reported = false;
  return (text) => {
    const record = parseRecord(text);
    if (record === undefined && !reported) {
      reported = true;
      throw new AuthError("store_corrupt", "the browser's storage holds no valid session and will be overwritten");
    }
    return record;
  };
}
