import type { UnitOwnership } from "@fleet-api/contract/types/units";
import type { UnitOfWork } from "../../db/index.ts";
import { Params, rows, scopeCondition } from "../../db/index.ts";
import type { Page, PageQuery } from "../../records/index.ts";
import { ofClient, projection, readPage, unknownRecord } from "../../records/index.ts";
import { units } from "./table.ts";

const shown = projection("UnitOwnership", ofClient.computed);

/** The clients in the scope that a unit belongs to or belonged to, the newest first. */
export async function listOwnerships(work: UnitOfWork, unitId: number, query: PageQuery): Promise<Page<UnitOwnership>> {
  const params = new Params([unitId]);
  const inScope = scopeCondition(work.scope, params);
  const [unit] = await work.read(
    rows(`select id from units where id = $1::bigint and deleted_at is null and ${inScope}`, params.values),
  );
  if (unit.length === 0) throw unknownRecord(units);
  return readPage(work, query, {
    from: "unit_ownerships t",
    where: `t.unit_id = $1::bigint and ${inScope}`,
    orderBy: () => "t.from desc, t.id desc",
    show: () => `unit_ownerships t ${ofClient.join}`,
    projection: shown,
    params,
  });
}
