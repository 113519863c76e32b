import type { Bump } from "../bump/bump.ts";
import type { JsonObject } from "../contract/json.ts";

/** Who rates changes. `house` are the rules of this package, `samples` is the compiler. */
export type Judge = "redocly" | "api-smart-diff" | "house" | "samples";

/** What one judge says of one place. */
export interface Finding {
  readonly judge: Judge;
  /** JSON pointer into the bundled contract; for `samples` the file and line. */
  readonly place: string;
  /** The place with parameters by name, so that two judges can mean the same one. */
  readonly identity: string;
  readonly bump: Bump;
  readonly message: string;
}

/** Two versions of the bundled contract. */
export interface Versions {
  readonly base: JsonObject;
  readonly revision: JsonObject;
}

/** A change of the contract, as all judges together see it. */
export interface Change {
  readonly place: string;
  readonly bump: Bump;
  readonly message: string;
  /** What each judge said; the highest counts, unless a named allowance lowers it. */
  readonly ratings: ReadonlyMap<Judge, Bump>;
  /** The rule of this package that decided, when one did. */
  readonly rule?: { readonly name: string; readonly reason: string };
  /** Titles (`GET /units/listing`) of the operations that the place is part of. */
  readonly operations: readonly string[];
}
