import type { OperationRow } from "@fleet-api/contract";
import type { ScopeFilter } from "../../../src/access/index.ts";
import type { Answer } from "../../support/service.ts";
import type { World } from "./world.ts";

/** A request, and what it is answered with by somebody who may send it at all. */
export interface Case {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** @default 200 */
  readonly status?: number;
  /** What is wrong with the data of a success. @default nothing */
  readonly wrong?: ((answer: Answer<unknown>) => string | null) | undefined;
  /** The request ends its session, so it needs one of its own. */
  readonly endsSession?: boolean;
}

export function queryOf(values: object): string {
  const entries = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? "" : `?${new URLSearchParams(Object.fromEntries(entries))}`;
}

export function different(actual: unknown, expected: unknown): string | null {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  return seen === wanted ? null : `${seen} instead of ${wanted}`;
}

/** Exactly these ids on the page, and as many in total. */
export function only(ids: readonly number[]): Case["wrong"] {
  return ({ body }) => {
    const found = Array.isArray(body.data) ? body.data.map((one: unknown) => Number(Object(one).id)) : [];
    return different({ ids: found, total: body.pagination.total }, { ids, total: ids.length });
  };
}

/** A version that no record has: what would be changed is refused, so that the next caller finds it as it is. */
export const outdated = { "if-match": '"v999"' };

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
