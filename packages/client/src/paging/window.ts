/** A page of a list: `size` rows, of which those before it are a multiple. */
export interface Window {
  readonly page: number;
  readonly per_page: number;
}

/**
 * The page that lies over a boundary: it has the rows to the left and to the right of `index`, in one answer. Pages
 * begin at multiples of their size, so it has another size: the one, up to `most`, that reaches farthest to the right
 * (with some rows to spare on the left) or, for `left`, farthest to the left. When no size does, the page at `index`.
 */
export function windowOver(index: number, most: number, left: boolean): Window {
  let size = most;
  let best = 0;
  for (let each = most; each > best; each--) {
    const before = index % each;
    const reach = left ? before : before > each >> 4 ? each - before : 0;
    if (reach > best) [best, size] = [reach, each];
  }
  return windowAt(index, size);
}

/** The page of a size that has the row at `index`. */
export function windowAt(index: number, size: number): Window {
  return { page: Math.floor(index / size) + 1, per_page: size };
}

/**
 * The window to look into at the `nth` time for rows that moved from `index`: over it, mostly to its `left` or mostly to
 * its right, then ever farther on both sides.
 */
export function windowNear(index: number, nth: number, most: number, left: boolean): Window {
  const steps = (nth & 1 ? -1 : 1) * ((nth + 1) >> 1);
  return windowOver(Math.max(index + steps * ((most * 3) >> 2), 0), most, left || nth > 0);
}
