/** Walks over paged lists; what they promise is in docs/paging.md. */
export { toArray, walkItems } from "./items.ts";
export type { RouteMaker, WalkSource } from "./source.ts";
export type { WalkOptions } from "./walk-options.ts";
export { walkPages } from "./walk.ts";
