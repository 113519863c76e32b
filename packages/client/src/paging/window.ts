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
