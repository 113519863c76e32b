import type { TokenStore } from "../../store/token-store.ts";

/** Where the record is: the part of a store that reads and writes. */
export type RecordStorage = Pick<TokenStore, "read" | "commit">;
