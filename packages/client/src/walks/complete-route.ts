import { FleetError } from "../errors.ts";
import { type Reach, type Window, leastRows, pageReader, windowOver } from "../paging/page-route.ts";
import { type Seen, takeUnseen } from "../paging/seen.ts";
import type { KeyOptions, List, PlacedRoute } from "../paging/source.ts";

/** Requests in a row that look for the place where a walk was, before it gives up. */
const mostTries = 12;

/**
 * A list by `page` and `per_page`, of which no row is missed. The rows of a response were next to each other. So a response
 * that has a row handed out before (an anchor) and rows after it leaves no gap, whatever moved since the last response.
 * `pageRoute` does without an anchor; this one demands it of every response, and so asks for pages that overlap.
 */
export function completeRoute(
  list: List,
  options: KeyOptions,
  seen: Seen,
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
  /** Whether the last response that had a place was an extra one. */
  let bridged = false;
  let tries = 0;
  /** Those since the last response that had a place. */
  let misses = 0;
  const most = (): number => Math.max(size, leastRows);

  return {
    next(early) {
      if (Number.isNaN(at)) return {};
      if (early && ahead >= Math.min(total, cap)) return undefined;
      const window = windowOn(ahead, most());
      ahead = window.page * window.per_page;
      return window;
    },

    take(answer, asked, room) {
      const { per_page, total: now } = answer.pagination;
      const { begins, keys, anchor, isAnchored } = read(answer, asked);
      const { bridge, position } = asked;
      const fail = (message: string): never => {
        throw new FleetError(message, { kind: "unexpected", ...answer.meta });
      };
      const wanted = position.per_page ?? per_page;
      if (per_page !== wanted) fail(`asked for pages of ${wanted} items, got one of ${per_page}`);
      if (keys.includes(undefined)) fail("complete needs a key of each item");
      const isFirst = Number.isNaN(at);
      if (isFirst) seen.all = !begins;
      if (!bridge) total = now;
      if (!isFirst && !isAnchored) {
        if (++tries > mostTries) fail("rows moved farther than a walk can follow");
        return { ask: windowNear(Math.min(at, now), misses++, most(), !bridged), again: !bridge };
      }

      // Rows before an anchor may have been handed out so long ago that their keys are forgotten.
      const { rows, end } = takeUnseen(answer, keys, seen, anchor, room);
      if (rows.length) tries = 0;
      misses = 0;
      bridged = bridge;
      at = begins + Math.min(end, per_page);
      if (isFirst) [ahead, size] = [at, per_page];
      // Rows may have moved to the left: only a page that begins behind `total`, or is not full, shows the end.
      return { rows, last: keys.length < per_page || at >= cap || begins >= now, end };
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

/** With some rows to spare on the left: they may be deleted before the request is answered. */
const toRight: Reach = (before, size) => (before > size >> 4 ? size - before : 0);

/** The page that goes on from `index`, and has rows before it too. */
export function windowOn(index: number, most: number): Window {
  return windowOver(index, most, toRight);
}

/**
 * The window to look into at the `nth` time for rows that moved from `index`: over it, mostly to its `left` or mostly to
 * its right, then ever farther on both sides.
 */
function windowNear(index: number, nth: number, most: number, left: boolean): Window {
  const steps = (nth & 1 ? -1 : 1) * ((nth + 1) >> 1);
  const near = Math.max(index + steps * ((most * 3) >> 2), 0);
  return left || nth > 0 ? windowOver(near, most) : windowOn(near, most);
}
