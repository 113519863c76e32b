import type { OperationRow } from "@fleet-api/contract";

/**
 * What is special about an operation: `paged` by page numbers or by `cursor`, `keyed` by Idempotency-Key, and the query
 * parameters whose list is one value with commas, as `csv=ids,states`.
 */
export type CallTrait = "paged" | "cursor" | "keyed" | `csv=${string}`;

/** An operation as its generated function names it. */
export type CallRow = readonly [
  verb: OperationRow["verb"],
  path: string,
  statuses: readonly number[],
  ...traits: CallTrait[],
];

/** A row that was read from text. */
type ReadRow = readonly [verb: string, path: string, statuses: readonly number[], ...traits: string[]];

/** What the contract says of an operation, for clients. */
export interface OperationFacts {
  /** `operationId`, for example `unitsListing`. */
  readonly id: string;
  readonly verb: string;
  /** Path template below the base address. */
  readonly path: string;
  /** The statuses that the contract documents. */
  readonly statuses: readonly number[];
  /** `page` or `cursor` for a list that goes on, else undefined. */
  readonly paged: "page" | "cursor" | undefined;
  /** Whether it takes an `Idempotency-Key` header. */
  readonly keyed: boolean;
  /** Query parameters whose list is written as one value with commas; those of other lists are repeated. */
  readonly csv: readonly string[];
}

/** The facts in a generated row. */
export function factsOf(id: string, [verb, path, statuses, ...traits]: ReadRow): OperationFacts {
  const paged = traits.includes("cursor") ? "cursor" : traits.includes("paged") ? "page" : undefined;
  const csv =
    traits
      .find((trait) => trait.startsWith("csv="))
      ?.slice(4)
      .split(",") ?? [];
  return { id, verb, path, statuses, paged, keyed: traits.includes("keyed"), csv };
}
