/** Keeps a session in an SQLite database through `node:sqlite`. Node from 22.13. */
export { sqliteStore, type SqliteStoreOptions } from "./sqlite/sqlite-store.ts";
