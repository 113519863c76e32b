import type { WalkOptions, WalkProgress } from "@fleet-api/contract";

/** Options of `walk`: those of any walk, and two more. */
export interface ResumableWalkOptions<Item = unknown> extends Omit<WalkOptions<Item>, "onProgress"> {
  /**
   * Misses no item that is in the list during the whole walk, whatever is inserted and deleted meanwhile: it asks for
   * pages that overlap, of a size of its own choice, and reads again what moved. It throws a `FleetError` rather than
   * leave a gap. Needs a list in a stable order and items with keys. Changes nothing for lists with cursors. Default
   * false.
   */
  complete?: boolean | undefined;
  /** Where to go on: `resume` of an earlier walk of the same operation with the same parameters. */
  resume?: string | undefined;
  /** Told after each page that the caller is done with. It only watches: what it throws is dropped. */
  onProgress?: ((progress: ResumableWalkProgress) => unknown) | undefined;
}

/** How far a walk has come; `retrieved` includes the items of the walks that this one resumes. */
export interface ResumableWalkProgress extends WalkProgress {
  /**
   * Give it to a later walk to go on after this page. It holds the position, the keys of the last items (or the
   * cursor), and a hash of the parameters; their values are not in it.
   */
  resume: string;
}
