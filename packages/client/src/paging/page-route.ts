import type { AnyPage } from "../call/result.ts";
import { FleetError } from "../errors.ts";
import { type Seen, createSeen, keysOf, takeUnseen } from "./seen.ts";
import type { Asked, KeyOptions, List, PlacedRoute } from "./source.ts";

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

/** What a response has, and where in the list that is. */
interface ReadPage {
  /** Index in the list of its first row. */
  readonly begins: number;
  readonly keys: readonly (string | undefined)[];
  /** Index in the response of the first row that was handed out before; -1 for none. */
  readonly anchor: number;
  /** Whether the rows after the anchor leave no gap: rows of one response are neighbours. */
  readonly isAnchored: boolean;
}

/** Reads the responses of a walk. Throws a `FleetError` for another page than the asked one, and for the same page again. */
export function pageReader(
  { input: { query } }: List,
  options: KeyOptions,
  seen: Seen,
): (answer: AnyPage, asked: Asked) => ReadPage {
  let lastBegins = Infinity;
  let lastTotal = 0;
  let lastKey: string | undefined;
  return (answer, { position, bridge }) => {
    const { page, per_page, total } = answer.pagination;
    // A number by its type; an untyped caller may give digits as text.
    const asked = Number(position.page ?? query?.["page"] ?? page);
    const begins = (page - 1) * per_page;
    const keys = keysOf(answer, options);
    // When rows moved so far to the right that the page before comes again, there are more of them now.
    const again = begins > lastBegins && total === lastTotal && keys[0] === lastKey;
    if (page !== asked || (again && keys.length && keys.every(seen.has)))
      throw new FleetError(`asked for page ${asked}, got page ${page} or the same again`, {
        kind: "unexpected",
        ...answer.meta,
      });
    [lastBegins, lastTotal, lastKey] = [bridge ? Infinity : begins, total, keys[0]];
    const anchor = keys.findIndex(seen.has);
    return { begins, keys, anchor, isAnchored: anchor >= 0 || (!begins && (seen.all || !keys.length)) };
  };
}

/** A page of a list: `size` rows, of which those before it are a multiple. */
export interface Window {
  readonly page: number;
  readonly per_page: number;
}

/** Pages over a boundary need some rows: smaller ones could not reach over it. */
export const leastRows = 16;

/** How far a page of `size` rows reaches beyond an index, when it has `before` rows before that. */
export type Reach = (before: number, size: number) => number;

const toLeft: Reach = (before) => before;

/**
 * The page that lies over a boundary: it has the rows to the left and to the right of `index`, in one response. Pages
 * begin at multiples of their size, so it has another size: the one, up to `most`, that reaches farthest, by default to
 * the left. When no size does, the page at `index`.
 */
export function windowOver(index: number, most: number, reachOf = toLeft): Window {
  let size = most;
  let best = 0;
  for (let each = most; each > best; each--) {
    const reach = reachOf(index % each, each);
    if (reach > best) [best, size] = [reach, each];
  }
  return windowAt(index, size);
}

/** The page of a size that has the row at `index`. */
export function windowAt(index: number, size: number): Window {
  return { page: Math.floor(index / size) + 1, per_page: size };
}
