/**
 * Iterations that miss no row and can be resumed, copies that are kept in sync, and feeds that are followed; the guides on
 * paging and on synchronisation say what they promise.
 *
 * @module
 */
export {
  type FeedPage,
  type FeedReset,
  type FeedRetry,
  follow,
  type FollowedPage,
  type FollowOptions,
} from "./follow.ts";
export { type PaginatedItems, paginate } from "./paginate.ts";
export type { ResumableOptions, ResumableProgress } from "./resumable.ts";
export { type ChangesFeed, type RecordUpserted, sync, type SyncOptions } from "./sync.ts";
