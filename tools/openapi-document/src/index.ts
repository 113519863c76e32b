export * from "./read.ts";
export type * from "./types.ts";
