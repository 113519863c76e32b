import { FleetError } from "../errors/fleet-error.ts";
import { createSeen, keysOf, type Seen, takeUnseen } from "./seen.ts";
import type { Route, WalkSource } from "./source.ts";
import type { WalkOptions } from "./walk-options.ts";

/**
 * A list by `cursor`: it goes on with `pagination.next_cursor` and ends where there is none. A cursor says what comes
 * next however rows move, so that nothing is read again; items are de-duplicated all the same.
 */
export function cursorRoute(
  { input: { query } }: WalkSource,
  options: WalkOptions,
  seen: Seen,
  place: readonly unknown[] = [query?.["cursor"], 0],
): Route {
  let [cursor, taken] = place;
  const used = createSeen();
  let total: unknown;
  let page = 0;
  let known = true;
  return {
    next() {
      if (!known) return undefined;
      known = false;
      return { cursor };
    },

    take(answer, _asked, room) {
      // Typed as a list by pages, see AnyPage; it has these members instead.
      const pagination: { next_cursor?: unknown; total?: unknown } = answer.pagination;
      const next = pagination.next_cursor ?? undefined;
      const keys = keysOf(answer, options);
      // Where an earlier walk stopped within this page: at the rows that it had, as far as they are still there.
      const anchor = taken ? keys.findIndex(seen.has) : 0;
      const { rows, end } = takeUnseen(answer, keys, seen, anchor < 0 ? Number(taken) : anchor, room);
      if (next !== undefined && used.has(`${next}`))
        throw new FleetError("got a used cursor", { kind: "unexpected", ...answer.meta });
      used.add(`${next}`);
      page++;
      ({ total } = pagination);
      const last = next === undefined;
      // The last page is asked for again when the walk is resumed: more may have been added to it.
      if (last || end < keys.length) taken = end;
      else [cursor, taken, known] = [next, 0, true];
      return { rows, last };
    },

    progress: () => ({ page, pages: null, total: typeof total === "number" ? total : null }),
    place: () => [cursor, taken],
  };
}
