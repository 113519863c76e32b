import type { AnyPage } from "../call/result.ts";
import { onReturn } from "./on-return.ts";
import type { WalkSource } from "./source.ts";
import type { WalkOptions, WalkProgress } from "./walk-options.ts";
import { walkPages } from "./walk.ts";

/** Hands out the items of the pages of {@link walkPages}, one by one. */
export function walkItems<Progress = WalkProgress>(
  source: WalkSource<Progress>,
  options: WalkOptions<Progress> = {},
): AsyncGenerator<unknown, void, undefined> {
  const pages = walkPages(source, options);
  return onReturn(itemsOf(pages, source, options), () => void pages.return());
}

async function* itemsOf<Progress>(
  pages: AsyncIterable<AnyPage>,
  source: WalkSource<Progress>,
  options: WalkOptions<Progress>,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { data } of pages)
    for (const item of data) {
      // The walk itself throws when it is asked for the next page.
      if (source.signal?.aborted || options.signal?.aborted) break;
      yield item;
    }
}

/** Collects them. Sends nothing for a `limit` of 0. */
export async function toArray<Progress = WalkProgress>(
  source: WalkSource<Progress>,
  options?: WalkOptions<Progress>,
): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const { data } of walkPages(source, options)) for (const item of data) all.push(item);
  return all;
}
