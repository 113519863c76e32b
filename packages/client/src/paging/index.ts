/** Walks over paged lists; what they promise is in the guide on paging. */
export { toArray, walkItems } from "./items.ts";
export type { RouteMaker, WalkSource } from "./source.ts";
export type { WalkOptions } from "./walk-options.ts";
export { walkPages } from "./walk.ts";
