import { withRows } from "../call/result.ts";
import { paginationOf } from "../paging/cursor-route.ts";
import { keysOf, type Seen } from "../paging/seen.ts";
import type { List, PlacedRoute, RouteMaker } from "../paging/source.ts";
import type { KeyOptions } from "../paging/walk-options.ts";

/** The route of a list by cursor, from a place: a cursor, and how many rows of its page were taken. */
export function placedCursorRoute(
  route: RouteMaker,
  list: List,
  options: KeyOptions,
  seen: Seen,
  place: readonly unknown[] = [list.input.query?.["cursor"], 0],
): PlacedRoute {
  let [cursor, taken] = place;
  const query = { ...list.input.query, cursor };
  const inner = route({ ...list, input: { ...list.input, query } }, options, seen);
  return {
    ...inner,
    take(answer, asked, room) {
      // Where an earlier walk stopped within this page: at the rows that it had, as far as they are still there.
      const anchor = taken ? keysOf(answer, options).findIndex(seen.has) : 0;
      const from = anchor < 0 ? Number(taken) : anchor;
      const step = inner.take(withRows(answer, answer.data.slice(from)), asked, room);
      if ("ask" in step) return step;
      const end = from + step.end;
      // The last page is asked for again when the walk is resumed: more may have been added to it.
      if (step.last || end < answer.data.length) taken = end;
      else [cursor, taken] = [paginationOf(answer).next_cursor, 0];
      return step;
    },
    place: () => [cursor, taken],
  };
}
