import type { AnyPage } from "../call/result.ts";
import { FleetError } from "../errors.ts";
import { createCursorCheck } from "./cursor-check.ts";
import { createSeenKeys, dedupe, keysOf } from "./dedupe.ts";
import type { KeyOptions, List, PaginationStrategy } from "./pagination.ts";

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
  const check = createCursorCheck();
  let total: unknown;
  let page = 0;
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
      const last = next === undefined;
      const wrong = last ? undefined : check(`${next}`, rows.length);
      if (wrong) throw new FleetError(wrong, { kind: "unexpected", ...response.meta });
      page++;
      ({ total } = paginationOf(response));
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
