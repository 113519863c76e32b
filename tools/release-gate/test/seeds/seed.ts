import type { Bump } from "../../src/bump/bump.ts";

/** A change that somebody makes to the contract, and what the comparison has to say of it. */
export interface Seed {
  readonly what: string;
  readonly bump: Bump;
  /** JSON pointer that the comparison must name. */
  readonly place: string;
  /** The rule of this package that has to decide. */
  readonly rule?: string;
  make(document: Record<string, unknown>): void;
}
