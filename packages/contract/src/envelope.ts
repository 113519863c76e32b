import type { Pagination } from "./generated/shared.ts";

/** The envelope of a successful JSON response. Source description, section 1. */
export interface Envelope<Data> {
  /** The requested resource or the result of the operation. */
  data: Data;
  /** Informational messages about a successful operation. */
  notices?: string[];
}

/** The envelope of a paged list. Source description, sections 1 and 8. */
export interface PagedEnvelope<Item> extends Envelope<Item[]> {
  pagination: Pagination;
}
