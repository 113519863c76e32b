import type { AnyPage } from "../outcome.ts";

/** A copy of a page with these rows, default its own. Who gets it may change it: the answer stays as it was. */
export function withRows(page: AnyPage, rows: readonly unknown[] = page.data): AnyPage {
  const copy = { ...page, data: [...rows], pagination: { ...page.pagination } };
  // Not enumerable, as in any result: headers may hold a token.
  return Object.defineProperty(copy, "headers", { value: page.headers });
}
