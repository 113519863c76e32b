import type { Scope, ScopeFilter } from "../../access/index.ts";
import { intersectScope } from "../../access/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { noUnits, type UnitFilter, type UnitRows, type UnitsRepository } from "./repository.ts";

/** What a listing asks for. `page` and `per_page` have the contract's defaults already. */
export interface UnitsListingQuery extends ScopeFilter {
  readonly page: number;
  readonly per_page: number;
  readonly limit?: number | undefined;
  readonly lifecycle_status?: readonly string[] | undefined;
}

/** One page of a listing. */
export interface UnitsListing {
  readonly json: UnitRows;
  readonly pagination: { page: number; per_page: number; total: number };
  readonly notices: string[];
}

/** The rules of the Units resource group. */
export interface UnitsService {
  listing(scope: Scope, query: UnitsListingQuery): Promise<UnitsListing>;
}

/** The service on a repository. */
export function createUnitsService(units: UnitsRepository, clock: Clock): UnitsService {
  return {
    async listing(scope, query) {
      const { page, per_page, limit = Number.POSITIVE_INFINITY } = query;
      const within = intersectScope(scope, query);
      const filter: UnitFilter = { lifecycle_status: query.lifecycle_status ?? null };
      const total = await units.total(within, filter);
      const offset = (page - 1) * per_page;
      // Not cut by the total: a row that was inserted since it was read would hide the last row of the list.
      const count = total > offset ? Math.min(per_page, limit - offset) : 0;
      const json = count <= 0 ? noUnits : await units.page(within, filter, { offset, count }, clock.now());
      return {
        json,
        pagination: { page, per_page, total },
        notices: pastEndNotice(page, per_page, Math.min(total, limit)),
      };
    },
  };
}

/** A page past the end is empty, not an error; the notice tells a person why it is empty. */
function pastEndNotice(page: number, perPage: number, items: number): string[] {
  const last = Math.max(1, Math.ceil(items / perPage));
  return page > last ? [`page_past_end: page ${page} is past the last page, ${last}`] : [];
}
