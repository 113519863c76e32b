import { FleetError } from "../errors/fleet-error.ts";
import { keysOf, type Seen, takeUnseen } from "./seen.ts";
import type { Route, WalkSource } from "./source.ts";
import type { WalkOptions } from "./walk-options.ts";
import { windowAt, windowNear, windowOver } from "./window.ts";

/** Requests in a row that look for the place where a walk was, before it gives up. */
const mostTries = 12;

/** A walk that is complete needs pages of some rows: smaller ones could not overlap. */
const leastRows = 16;

/** Where an answer began, with which row, and whether it was an extra one. */
interface Answered {
  readonly begins: number;
  readonly key: string | undefined;
  readonly bridge: boolean;
}

/**
 * A list by `page` and `per_page`. It stops by the rule of the source description, section 8: when `total` items (at
 * most the asked `limit`) were retrieved, or with a page that has fewer items than the echoed `per_page`.
 *
 * An answer shows rows that were next to each other. So an answer that holds a row handed out before (an anchor) and
 * rows after it leaves no gap, whatever moved since the last answer. A walk that is `complete` demands an anchor of
 * every answer; any other one only when `total` has changed since the last page.
 */
export function pageRoute(
  { input: { query } }: WalkSource,
  options: WalkOptions,
  seen: Seen,
  [index = Number.NaN, rowsPerPage]: readonly unknown[] = [],
): Route {
  const { complete } = options;
  // Numbers by their types; an untyped caller may give digits as text.
  const cap = Number(query?.["limit"] ?? Infinity);
  /** Index of the row to hand out next; NaN before the first answer. */
  let at = Number(index);
  /** Index of the first row that was not asked for. */
  let ahead = at;
  let size = Number(rowsPerPage);
  let total = Number.NaN;
  let last: Answered = { begins: Infinity, key: undefined, bridge: false };
  let tries = 0;
  /** Those since the last answer that had a place. */
  let misses = 0;
  const most = (): number => Math.max(size, leastRows);

  return {
    next(early) {
      if (Number.isNaN(at)) return {};
      if (early && ahead >= Math.min(total, cap)) return undefined;
      const window = complete ? windowOver(ahead, most(), false) : windowAt(ahead, size);
      ahead = window.page * window.per_page;
      return window;
    },

    take(answer, { position, bridge }, room) {
      const { page, per_page, total: now } = answer.pagination;
      const asked = { page: Number(query?.["page"] ?? page), per_page, ...position };
      const begins = (page - 1) * per_page;
      const keys = keysOf(answer, options);
      const fail = (message: string): never => {
        throw new FleetError(message, { kind: "unexpected", ...answer.meta });
      };
      // When rows moved so far to the right that the page before comes again, there are more of them now.
      const again = !last.bridge && begins > last.begins && now === total && keys[0] === last.key;
      const odd = page !== asked.page || (complete && per_page !== asked.per_page);
      if (odd || (again && keys.length && keys.every(seen.has)))
        fail(`asked for page ${asked.page}, got page ${page} or the same again`);
      if (complete && keys.includes(undefined)) fail("complete needs a key of each item");

      const isFirst = Number.isNaN(at);
      if (isFirst) seen.all = !begins;
      const anchor = keys.findIndex(seen.has);
      const anchored = isFirst || anchor >= 0 || (!begins && (seen.all || !keys.length));
      const moved = complete || bridge || (now !== total && seen.tail().length > 0);
      if (!bridge) total = now;
      if (moved && !anchored) {
        if (bridge && !complete) return { rows: [], last: false };
        if (++tries > mostTries) fail("rows moved farther than a walk can follow");
        const window = windowNear(Math.min(at, now), misses++, most(), !last.bridge);
        return { ask: window, again: !bridge };
      }

      // Rows before an anchor may have been handed out so long ago that their keys are forgotten.
      const overlaps = !isFirst && (complete || begins < at);
      const from = !overlaps || anchor >= 0 || seen.tail().length ? anchor : at - begins;
      const { rows, end } = takeUnseen(answer, keys, seen, overlaps ? from : 0, room);
      if (rows.length) tries = 0;
      misses = 0;
      last = { begins, key: keys[0], bridge };
      at = begins + Math.min(end, per_page);
      if (isFirst) ahead = at;
      if (isFirst || !(complete || bridge)) size = per_page;
      // A service may count before or after it selects: only a page that is not full shows the end for certain.
      return { rows, last: keys.length < per_page || at >= cap || (complete ? begins : at) >= now };
    },

    progress: () => ({ page: Math.ceil(at / size), pages: Math.ceil(Math.min(total, cap) / size), total }),
    place: () => [at, size],
  };
}
