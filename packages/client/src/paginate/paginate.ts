import type { PagedCall } from "@fleet-api/contract";
import { sourceOf } from "../call/call.ts";
import type { AnySuccess } from "../call/result.ts";
import { collectItems, iterateItems, iterateResults } from "../paging/iterate.ts";
import type { PaginatedSource } from "../paging/pagination.ts";
import { type ResumableOptions, resumable } from "./resumable.ts";

/** The items of a list. Each way to take them begins an iteration. */
export interface PaginatedItems<Success, Item> extends AsyncIterable<Item> {
  /** The pages from the asked one on, as successful results, without items that came before. */
  pages(): AsyncIterable<Success>;
  /** Every item from the asked page on, at most `limit`. */
  toArray(): Promise<Item[]>;
}

/**
 * Iterates a list as its call does, but can miss nothing that stays in the list, and resume an earlier iteration:
 * `for await (const unit of paginate(fleet.units.listing(), { complete: true }))`. It begins with the page of the call,
 * unless `resume` is given: then that page is not used. Each step throws a `FleetError` when a page fails. Throws a
 * `TypeError` for what is not the call of a list.
 */
export function paginate<Success, Item>(
  call: PagedCall<Success, unknown, Item>,
  options?: ResumableOptions<NoInfer<Item>>,
): PaginatedItems<Success, Item>;
export function paginate(call: unknown, options?: ResumableOptions): PaginatedItems<AnySuccess, unknown> {
  return paginateSource(sourceOf(call), options);
}

/** The same for the source of a call. */
export function paginateSource(
  list: PaginatedSource,
  { complete, resume, ...options }: ResumableOptions = {},
): PaginatedItems<AnySuccess, unknown> {
  const source = { ...list, strategy: resumable(list.strategy, { complete, resume }) };
  return {
    pages: () => iterateResults(source, options),
    toArray: () => collectItems(source, options),
    [Symbol.asyncIterator]: () => iterateItems(source, options),
  };
}
