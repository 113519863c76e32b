import type { AnyPage } from "../call/result.ts";
import { FleetError } from "../errors.ts";
import { createCursorCheck } from "./cursor-check.ts";
import { createSeenKeys, dedupe, keysOf } from "./dedupe.ts";
import type { KeyOptions, List, PaginationStrategy } from "./pagination.ts";

/**
 * A list by `cursor`: it goes on with `next_cursor` while `has_more` is true, also after an empty page. A cursor says what
 * comes next however rows move, so that nothing is read again; items are de-duplicated all the same.
 */
export function cursorStrategy(
  { input: { query } }: List,
  options: KeyOptions,
  seen = createSeenKeys(),
): PaginationStrategy {
  let cursor = query?.["cursor"];
  const check = createCursorCheck();
  let page = 0;
  let known = true;
  return {
    next() {
      if (!known) return undefined;
      known = false;
      return { cursor };
    },

    take(response, _request, room) {
      const { next_cursor, has_more } = paginationOf(response);
      const next = has_more ? next_cursor : undefined;
      const { rows, end } = dedupe(response, keysOf(response, options), seen, 0, room);
      const last = next === undefined;
      const wrong = last ? undefined : check(`${next}`, rows.length);
      if (wrong) throw new FleetError(wrong, { kind: "unexpected", ...response.meta });
      page++;
      if (!last) [cursor, known] = [next, true];
      return { rows, last, end };
    },

    progress: (retrieved) => ({ page, pages: null, retrieved, total: null }),
  };
}

/** A response is typed as that of a list by pages, see AnyPage; of a list by cursor it has these members instead. */
export function paginationOf({ pagination }: AnyPage): { readonly next_cursor?: unknown; readonly has_more?: unknown } {
  return Object(pagination);
}
