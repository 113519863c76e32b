import type { WalkOptions as AnyWalkOptions, WalkProgress } from "@fleet-api/contract";

export type { WalkProgress } from "@fleet-api/contract";

/** Options of a walk, see the contract. What the observer is told depends on the route. */
export interface WalkOptions<Progress = WalkProgress> extends Omit<AnyWalkOptions, "onProgress"> {
  readonly onProgress?: ((progress: Progress) => unknown) | undefined;
}

/** What tells items apart. */
export type KeyOptions = Pick<WalkOptions, "keyOf">;
