import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Query } from "../../src/db/index.ts";
import { DbError, createScope, rows } from "../../src/db/index.ts";
import { ConstraintViolation } from "../../src/records/constraints.ts";
import { underRules } from "../../src/records/index.ts";
import { emptyDatabase, onPostgres, runs, useSharedDatabase } from "../support/db.ts";
import { insertClient, insertUser } from "../support/user.ts";

const db = useSharedDatabase();
let serial = 0;

async function twoClients(): Promise<readonly [number, number]> {
  await emptyDatabase(db());
  await insertUser(db());
  return [await insertClient(db(), "one"), await insertClient(db(), "two")];
}

/** Limits of a client; those that are not named are none. */
async function limit(client: number, limits: object): Promise<void> {
  await db().query("update clients set limits = limits || $2::jsonb where id = $1", [client, JSON.stringify(limits)]);
}

/** As the operation that creates units will send it: with the rights and the scope of a request. */
function addUnits(client: number, count: number): Query<unknown> {
  return rows(
    `insert into units (client_id, name, identifier, identifier_type, created_at, updated_at)
     select $1, 'unit', $2 || n, 'custom', now(), now() from generate_series(1, $3::int) n`,
    [client, `u${(serial += 1)}-`, count],
  );
}

const work = (...clients: number[]) => db.database().unitOfWork(createScope({ clients }));
const usageOf = (client: number) =>
  db().query("select units, unit_groups, users from client_usage where client_id = $1", [client]);

/** The name of the constraint that a change violates; null for none. */
async function violation(change: Promise<unknown>): Promise<string | undefined | null> {
  try {
    await change;
    return null;
  } catch (error) {
    if (error instanceof DbError) return error.fields.constraint;
    throw error;
  }
}

const tables = ["units", "unit_groups", "user_clients"] as const;
const inserts = {
  units: `insert into units (client_id, name, identifier, identifier_type, created_at, updated_at)
    values ($1, $2, $2, 'custom', now(), now())`,
  unit_groups: "insert into unit_groups (client_id, name, created_at, updated_at) values ($1, $2, now(), now())",
  user_clients: `with made as (insert into users (account_type_id, role_id, scope_level, username, email, password_hash,
      accessed_at, created_at, updated_at) select account_type_id, role_id, 'client', $2, $2, '', now(), now(), now()
      from users order by id limit 1 returning id)
    insert into user_clients (user_id, client_id) select id, $1 from made`,
} as const;

describe("the usage of a client", () => {
  it("equals a count of its live records after any changes", async () => {
    const step = fc.record({
      table: fc.constantFrom(...tables),
      kind: fc.constantFrom("insert", "insert", "hide", "restore", "delete", "touch"),
      client: fc.nat(1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const clients = await twoClients();
        for (const { table, kind, client } of steps) {
          const id = clients[client] ?? 0;
          if (kind === "insert") await db().query(inserts[table], [id, `n${(serial += 1)}`]);
          else if (table === "user_clients") await db().query("delete from user_clients where client_id = $1", [id]);
          else if (kind === "delete") await db().query(`delete from ${table} where client_id = $1`, [id]);
          else {
            const value = { hide: "now()", restore: "null", touch: "deleted_at" }[kind];
            await db().query(`update ${table} set deleted_at = ${value}, notes = 'n' where client_id = $1`, [id]);
          }
        }
        const counted = await db().query(
          `select c.id as client_id,
             (select count(*) from units u where u.client_id = c.id and u.deleted_at is null) as units,
             (select count(*) from unit_groups g where g.client_id = c.id and g.deleted_at is null) as unit_groups,
             (select count(*) from user_clients u where u.client_id = c.id) as users
           from clients c order by 1`,
        );
        const kept = await db().query("select client_id, units, unit_groups, users from client_usage order by 1");
        expect(kept).toEqual(counted);
      }),
      { numRuns: runs(40) },
    );
  });
});

