import { expect, it } from "vitest";
import { buildScope } from "../../src/access/index.ts";
import { noUnits, type UnitsRepository } from "../../src/resources/units/repository.ts";
import { createUnitsService } from "../../src/resources/units/service.ts";

const everything = buildScope({ partners: [], agencies: [], clients: [{ id: 1, agency_id: "a", partner_id: "p" }] });

it("asks for a whole page, not only for the rows that there were when they were counted", async () => {
  const asked: unknown[] = [];
  const units: UnitsRepository = {
    total: async () => 3,
    page: async (_scope, _filter, slice) => {
      asked.push(slice);
      return noUnits;
    },
  };
  const service = createUnitsService(units, { now: () => new Date(0) });
  await service.listing(everything, { page: 1, per_page: 50 });
  await service.listing(everything, { page: 2, per_page: 2, limit: 3 });
  await service.listing(everything, { page: 3, per_page: 2 });
  expect(asked).toEqual([
    { offset: 0, count: 50 },
    { offset: 2, count: 1 },
  ]);
});
