import type { Agency } from "@fleet-api/contract/types/clients";
import type { UnitOfWork } from "../../db/index.ts";
import { Params, scopeCondition } from "../../db/index.ts";
import type { Page, PageQuery } from "../../records/index.ts";
import { byLetters, jsonObject, projection, readPage } from "../../records/index.ts";

const shown = projection("Agency", { partner: jsonObject({ id: "p.id", name: "p.name" }) });

/** Agencies belong to no client, and a scope of lone clients covers none. */
const agencies = `(select id, name, partner_id, id as agency_id, null::bigint as client_id
  from agencies_in_scope join agencies using (id, partner_id)) t`;

/** The agencies that the scope covers as a whole, by name. */
export async function listAgencies(work: UnitOfWork, query: PageQuery): Promise<Page<Agency>> {
  const params = new Params();
  return readPage(work, query, {
    from: agencies,
    where: scopeCondition(work.scope, params),
    orderBy: () => `t.name ${byLetters}, t.id ${byLetters}`,
    show: () => "agencies t join partners p on p.id = t.partner_id",
    projection: shown,
    params,
  });
}
