import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Query } from "../../src/db/index.ts";
import { DbError, createScope, noScope, rows } from "../../src/db/index.ts";
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

/** The tables whose rows are counted, and the columns with their numbers. */
const counts = {
  units: "units",
  unit_groups: "unit_groups",
  vehicles: "vehicles",
  vehicle_groups: "vehicle_groups",
  drivers: "drivers",
  user_clients: "users",
} as const;
type Table = keyof typeof counts;
const tables = Object.keys(counts) as Table[];
const columns = Object.values(counts).join(", ");

const named = { name: "$2 || n" };

function insertRecords(table: Table, more: Readonly<Record<string, string>> = named): string {
  const values = { client_id: "client", created_at: "now()", updated_at: "now()", ...more };
  return `insert into ${table} (${Object.keys(values).join(", ")}) select ${Object.values(values).join(", ")}
    from unnest($1::bigint[]) with ordinality c (client, n) order by n`;
}

/** SQL that adds a record to each of the clients `$1`, in their order. What must be unique begins with `$2`. */
const inserts: Readonly<Record<Table, string>> = {
  units: insertRecords("units", { ...named, identifier: "$2 || n", identifier_type: "'custom'" }),
  unit_groups: insertRecords("unit_groups"),
  vehicles: insertRecords("vehicles"),
  vehicle_groups: insertRecords("vehicle_groups"),
  drivers: insertRecords("drivers", { first_name: "$2 || n", last_name: "'Driver'" }),
  user_clients: `with wanted as (select client, n, $2 || n as name from unnest($1::bigint[]) with ordinality c (client, n)),
    made as (insert into users (account_type_id, role_id, scope_level, username, email, password_hash,
        accessed_at, created_at, updated_at)
      select account_type_id, role_id, 'client', name, name, '', now(), now(), now()
      from (select * from users order by id limit 1) u, wanted returning id, username)
    insert into user_clients (user_id, client_id) select id, client from wanted join made on username = name order by n`,
};

/** Adds a record to each of these clients, by one statement. */
function add(table: Table, clients: readonly number[]): Query<unknown> {
  return rows(inserts[table], [clients, `n${(serial += 1)}-`]);
}

/** As the operation that creates them sends it: with the rights and the scope of a request. */
function addSome(table: Limited, client: number, count: number): Query<unknown> {
  return add(table, Array<number>(count).fill(client));
}
const addUnits = (client: number, count: number): Query<unknown> => addSome("units", client, count);

/** The tables whose number of rows a limit holds. */
const limited = ["units", "vehicles"] as const;
type Limited = (typeof limited)[number];

const work = (...clients: number[]) => db.database().unitOfWork(createScope({ clients }));
/** As a registration writes it, which has no scope yet. */
const registration = (client: number) =>
  db
    .database()
    .unitOfWork(noScope)
    .write(add("user_clients", [client]));
const usageOf = (client: number) => db().query(`select ${columns} from client_usage where client_id = $1`, [client]);

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

/** Changes of records of each table, and the column that tells them apart; `$3` are the two clients. */
const move = "client_id = ($3::bigint[])[3 - array_position($3::bigint[], client_id)]";
const ofRecords = { hide: "deleted_at = now()", restore: "deleted_at = null", touch: "notes = 'n'", move };
const changes = {
  units: { key: "id", ...ofRecords },
  unit_groups: { key: "id", ...ofRecords },
  vehicles: { key: "id", ...ofRecords },
  vehicle_groups: { key: "id", ...ofRecords },
  drivers: { key: "id", ...ofRecords },
  user_clients: { key: "user_id", hide: "live = false", restore: "live = true", touch: "live = live", move },
} as const;

const step = fc.record({
  table: fc.constantFrom(...tables),
  kind: fc.constantFrom("insert", "insert", "hide", "restore", "touch", "move", "delete"),
  /** The clients of the records that are added; as many are changed. */
  of: fc.array(fc.nat(1), { maxLength: 4 }),
  from: fc.nat(3),
});

/** SQL of the number of live records of the client `c`. */
function countRecords(table: Table): string {
  const live = table === "user_clients" ? "true" : "r.deleted_at is null";
  return `(select count(*) from ${table} r where r.client_id = c.id and ${live}) as ${counts[table]}`;
}

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** The statement of a step; `$1` to `$3` are where the records begin, how many they are, and the clients. */
function statementOf({ table, kind, of, from }: Step, clients: readonly number[]): Query<unknown> {
  if (kind === "insert") {
    return add(
      table,
      of.map((n) => clients[n] ?? 0),
    );
  }
  const { key } = changes[table];
  const some = `${key} in (select ${key} from ${table} order by ${key} offset $1 limit $2) and $3::bigint[] is not null`;
  const params = [from, of.length, clients];
  if (kind === "delete") return rows(`delete from ${table} where ${some}`, params);
  return rows(`update ${table} set ${changes[table][kind]} where ${some}`, params);
}

