import type { PagedCall } from "@fleet-api/contract";
import { sourceOf } from "../call/call.ts";
import type { AnyPage } from "../call/result.ts";
import type { WalkSource } from "../paging/source.ts";
import { toArray, walkItems, walkPages } from "../paging/walk.ts";
import { type ResumableWalkOptions, resumable } from "./resumable.ts";

/** The items of a list. Each way to take them begins a walk. */
export interface Walk<Success, Item> extends AsyncIterable<Item> {
  /** The pages from the asked one on, as successful results, without items that came before. */
  pages(): AsyncIterable<Success>;
  /** Every item from the asked page on, at most `limit`. */
  toArray(): Promise<Item[]>;
}

/**
 * Walks a list as its call does, but can miss nothing that stays in the list, and go on where an earlier walk was:
 * `for await (const unit of walk(fleet.units.listing(), { complete: true }))`. It begins with the page of the call, unless
 * `resume` is given: then that page is not used. Each step throws a `FleetError` when a page fails. Throws a `TypeError` for what is not
 * the call of a list.
 */
export function walk<Success, Item>(
  call: PagedCall<Success, unknown, Item>,
  options?: ResumableWalkOptions<NoInfer<Item>>,
): Walk<Success, Item>;
export function walk(call: unknown, options?: ResumableWalkOptions): Walk<AnyPage, unknown> {
  return walkOver(sourceOf(call), options);
}

/** The same for what a call is walked by. */
export function walkOver(
  list: WalkSource,
  { complete, resume, ...options }: ResumableWalkOptions = {},
): Walk<AnyPage, unknown> {
  const source = { ...list, route: resumable(list.route, { complete, resume }) };
  return {
    pages: () => walkPages(source, options),
    toArray: () => toArray(source, options),
    [Symbol.asyncIterator]: () => walkItems(source, options),
  };
}
