import { type Reach, type Window, windowOver } from "../paging/window.ts";

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
export function windowNear(index: number, nth: number, most: number, left: boolean): Window {
  const steps = (nth & 1 ? -1 : 1) * ((nth + 1) >> 1);
  const near = Math.max(index + steps * ((most * 3) >> 2), 0);
  return left || nth > 0 ? windowOver(near, most) : windowOn(near, most);
}
