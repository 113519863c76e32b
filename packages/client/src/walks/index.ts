/**
 * Walks that miss nothing and can be gone on with; what they promise is in the guide on paging.
 *
 * @module
 */
export type { ResumableWalkOptions, ResumableWalkProgress } from "./resumable.ts";
export { type Walk, walk } from "./walk.ts";
