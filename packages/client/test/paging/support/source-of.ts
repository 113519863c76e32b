import { pageStrategy } from "../../../src/paging/page-strategy.ts";
import type { PaginatedSource } from "../../../src/paging/pagination.ts";
import { pageResult } from "./model-list.ts";

/** A source that answers each request with what `answer` makes of its query. */
export function sourceOf(
  answer: (query: Readonly<Record<string, unknown>>) => object,
): PaginatedSource & { asked: number } {
  const source = {
    asked: 0,
    async send({ query = {} }: { query?: Readonly<Record<string, unknown>> | undefined }) {
      source.asked++;
      const { data, ...pagination } = Object.assign({ data: [] }, answer(query));
      return pageResult(data, pagination);
    },
    input: {},
    operationId: "unitsListing",
    strategy: pageStrategy,
  };
  return source;
}

/** Items of these ids. */
export const idRows = (ids: readonly number[]): object[] => ids.map((id) => ({ id }));