describe("the limits of a client", () => {
  it("max_units: units up to it, and none beyond, also not one that is restored", async () => {
    const [client, other] = await twoClients();
    await limit(client, { max_units: 3 });
    await work(client).write(addUnits(client, 3));
    expect(await violation(work(client).write(addUnits(client, 1)))).toBe("client_max_units");
    await db().query("update units set deleted_at = now() where id = (select min(id) from units)");
    await work(client).write(addUnits(client, 1));
    const restored = rows("update units set deleted_at = null where deleted_at is not null");
    expect(await violation(work(client).write(restored))).toBe("client_max_units");
    expect(await usageOf(client)).toEqual([{ units: 3, unit_groups: 0, users: 0 }]);
    await work(other).write(addUnits(other, 10));
  });

  it("a limit below the usage only stops what would exceed it further", async () => {
    const [client] = await twoClients();
    await work(client).write(addUnits(client, 5));
    await limit(client, { max_units: 2 });
    await work(client).write(rows("update units set name = 'renamed'"));
    await db().query("update units set deleted_at = now() where id = (select min(id) from units)");
    expect(await violation(work(client).write(addUnits(client, 1)))).toBe("client_max_units");
    await limit(client, { max_units: 5 });
    await work(client).write(addUnits(client, 1));
  });

  it("max_users: users up to it", async () => {
    const [client] = await twoClients();
    await limit(client, { max_users: 1 });
    await db().query(inserts.user_clients, [client, "first"]);
    expect(await violation(db().query(inserts.user_clients, [client, "second"]))).toBe("client_max_users");
  });

  it("answers a violation with 409 limit_reached, whatever the group is", async () => {
    const [client] = await twoClients();
    await limit(client, { max_units: 0 });
    const write = underRules({}, { sql: "select 1", params: [] }, () => work(client).write(addUnits(client, 1)));
    const error: unknown = await write.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConstraintViolation);
    if (!(error instanceof ConstraintViolation)) return;
    expect(await error.explain(work(client))).toMatchObject({ code: "limit_reached" });
  });

  // The embedded database has one connection.
  it.runIf(onPostgres)("holds for changes at the same time", async () => {
    const [client] = await twoClients();
    await limit(client, { max_units: 5 });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => violation(work(client).write(addUnits(client, 1)))),
    );
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(5);
    expect(await usageOf(client)).toEqual([{ units: 5, unit_groups: 0, users: 0 }]);
  });
});

describe("the units of a client that is not active", () => {
  it.each(["suspended", "archived"])("%s: no request changes them", async (status) => {
    const [client] = await twoClients();
    await work(client).write(addUnits(client, 1));
    await db().query("update clients set status = $2 where id = $1", [client, status]);
    expect(await violation(work(client).write(addUnits(client, 1)))).toBe("client_accepts_changes");
    const renamed = rows("update units set name = 'renamed'");
    expect(await violation(work(client).write(renamed))).toBe("client_accepts_changes");
  });
});

const insertSql = `insert into units (client_id, name, identifier, identifier_type, created_at,
  updated_at) select $1, 'unit', $2 || n, 'custom', now(), now() from generate_series(1, $3) n`;

const step = fc.oneof(
  fc.record({ kind: fc.constant("insert"), client: fc.nat(1), size: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ kind: fc.constantFrom("hide", "restore", "delete", "move"), client: fc.nat(1), size: fc.nat(4) }),
);

describe("unit counts", () => {
  it("equal a count of the live units after any changes", async () => {
    let label = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await emptyDatabase(db());
        await insertUser(db());
        const clients = [await insertClient(db(), "one"), await insertClient(db(), "two")];
        for (const { kind, client, size } of steps) {
          const id = clients[client] ?? 0;
          const some = "id in (select id from units where client_id = $1 order by id limit $2)";
          label += 1;
          if (kind === "insert") await db().query(insertSql, [id, `u${label}-`, size]);
          if (kind === "hide") {
            await db().query(`update units set deleted_at = now() where ${some}`, [id, size]);
          }
          if (kind === "restore") {
            await db().query(`update units set deleted_at = null where ${some}`, [id, size]);
          }
          if (kind === "delete") await db().query(`delete from units where ${some}`, [id, size]);
          if (kind === "move") {
            const target = clients[1 - client] ?? 0;
            await db().query(`update units set client_id = $3 where ${some}`, [id, size, target]);
          }
        }
        const counted = await db().query(
          `select c.id as client_id, (select count(*) from units u
             where u.client_id = c.id and u.deleted_at is null) as total from clients c order by 1`,
        );
        const kept = await db().query("select client_id, total from unit_counts order by 1");
        expect(kept).toEqual(counted);
      }),
      { numRuns: runs(40) },
    );
  });

  it("are written when they change, and only then", async () => {
    await emptyDatabase(db());
    await insertUser(db());
    const client = await insertClient(db());
    const revision = async (): Promise<unknown> =>
      (await db().query("select revision from unit_counts where client_id = $1", [client]))[0];
    expect(await revision()).toEqual({ revision: 0 });
    await db().query(insertSql, [client, "a", 3]);
    expect(await revision()).toEqual({ revision: 1 });
    await db().query("update units set name = 'renamed' where client_id = $1", [client]);
    expect(await revision()).toEqual({ revision: 1 });
  });
});
