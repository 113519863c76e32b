import { createSeenKeys } from "./dedupe.ts";

/** Pages in a row that bring nothing, before a loop over cursors gives up. A service that filters pages may give some. */
const mostBarren = 1000;

/**
 * Checks that a loop over cursors gets on. For each page it takes the next cursor and how much the page brought; it returns
 * what is wrong, if anything is.
 */
export function createCursorCheck(): (next: string, count: number) => string | undefined {
  const used = createSeenKeys();
  let barren = 0;
  return (next, count) => {
    if (used.has(next)) return "the service gave a cursor that was used before";
    used.add(next);
    barren = count ? 0 : barren + 1;
    return barren > mostBarren ? `the service gave ${barren} pages in a row with nothing new` : undefined;
  };
}
