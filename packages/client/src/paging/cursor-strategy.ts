import type { AnyPage } from "../call/result.ts";
import { FleetError } from "../errors.ts";
import { createSeenKeys, dedupe, keysOf } from "./dedupe.ts";
import type { KeyOptions, List, PaginationStrategy } from "./pagination.ts";

/** Pages in a row that bring nothing, before an iteration gives up. A service that filters pages may give some. */
const mostBarren = 1000;

/**
 * A list by `cursor`: it goes on with `pagination.next_cursor` and ends where there is none. A cursor says what comes
 * next however rows move, so that nothing is read again; items are de-duplicated all the same.
 */
export function cursorStrategy(
  { input: { query } }: List,
  options: KeyOptions,
  seen = createSeenKeys(),
): PaginationStrategy {
  let cursor = query?.["cursor"];
  const used = createSeenKeys();
  let total: unknown;
  let page = 0;
  let barren = 0;
  let known = true;
  return {
    next() {
      if (!known) return undefined;
      known = false;
      return { cursor };
    },

    take(response, _request, room) {
      const next = paginationOf(response).next_cursor ?? undefined;
      const { rows, end } = dedupe(response, keysOf(response, options), seen, 0, room);
      if (next !== undefined && used.has(`${next}`))
        throw new FleetError("the service gave a cursor that was used before", {
          kind: "unexpected",
          ...response.meta,
        });
      used.add(`${next}`);
      barren = rows.length ? 0 : barren + 1;
      if (barren > mostBarren)
        throw new FleetError(`the service gave ${barren} pages in a row without a new row`, {
          kind: "unexpected",
          ...response.meta,
        });
      page++;
      ({ total } = paginationOf(response));
      const last = next === undefined;
      if (!last) [cursor, known] = [next, true];
      return { rows, last, end };
    },

    progress: (retrieved) => ({ page, pages: null, retrieved, total: typeof total === "number" ? total : null }),
  };
}

/** A response is typed as that of a list by pages, see AnyPage; of a list by cursors it has these members instead. */
export function paginationOf({ pagination }: AnyPage): { readonly next_cursor?: unknown; readonly total?: unknown } {
  return pagination;
}
