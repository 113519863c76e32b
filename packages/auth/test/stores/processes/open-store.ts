import type { TokenStore } from "../../../src/index.ts";

export type StoreKind = "file" | "sqlite";

/** The store of a process test. Its stale time is short, since killed processes leave locks behind. */
export async function openStore(kind: string | undefined, path: string, staleMs: number): Promise<TokenStore> {
  // Loads only what this kind needs, as a process of a test has to start soon.
  if (kind === "sqlite") {
    const { sqliteStore } = await import("../../../src/stores/sqlite/sqlite-store.ts");
    return sqliteStore(path, { staleMs });
  }
  const { fileStore } = await import("../../../src/stores/file/file-store.ts");
  return fileStore(path, { staleMs });
}
