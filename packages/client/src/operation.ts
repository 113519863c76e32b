import type { CallRow } from "@fleet-api/contract/operations";

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
}

/** The facts in a row of the generated table. */
export function factsOf(id: string, [verb, path, statuses, ...traits]: CallRow): OperationFacts {
  const paged = traits.includes("cursor") ? "cursor" : traits.includes("paged") ? "page" : undefined;
  return { id, verb, path, statuses, paged, keyed: traits.includes("keyed") };
}
