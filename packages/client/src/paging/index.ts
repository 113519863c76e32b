/** Walks over paged lists; what they promise is in docs/paging.md. */
export { toArray, walkItems } from "./items.ts";
export type { RouteMaker, WalkOptions, WalkSource } from "./source.ts";
export { walkPages } from "./walk.ts";
