import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { ScopeFilter } from "../../src/access/index.ts";
import { grantsOf, mayPerformIn } from "../../src/access/index.ts";
import type { Query, Scope } from "../../src/db/index.ts";
import { Params, createScope, rows, scopeCondition } from "../../src/db/index.ts";
import { emptyDatabase, runs, useSharedDatabase } from "../support/db.ts";
import type { Cover, Hierarchy } from "../support/hierarchy.ts";
import { covers, coversPart } from "../support/hierarchy.ts";

const db = useSharedDatabase();
const at = new Date("2026-01-01T00:00:00.000Z");

/** Rows of a small fleet: a client belongs to an agency by its place in the list, a unit to a client. */
interface Fleet extends Hierarchy {
  readonly units: readonly { id: number; client_id: number }[];
}

const fleets = fc
  .record({
    agencies: fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
    clients: fc.array(fc.record({ agency: fc.nat(3), deleted: fc.nat(4).map((n) => n === 0) }), { maxLength: 8 }),
    units: fc.array(fc.nat(7), { maxLength: 12 }),
  })
  .map(({ agencies, clients, units }): Fleet => {
    const all = agencies.map((partner, n) => ({ id: `a${n}`, partner_id: `p${partner}` }));
    const owned = clients.map(({ agency, deleted }, n) => {
      const { id: agency_id } = all[agency % all.length] ?? { id: "" };
      return { id: n + 1, agency_id, deleted };
    });
    // A client with units is not deleted.
    const live = owned.filter(({ deleted }) => !deleted);
    const placed = units.flatMap((client, n) => {
      const owner = live[client % live.length];
      return owner === undefined ? [] : [{ id: n + 1, client_id: owner.id }];
    });
    return { agencies: all, clients: owned, units: placed };
  });

/** Any users: of one level, as those of the service are, or of several at once; some ids do not exist. */
const partnerIds = fc.constantFrom("p0", "p1", "p2", "nowhere", 'p"0', "p0,p1");
const agencyIds = fc.constantFrom("a0", "a1", "a2", "a3", "nowhere", "{a0}");
const clientIds = fc.integer({ min: 1, max: 10 });
const scopes = fc.record({
  partners: fc.uniqueArray(partnerIds, { maxLength: 2 }),
  agencies: fc.uniqueArray(agencyIds, { maxLength: 3 }),
  clients: fc.uniqueArray(clientIds, { maxLength: 4 }),
});
const oneLevel = fc.oneof(
  scopes.map(({ partners }) => ({ partners, agencies: [], clients: [] })),
  scopes.map(({ agencies }) => ({ partners: [], agencies, clients: [] })),
  scopes.map(({ clients }) => ({ partners: [], agencies: [], clients })),
);

async function insertFleet({ agencies, clients, units }: Fleet): Promise<void> {
  await emptyDatabase(db());
  await db().query("insert into partners select id, id, $1, $1 from unnest($2::text[]) id", [at, ["p0", "p1", "p2"]]);
  await db().query(
    "insert into agencies select id, partner, id, $1, $1 from unnest($2::text[], $3::text[]) a (id, partner)",
    [at, agencies.map(({ id }) => id), agencies.map(({ partner_id }) => partner_id)],
  );
  await db().query(
    `insert into clients (id, agency_id, name, timezone, currency, created_at, updated_at, deleted_at)
     select id, agency, 'client ' || id, 'UTC', 'EUR', $1, $1, case when gone then $1::timestamptz end
     from unnest($2::bigint[], $3::text[], $4::boolean[]) c (id, agency, gone)`,
    [at, clients.map(({ id }) => id), clients.map(({ agency_id }) => agency_id), clients.map(({ deleted }) => deleted)],
  );
  await db().query(
    `insert into units (id, client_id, name, identifier, identifier_type, created_at, updated_at)
     select id, client, 'unit', 'u' || id, 'custom', $1, $1 from unnest($2::bigint[], $3::bigint[]) u (id, client)`,
    [at, units.map(({ id }) => id), units.map(({ client_id }) => client_id)],
  );
}

interface Seen {
  readonly clients: readonly number[];
  readonly units: readonly number[];
  readonly counted: readonly number[];
}

function expected(fleet: Fleet, cover: Cover): Seen {
  const clients = fleet.clients.map(({ id }) => id).filter((id) => covers(fleet, cover, id));
  const units = fleet.units.filter(({ client_id }) => clients.includes(client_id)).map(({ id }) => id);
  return { clients, units, counted: clients };
}

type IdQuery = Query<{ id: number }[]>;

/** One query for each scoped table, with a condition or without. */
function queries(scope: Scope | null): [IdQuery, IdQuery, IdQuery] {
  const over = (table: string, id: string, clientColumn: string): IdQuery => {
    const params = new Params();
    const where = scope === null ? "true" : scopeCondition(scope, params, clientColumn);
    return rows<{ id: number }>(`select ${id} as id from ${table} where ${where} order by 1`, params.values);
  };
  return [
    over("clients", "id", "id"),
    over("units", "id", "client_id"),
    over("client_usage", "client_id", "client_id"),
  ];
}

function seen([clients, units, counted]: readonly { id: number }[][]): Seen {
  const ids = (found: readonly { id: number }[] = []): number[] => found.map(({ id }) => id);
  return { clients: ids(clients), units: ids(units), counted: ids(counted) };
}

describe("a scope", () => {
  it("gives exactly its rows: by the condition, by row-level security, and by both", async () => {
    await fc.assert(
      fc.asyncProperty(
        fleets,
        fc.array(fc.oneof(scopes, oneLevel), { minLength: 1, maxLength: 5 }),
        async (fleet, covered) => {
          await insertFleet(fleet);
          for (const cover of covered) {
            const scope = createScope(cover);
            const byCondition: { id: number }[][] = [];
            for (const { sql, params } of queries(scope))
              byCondition.push(await db().query<{ id: number }>(sql, params));
            const work = db.database().unitOfWork(scope);
            const model = expected(fleet, cover);
            expect(seen(byCondition)).toEqual(model);
            expect(seen(await work.read(...queries(null)))).toEqual(model);
            expect(seen(await work.read(...queries(scope)))).toEqual(model);
            expect(seen(await work.transaction((tx) => tx.run(...queries(null))))).toEqual(model);
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it("cannot be made by hand", () => {
    expectTypeOf(scopeCondition).parameter(0).toEqualTypeOf<Scope>();
    expectTypeOf<{ partners: []; agencies: []; clients: number[] }>().not.toExtend<Scope>();
    expectTypeOf<{ agency_id: string }>().toExtend<ScopeFilter>();
  });
});

describe("the question of a permission in a part of the hierarchy", () => {
  const filters = fc.record(
    { partner_id: fc.option(partnerIds), agency_id: fc.option(agencyIds), client_id: fc.option(clientIds) },
    { requiredKeys: [] },
  );

  it("is answered by the hierarchy, for any ids", async () => {
    const grants = grantsOf([["units", "view"]]);
    const questions = fc.array(fc.tuple(fc.oneof(scopes, oneLevel), filters), { minLength: 5, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fleets, questions, async (fleet, asked) => {
        await insertFleet(fleet);
        for (const [cover, where] of asked) {
          const work = db.database().unitOfWork(createScope(cover));
          const allowed = await mayPerformIn(work, { grants, resource: "units", action: "view", where });
          expect({ cover, where, allowed }).toEqual({ cover, where, allowed: coversPart(fleet, cover, where) });
          expect(await mayPerformIn(work, { grants, resource: "units", action: "edit", where })).toBe(false);
        }
      }),
      { numRuns: runs(60) },
    );
  });
});
