/** A page of a list: `per_page` rows, of which those before it are a multiple. */
export interface PageRange {
  readonly page: number;
  readonly per_page: number;
}

/** Pages that overlap need some rows: smaller ones could not reach over a boundary. */
export const leastRows = 16;

/** How far a page of `size` rows reaches beyond an index, when it has `before` rows before that. */
type Reach = (before: number, size: number) => number;

const toLeft: Reach = (before) => before;

/** Some rows are spare on the left: they may be deleted before the request is answered. */
const toRight: Reach = (before, size) => (before > size >> 4 ? size - before : 0);

/** The page of a size that has the row at `index`. */
export function rangeAt(index: number, size: number): PageRange {
  return { page: Math.floor(index / size) + 1, per_page: size };
}

/** The page of at most `most` rows that goes on from `index` and has rows before it, too. */
export function rangeOn(index: number, most: number): PageRange {
  return rangeOver(index, most, toRight);
}

/**
 * The page that overlaps a boundary: one response has the rows to the left and to the right of `index`. Pages begin at
 * multiples of their size, so the size differs: it is the one, up to `most`, that reaches farthest, by default to the
 * left. When no size does, the page of `most` rows at `index`.
 */
export function rangeOver(index: number, most: number, reachOf = toLeft): PageRange {
  let size = most;
  let best = 0;
  for (let each = most; each > best; each--) {
    const reach = reachOf(index % each, each);
    if (reach > best) [best, size] = [reach, each];
  }
  return rangeAt(index, size);
}

/**
 * Where to look for the `nth` time for rows that moved from `index`: over it, mostly to its `left` or mostly to its
 * right, then ever farther on both sides.
 */
export function rangeNear(index: number, nth: number, most: number, left: boolean): PageRange {
  const steps = (nth & 1 ? -1 : 1) * ((nth + 1) >> 1);
  const near = Math.max(index + steps * ((most * 3) >> 2), 0);
  return left || nth > 0 ? rangeOver(near, most) : rangeOn(near, most);
}
