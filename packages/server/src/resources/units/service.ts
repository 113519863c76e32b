import type { UnitOfWork } from "../../db/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { UnitFilter, UnitRows } from "./repository.ts";
import { unitsPage, unitsTotal } from "./repository.ts";

/** What a listing asks for. `page` and `per_page` have the contract's defaults already. */
export interface UnitsListingQuery extends UnitFilter {
  readonly page: number;
  readonly per_page: number;
  readonly limit?: number | undefined;
}

/** One page of a listing. */
export interface UnitsListing {
  readonly json: UnitRows;
  readonly pagination: { page: number; per_page: number; total: number };
  readonly notices: string[];
}

/** The rules of the Units resource group. */
export interface UnitsService {
  listing(work: UnitOfWork, query: UnitsListingQuery): Promise<UnitsListing>;
}

/** Makes the service. */
export function createUnitsService(clock: Clock): UnitsService {
  return {
    async listing(work, { page, per_page, limit = Number.POSITIVE_INFINITY, ...filter }) {
      const offset = (page - 1) * per_page;
      const count = Math.max(0, Math.min(per_page, limit - offset));
      const { scope } = work;
      const [total, json] = await work.read(
        unitsTotal(scope, filter),
        unitsPage(scope, filter, { offset, count }, clock.now()),
      );
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
