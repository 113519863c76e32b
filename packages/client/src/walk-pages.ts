import { FleetError } from "./fleet-error.ts";
import type { AnyPage } from "./outcome.ts";

/** How a walk gets its pages, and where it ends at the latest. */
export interface Walk {
  /** Page number that was asked for first; undefined leaves it to the service. */
  readonly start: number | undefined;
  /** The `limit` that was asked for: items over all pages of the listing. */
  readonly limit: number | undefined;
  readonly first: () => Promise<AnyPage>;
  readonly next: (page: number) => Promise<AnyPage>;
}

/**
 * Walks pages by the rule of the source description, section 8: until `total` items were retrieved, or until a page
 * has fewer items than `per_page`. `per_page` is the echoed one, because a service may apply another than was asked
 * for. Items before the first page count as retrieved, so that a walk from page 3 makes no request too many.
 * Throws a `FleetError` when the service answers with another page than the asked one, or with the same page again.
 */
export async function* walkPages(walk: Walk): AsyncGenerator<AnyPage, void, undefined> {
  let page = await walk.first();
  expectPage(page, walk.start);
  let retrieved = (page.pagination.page - 1) * page.pagination.per_page;
  for (;;) {
    // Read before the page is handed out: it belongs to the caller then, who may change it.
    const { page: number, per_page, total } = page.pagination;
    const ids = idsOf(page);
    retrieved += page.data.length;
    const last = page.data.length < per_page || retrieved >= Math.min(total, walk.limit ?? total);
    yield page;
    if (last) return;
    page = await walk.next(number + 1);
    expectPage(page, number + 1);
    if (ids !== undefined && ids === idsOf(page) && total === page.pagination.total)
      refuse(page, `repeats the items of page ${number}`);
  }
}

function expectPage(page: AnyPage, asked: number | undefined): void {
  if (asked !== undefined && page.pagination.page !== asked)
    refuse(page, `came for page ${asked}, so the walk would not end`);
}

function refuse({ pagination, status, meta }: AnyPage, why: string): never {
  throw new FleetError(`page ${pagination.page} ${why}`, { kind: "unexpected", status, ...meta });
}

/** The ids of a page as one text; undefined when an item has none, and pages cannot be told apart. */
function idsOf(page: AnyPage): string | undefined {
  const ids = page.data.map((item) =>
    typeof item === "object" && item !== null && "id" in item ? item.id : undefined,
  );
  return ids.length === 0 || ids.includes(undefined) ? undefined : JSON.stringify(ids);
}
