/**
 * Iterations that miss no row and can be resumed, and copies that are kept in sync; the guides on paging and on synchronisation
 * say what they promise.
 *
 * @module
 */
export { type PaginatedItems, paginate } from "./paginate.ts";
export type { ResumableOptions, ResumableProgress } from "./resumable.ts";
export { type ChangesFeed, type RecordUpserted, sync, type SyncOptions } from "./sync.ts";
