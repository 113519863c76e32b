import type { Unit } from "@fleet-api/contract/types/units";
import type { UnitOfWork } from "../../db/index.ts";
import { Params, scopeCondition } from "../../db/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Page } from "../../records/index.ts";
import { conditions, readPage } from "../../records/index.ts";
import type { UnitsListingQuery } from "./repository.ts";
import { shownUnits, unitFilters, unitsTotal } from "./repository.ts";

/** The rules of the Units resource group. */
export interface UnitsService {
  listing(work: UnitOfWork, query: UnitsListingQuery): Promise<Page<Unit>>;
}

/** Makes the service. */
export function createUnitsService(clock: Clock): UnitsService {
  return {
    async listing(work, query) {
      const params = new Params();
      const path = [scopeCondition(work.scope, params), ...conditions(unitFilters, query, params)].join(" and ");
      const shown = shownUnits("Unit", clock.now());
      const list = { from: "units t", where: `${path} and t.deleted_at is null`, params, ...shown };
      const filtersUnits = query.lifecycle_status !== undefined;
      const total = unitsTotal(filtersUnits ? list : { ...list, where: path }, filtersUnits);
      return readPage(work, query, list, total);
    },
  };
}
