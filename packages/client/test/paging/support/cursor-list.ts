import { cursorStrategy } from "../../../src/paging/cursor-strategy.ts";
import type { PaginatedSource } from "../../../src/paging/pagination.ts";
import { pageResult } from "./model-list.ts";

/** A list by cursor; `end` is what the last page has for a cursor. */
export function cursorList(
  rows: () => readonly number[],
  perPage: number,
  end: null | undefined = null,
): { asked: unknown[]; source: PaginatedSource } {
  const asked: unknown[] = [];
  const source: PaginatedSource = {
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
    strategy: cursorStrategy,
    paged: "cursor",
  };
  return { asked, source };
}
