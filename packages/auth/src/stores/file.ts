/** Keeps a session in a file that only its owner can read. Node only. */
export { fileStore, type FileStoreOptions } from "./file/file-store.ts";
export type { StoreRuntime } from "./shared/runtime.ts";
