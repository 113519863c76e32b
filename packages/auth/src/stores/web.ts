/** Token store for browsers. */
export type { KeptIn } from "./web/open-cell.ts";
export type { WebChannel, WebLocks, WebPlatform } from "./web/web-platform.ts";
export { webStore, type WebStore, type WebStoreOptions } from "./web/web-store.ts";
