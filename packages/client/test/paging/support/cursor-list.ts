import { type AnyResult, successResult } from "../../../src/call/result.ts";
import { cursorStrategy } from "../../../src/paging/cursor-strategy.ts";
import type { PaginatedSource } from "../../../src/paging/pagination.ts";

/** What the last page has for a cursor: none, or one that nothing follows. */
export type End = null | "end";

/** A list by cursor, whose items are in `events`. */
export function cursorList(
  rows: () => readonly number[],
  perPage: number,
  end: End = null,
): { asked: unknown[]; source: PaginatedSource } {
  const asked: unknown[] = [];
  const source: PaginatedSource = {
    async send({ query = {} }) {
      asked.push(query["cursor"]);
      const from = Number(String(query["cursor"] ?? "c0").slice(1));
      const events = rows()
        .slice(from, from + perPage)
        .map((id) => ({ id }));
      const has_more = from + perPage < rows().length;
      return cursorPage({ events, next_cursor: has_more ? `c${from + perPage}` : end, has_more });
    },
    input: { query: { per_page: perPage } },
    operationId: "eventsListing",
    strategy: cursorStrategy,
    paged: "cursor",
    cursorList: "events",
  };
  return { asked, source };
}

/** A page as the client gives it. */
export function cursorPage(data: object): AnyResult {
  const head = { status: 200, headers: new Headers({ "x-request-id": "req-0000001" }) };
  return successResult("eventsListing", head, { data, notices: [] });
}
