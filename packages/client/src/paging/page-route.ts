import { pageReader } from "./page-reader.ts";
import { createSeen, takeUnseen } from "./seen.ts";
import type { List, PlacedRoute } from "./source.ts";
import type { KeyOptions } from "./walk-options.ts";
import { leastRows, windowAt, windowOver } from "./window.ts";

/**
 * A list by `page` and `per_page`. It stops by the rule of the source description, section 8: when `total` items (at
 * most the asked `limit`) were retrieved, or with a page that has fewer items than the echoed `per_page`.
 *
 * When `total` has changed since the last page, and no row of the response was handed out before, it looks once at the
 * rows between the two.
 */
export function pageRoute(
  list: List,
  options: KeyOptions,
  seen = createSeen(),
  [index = Number.NaN, rowsPerPage]: readonly unknown[] = [],
): PlacedRoute {
  const read = pageReader(list, options, seen);
  const cap = Number(list.input.query?.["limit"] ?? Infinity);
  /** Index of the row to hand out next; NaN before the first response. */
  let at = Number(index);
  /** Index of the first row that was not asked for. */
  let ahead = at;
  let size = Number(rowsPerPage);
  let total = Number.NaN;

  return {
    next(early) {
      if (Number.isNaN(at)) return {};
      if (early && ahead >= Math.min(total, cap)) return undefined;
      const window = windowAt(ahead, size);
      ahead = window.page * size;
      return window;
    },

    take(answer, asked, room) {
      const { per_page, total: now } = answer.pagination;
      const { begins, keys, anchor, isAnchored } = read(answer, asked);
      const { bridge } = asked;
      const isFirst = Number.isNaN(at);
      if (isFirst) seen.all = !begins;
      else if (!isAnchored) {
        if (bridge) return { rows: [], last: false, end: 0 };
        const moved = now !== total && seen.size() > 0;
        total = now;
        if (moved) return { ask: windowOver(Math.min(at, now), Math.max(size, leastRows)), again: true };
      }
      if (!bridge) [total, size] = [now, per_page];

      // Rows before an anchor may have been handed out so long ago that their keys are forgotten.
      const from = begins < at ? (seen.size() ? anchor : at - begins) : 0;
      const { rows, end } = takeUnseen(answer, keys, seen, from, room);
      at = begins + Math.min(end, per_page);
      if (isFirst) ahead = at;
      // A service may count before or after it selects: only a page that is not full shows the end for certain.
      return { rows, last: keys.length < per_page || at >= Math.min(cap, now), end };
    },

    progress: (retrieved) => ({
      page: Math.ceil(at / size),
      pages: Math.ceil(Math.min(total, cap) / size),
      retrieved,
      total,
    }),
    place: () => [at, size],
  };
}