describe("the usage of a client", () => {
  it("has the columns that this suite counts", async () => {
    const found = await db().query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = 'client_usage'::regclass and attnum > 0 and not attisdropped",
    );
    const scope = ["client_id", "agency_id", "partner_id"];
    expect(found.map(({ name }) => name).filter((name) => !scope.includes(name))).toEqual(Object.values(counts));
  });

  it("equals a count of its live records after any changes, and each statement that changes it writes it once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const clients = await twoClients();
        for (const one of steps) {
          await db().transaction(async (tx) => {
            const kept = () => tx.query(`select client_id, ${columns} from client_usage order by 1`);
            const written = async (): Promise<number> => {
              const [row] = await tx.query<{ n: number }>(
                "select pg_stat_get_xact_tuples_updated('client_usage'::regclass) as n",
              );
              return row?.n ?? 0;
            };
            const [usage, writes] = [await kept(), await written()];
            const { sql, params } = statementOf(one, clients);
            await tx.query(sql, params);
            const changed = (await kept()).filter((row, n) => JSON.stringify(row) !== JSON.stringify(usage[n]));
            expect((await written()) - writes).toBe(changed.length);
            expect(await kept()).toEqual(
              await tx.query(
                `select c.id as client_id, ${tables.map(countRecords).join(", ")} from clients c order by 1`,
              ),
            );
          });
        }
      }),
      { numRuns: runs(40) },
    );
  });

  // The embedded database has one connection.
  it.runIf(onPostgres).each(tables)(
    "is locked in the order of the clients, whatever that of the %s is",
    async (table) => {
      const [one, two] = await twoClients();
      let attempts = 0;
      let begin = (): void => {};
      const begun = new Promise<void>((resolve) => (begin = resolve));
      // Outside of the transaction below: inside, the owner uses that alone.
      const writer = begun.then(() =>
        work(one, two).transaction(async (tx) => {
          attempts += 1;
          await tx.run(add(table, [two, one]));
        }),
      );
      await db().transaction(async (tx) => {
        const lock = (client: number) => tx.query("select from client_usage where client_id = $1 for update", [client]);
        await lock(one);
        begin();
        const waiting = () =>
          tx.query("select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))");
        await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1);
        await lock(two);
      });
      await writer;
      expect(attempts).toBe(1);
    },
  );
});

describe("the limits of a client", () => {
  it.each(limited)("max_%s: up to it, and none beyond, also not one that is restored", async (table) => {
    const [client, other] = await twoClients();
    await limit(client, { [`max_${table}`]: 3 });
    await work(client).write(addSome(table, client, 3));
    expect(await violation(work(client).write(addSome(table, client, 1)))).toBe(`client_max_${table}`);
    await db().query(`update ${table} set deleted_at = now() where id = (select min(id) from ${table})`);
    await work(client).write(addSome(table, client, 1));
    const restored = rows(`update ${table} set deleted_at = null where deleted_at is not null`);
    expect(await violation(work(client).write(restored))).toBe(`client_max_${table}`);
    expect(await usageOf(client)).toMatchObject([{ [table]: 3, users: 0 }]);
    await work(other).write(addSome(table, other, 10));
  });

  it("max_units: as many at once as there are left, for each client of a statement", async () => {
    const [client, other] = await twoClients();
    await limit(client, { max_units: 3 });
    const both = (count: number) => add("units", [other, ...Array<number>(count).fill(client), other]);
    expect(await violation(work(client, other).write(both(4)))).toBe("client_max_units");
    await work(client, other).write(both(3));
    const moved = rows("update units set client_id = $1 where client_id = $2", [client, other]);
    expect(await violation(work(client, other).write(moved))).toBe("client_max_units");
    await work(client, other).write(
      rows("update units set client_id = $1::bigint + $2::bigint - client_id", [client, other]),
    );
    expect([await usageOf(client), await usageOf(other)]).toMatchObject([[{ units: 2 }], [{ units: 3 }]]);
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
    await registration(client);
    expect(await violation(registration(client))).toBe("client_max_users");
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
  it.runIf(onPostgres)("hold for changes at the same time", async () => {
    const [client] = await twoClients();
    await limit(client, { max_units: 5, max_vehicles: 5, max_users: 5 });
    const many = (write: () => Promise<unknown>) => Promise.all(Array.from({ length: 8 }, () => violation(write())));
    const outcomes = [
      await many(() => work(client).write(addUnits(client, 1))),
      await many(() => work(client).write(addSome("vehicles", client, 1))),
      await many(() => registration(client)),
    ];
    for (const each of outcomes) expect(each.filter((outcome) => outcome === null)).toHaveLength(5);
    expect(await usageOf(client)).toMatchObject([{ units: 5, vehicles: 5, users: 5 }]);
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
