/**
 * Iterations that miss no row and can be resumed; the guide on paging says what they promise.
 *
 * @module
 */
export { type PaginatedItems, paginate } from "./paginate.ts";
export type { ResumableOptions, ResumableProgress } from "./resumable.ts";
