import type { PagedCall } from "@fleet-api/contract";

/** Options of a walk, see the contract. */
export type WalkOptions = NonNullable<Parameters<PagedCall<never, never, unknown>["pages"]>[0]>;

/** How far a walk has come, see the contract. */
export type WalkProgress = Parameters<NonNullable<WalkOptions["onProgress"]>>[0];
