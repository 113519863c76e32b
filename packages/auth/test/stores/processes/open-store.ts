import type { TokenStore } from "../../../src/index.ts";
import { fileStore } from "../../../src/stores/file/file-store.ts";
import { sqliteStore } from "../../../src/stores/sqlite/sqlite-store.ts";

export type StoreKind = "file" | "sqlite";

/** The store of a process test. Its stale time is short, since killed processes leave locks behind. */
export function openStore(kind: string | undefined, path: string, staleMs: number): TokenStore {
  return kind === "sqlite" ? sqliteStore(path, { staleMs }) : fileStore(path, { staleMs });
}
