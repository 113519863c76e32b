/** What the contract says of an operation, for clients. */
export interface OperationFacts {
  /** `operationId`, for example `unitsListing`. */
  readonly id: string;
  readonly verb: string;
  /** Path template below the base address. */
  readonly path: string;
  /** The statuses that the contract documents. */
  readonly statuses: readonly number[];
  /** `page` or `cursor` for a list that goes on. */
  readonly paged?: "page" | "cursor" | undefined;
  /** The member of `data` that has the items of a list by cursor. */
  readonly cursorList?: string | undefined;
  /** Whether it responds with a stream of events. */
  readonly stream?: boolean | undefined;
  /** Whether it takes an `Idempotency-Key` header. */
  readonly keyed?: boolean | undefined;
  /** Whether sending it twice does the same as sending it once, where the verb does not say so. */
  readonly idempotent?: boolean | undefined;
  /** Query parameters whose list is written as one value with commas; those of other lists are repeated. */
  readonly csv?: readonly string[] | undefined;
}
