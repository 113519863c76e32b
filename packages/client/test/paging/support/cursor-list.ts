import { cursorRoute } from "../../../src/paging/cursor-route.ts";
import type { WalkSource } from "../../../src/paging/source.ts";
import { pageResult } from "./model-list.ts";

/** A list by cursor; `end` is what the last page has for a cursor. */
export function cursorList(
  rows: () => readonly number[],
  perPage: number,
  end: null | undefined = null,
): { asked: unknown[]; source: WalkSource } {
  const asked: unknown[] = [];
  const source: WalkSource = {
    async send({ query = {} }) {
      asked.push(query["cursor"]);
      const from = Number(String(query["cursor"] ?? "c0").slice(1));
      const data = rows()
        .slice(from, from + perPage)
        .map((id) => ({ id }));
      return pageResult(data, { next_cursor: from + perPage < rows().length ? `c${from + perPage}` : end });
    },
    input: { query: { per_page: perPage } },
    operationId: "eventsListing",
    route: cursorRoute,
    paged: "cursor",
  };
  return { asked, source };
}
