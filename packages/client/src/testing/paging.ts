/** The members of a reply of any paged operation, as a handler gives them. */
export interface PagedReply {
  readonly data: readonly unknown[];
  readonly pagination?: Readonly<Record<string, unknown>>;
}

/** The page that a query asks for. Without `pagination`, `data` is the whole list. */
export function pageOf(
  { data, pagination }: PagedReply,
  query: Readonly<Record<string, unknown>>,
): Required<PagedReply> {
  const { page, per_page } = query;
  if (pagination !== undefined) return { data, pagination: { page, per_page, ...pagination } };
  const size = Number(per_page);
  const start = (Number(page) - 1) * size;
  // `limit` counts over all pages of the listing.
  const end = Math.min(start + size, Number(query["limit"] ?? Infinity));
  return { data: data.slice(start, Math.max(start, end)), pagination: { page, per_page, total: data.length } };
}
