import type { Answer } from "../../support/service.ts";

/** A request, and what it is answered with by somebody who may send it at all. */
export interface Case {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** @default 200 */
  readonly status?: number;
  /** What is wrong with the data of a success. @default nothing */
  readonly wrong?: ((answer: Answer<unknown>) => string | null) | undefined;
  /** The request ends its session, so it needs one of its own. */
  readonly endsSession?: boolean;
}

export function queryOf(values: object): string {
  const entries = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? "" : `?${new URLSearchParams(Object.fromEntries(entries))}`;
}

export function different(actual: unknown, expected: unknown): string | null {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  return seen === wanted ? null : `${seen} instead of ${wanted}`;
}

/** Exactly these ids on the page, and as many in total. */
export function only(ids: readonly number[]): Case["wrong"] {
  return ({ body }) => {
    const found = Array.isArray(body.data) ? body.data.map((one: unknown) => Number(Object(one).id)) : [];
    return different({ ids: found, total: body.pagination.total }, { ids, total: ids.length });
  };
}

/** A version that no record has: what would be changed is refused, so that the next caller finds it as it is. */
export const outdated = { "if-match": '"v999"' };
