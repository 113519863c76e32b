import type { OperationRow } from "@fleet-api/contract";
import type { ScopeFilter } from "../../../src/access/index.ts";
import type { Operation } from "../../support/contract-operations.ts";
import { collectionNamed } from "../../support/example-variants.ts";
import type { Answer } from "../../support/service.ts";
import type { WorldRecord } from "./fill-world.ts";
import type { World } from "./world.ts";

/** A request, and what it is answered with by somebody who may send it at all. */
export interface Case {
  readonly path: string;
  /** Undefined for none. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** One of these. @default 200 */
  readonly status?: number | readonly number[];
  /** What the first finding of a 422 is about. */
  readonly pointer?: string | undefined;
  /** What is wrong with the data of a success. @default nothing */
  readonly wrong?: ((answer: Answer<unknown>) => string | null) | undefined;
  /** The request ends its session, so it needs one of its own. */
  readonly endsSession?: boolean;
  /** The collection in which a success creates a record. */
  readonly creates?: string | undefined;
  /** The table to which a success adds a row. */
  readonly adds?: string | undefined;
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

/** Filters that name a part of the hierarchy. */
export const scopeNames = ["partner_id", "agency_id", "client_id"] as const;

/**
 * Filters of an operation with own and foreign ids of the hierarchy, those that do not exist, and those that do not
 * belong together: each id alone, and each with one that is its path and one that is not.
 */
export function scopeFilters(operation: OperationRow, world: World): ScopeFilter[] {
  const has = new Set(operation.query.map(({ name }) => name));
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

/** Filters that name a record: `unit_group_id`, and `parent_id` for one of the same collection. */
export function recordFilters({
  path,
  parameters,
}: Operation): { readonly name: string; readonly collection: string }[] {
  return parameters.flatMap(({ name }) => {
    const collection = name === "parent_id" ? path.split("/")[1] : collectionNamed(name);
    // An identifier of another system names no record of this one.
    if (name === "external_id") return [];
    return collection == null || scopeNames.some((one) => one === name) ? [] : [{ name, collection }];
  });
}

/** The records of a collection, of two clients at least: with fewer, nothing would show that foreign ones stay out. */
export function recordsOf(world: World, collection: string): readonly WorldRecord[] {
  const records = world.records[collection];
  if (records === undefined)
    throw new Error(`No operation creates \`${collection}\`, so the matrix has none; let fillWorld make some.`);
  if (new Set(records.map(({ client_id }) => client_id)).size < 2)
    throw new Error(`\`${collection}\` has no foreign record; give its creation an example that works.`);
  return records;
}

/** The records that name another one by a parameter. Throws without any: an empty list would always be right. */
export function linkedBy(name: string, records: readonly WorldRecord[], collection: string): readonly WorldRecord[] {
  const linked = records.filter(({ links }) => links[name] !== undefined);
  if (linked.length === 0)
    throw new Error(`No record of \`${collection}\` has a ${name}, so the filter finds none; let fillWorld link some.`);
  return linked;
}
