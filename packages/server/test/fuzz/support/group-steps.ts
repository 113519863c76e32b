import fc from "fast-check";

/** One request about groups of some kind, or time that passes. Numbers choose among what there is when the step is taken. */
export type Step =
  | ({ readonly do: "create"; readonly client: number; readonly key: Key } & Fields)
  | ({ readonly do: "update"; readonly group: number; readonly ifMatch: IfMatch } & Fields)
  | { readonly do: "delete"; readonly group: number; readonly ifMatch: IfMatch }
  | { readonly do: "restore"; readonly group: number; readonly key: Key }
  | { readonly do: "get"; readonly group: number; readonly deleted: boolean; readonly known: boolean }
  | ({ readonly do: "list"; readonly sort: Sort; readonly filters: Filters } & Paging)
  | ({ readonly do: "listByClient"; readonly client: number } & Paging)
  | ({ readonly do: "find"; readonly q: string } & Paging)
  | ({ readonly do: "members"; readonly group: number; readonly descendants: boolean } & Paging)
  | MembersStep
  | { readonly do: "wait"; readonly ms: number };

/** Members that are put into a group or taken out of it. */
export interface MembersStep {
  readonly do: "add" | "remove";
  readonly group: number;
  /** Among those of both clients, and one that does not exist. */
  readonly members: readonly number[];
  readonly mode: "all_or_nothing" | "best_effort";
  readonly dry_run: boolean;
  readonly key: Key;
}

/** The members of a body; `parent` chooses a group. */
export interface Fields {
  readonly fields: { readonly name?: string; readonly notes?: string | null; readonly external_id?: string | null };
  readonly parent?: number | null;
}

/** Which key a request has; null for none. */
export type Key = number | null;
/** Which versions `If-Match` allows. */
export type IfMatch = "none" | "any" | "current" | "stale" | "several";
/** An order that does not depend on how a database compares texts. */
export type Sort = null | "id" | "-id" | "updated_at" | "-updated_at" | "updated_at,-id";

/** Which groups are listed. */
export interface Filters {
  readonly client?: number;
  readonly parent?: number;
  readonly updatedAfter?: number;
  readonly deleted?: boolean;
}

/** Which part of a list is asked for. */
export interface Paging {
  readonly page: { readonly page?: number; readonly per_page?: number; readonly limit?: number };
}

/** Few, so that groups meet; the longest one fills a path. Letters only, which all databases sort alike. */
const names = fc.constantFrom("alpha", "ALPHA", "alphabet", "beta", "g".repeat(120));
const any = fc.nat({ max: 50 });
const key = fc.option(fc.nat({ max: 2 }), { freq: 2 });
const ifMatch = fc.constantFrom("none", "none", "any", "current", "current", "stale", "several");
const optional = { requiredKeys: [] as [] };
const others = { notes: fc.constantFrom("one", "two", null), external_id: fc.constantFrom("alp", "ext", null, null) };
const page = fc.record(
  {
    page: fc.integer({ min: 1, max: 4 }),
    per_page: fc.constantFrom(1, 2, 3, 200),
    limit: fc.integer({ min: 1, max: 7 }),
  },
  optional,
);
const HOUR = 60 * 60_000;

const changes = fc.oneof(
  fc.record({ fields: fc.record({ name: names, ...others }, optional) }),
  fc.record({ fields: fc.record({ name: names, ...others }, optional), parent: fc.option(any, { freq: 4 }) }),
);
const create = fc.record(
  {
    do: fc.constant("create"),
    client: fc.nat({ max: 1 }),
    key,
    fields: fc.record({ name: names, ...others }, { requiredKeys: ["name"] }),
    parent: fc.option(any, { freq: 2 }),
  },
  { requiredKeys: ["do", "client", "key", "fields"] },
);
const members = fc.record({
  do: fc.constantFrom("add", "add", "remove"),
  group: any,
  members: fc.uniqueArray(fc.nat({ max: 8 }), { minLength: 1, maxLength: 4 }),
  mode: fc.constantFrom("all_or_nothing", "best_effort"),
  dry_run: fc.boolean(),
  key,
});
const filters = fc.record(
  { client: fc.nat({ max: 1 }), parent: any, updatedAfter: any, deleted: fc.boolean() },
  optional,
);
const sort = fc.constantFrom(null, "id", "-id", "updated_at", "-updated_at", "updated_at,-id");

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: create },
  {
    weight: 6,
    arbitrary: fc
      .tuple(changes, any, ifMatch)
      .map(([change, group, match]) => ({ ...change, do: "update", group, ifMatch: match }) as const)
      .filter((one) => Object.keys(one.fields).length > 0 || "parent" in one),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("delete"), group: any, ifMatch }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("restore"), group: any, key }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("get"), group: any, deleted: fc.boolean(), known: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("list"), sort, filters, page }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("listByClient"), client: fc.nat({ max: 2 }), page }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("find"), q: fc.constantFrom("alp", "ALPHA", "bet", "x", "g"), page }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("members"), group: any, descendants: fc.boolean(), page }) },
  { weight: 4, arbitrary: members },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("wait"),
      ms: fc.constantFrom(1, HOUR, 24 * HOUR, 24 * HOUR - 1, 15 * 24 * HOUR),
    }),
  },
);

/** How many steps a sequence has on average. */
export const averageSteps = 30;

/** Requests one after another. */
export const sequences: fc.Arbitrary<Step[]> = fc.array(step, {
  minLength: 1,
  maxLength: 2 * averageSteps,
  size: "max",
});
