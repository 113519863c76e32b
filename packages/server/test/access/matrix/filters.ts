import type { OperationRow } from "@fleet-api/contract";
import type { ScopeFilter } from "../../../src/access/index.ts";
import type { World } from "./world.ts";

const names = ["partner_id", "agency_id", "client_id"] as const;
/** Ids of records; cases of their own have values for them. */
const ofRecords = ["parent_id", "unit_group_id"];

/**
 * Filters of an operation with own and foreign ids of the hierarchy, those that do not exist, and those that do not
 * belong together: each id alone, and each with one that is its path and one that is not.
 */
export function scopeFilters(operation: OperationRow, world: World): ScopeFilter[] {
  const has = new Set(operation.query.map(({ name }) => name));
  const unknown = [...has].filter((name) => /_ids?$/.test(name) && ![...names, ...ofRecords].includes(name));
  if (unknown.length > 0) throw new Error(`The matrix has no values for ${unknown.join(", ")} of ${operation.id}.`);
  const partners = [...world.partners, "nowhere"];
  const agencies = [...world.agencies, { id: "nowhere", partner_id: "nowhere" }];
  const clients = [...world.clients, { id: 999_999, agency_id: "nowhere" }];
  const all: ScopeFilter[] = [
    {},
    ...partners.map((partner_id) => ({ partner_id })),
    ...agencies.map(({ id }) => ({ agency_id: id })),
    ...clients.map(({ id }) => ({ client_id: id })),
    ...agencies.flatMap(({ id }) => partners.map((partner_id) => ({ partner_id, agency_id: id }))),
    ...clients.flatMap(({ id, agency_id }) => {
      const path = agencies.find((agency) => agency.id === agency_id);
      return [
        { agency_id, client_id: id },
        { agency_id: "demo-agency-1", client_id: id },
        { partner_id: path?.partner_id ?? "nowhere", agency_id, client_id: id },
        { partner_id: "other-partner", client_id: id },
      ];
    }),
  ];
  const used = all.map((filter) => Object.entries(filter).filter(([name]) => has.has(name)));
  const unique = new Map(used.map((entries) => [JSON.stringify(entries), Object.fromEntries(entries)]));
  return [...unique.values()];
}
