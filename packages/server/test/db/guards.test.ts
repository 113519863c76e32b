import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Query, UnitOfWork } from "../../src/db/index.ts";
import { createScope, rows } from "../../src/db/index.ts";
import { onPostgres, useSharedDatabase } from "../support/db.ts";
import { replaceStatements } from "../support/messages.ts";
import { insertClient, insertUser } from "../support/user.ts";

const db = useSharedDatabase();
const scope = createScope({ clients: [1] });
const clients = rows<{ id: number }>("select id from clients order by id");
const work = (): UnitOfWork => db.database().unitOfWork(scope);

const begin = /^begin/;
const settings = /set_config/;
const noRights = { code: "42501" };

/** Every way to run a query in a unit of work. */
const ways: readonly [string, <T>(query: Query<T>) => Promise<readonly T[]>][] = [
  ["read", (query) => work().read(query)],
  ["write", (query) => work().write(query)],
  ["transaction", (query) => work().transaction((tx) => tx.run(query))],
];

/** Runs SQL of a request as it would run without any part of its unit of work. */
async function bare<T extends object>(sql: string): Promise<T[]> {
  replaceStatements(/^begin|^commit|set_config/, "select 1");
  const [found] = await work().read(rows<T>(sql));
  return found;
}

describe("a unit of work that is not begun as it should be", () => {
  beforeAll(async () => {
    await insertUser(db());
    await insertClient(db(), "mine");
    await insertClient(db(), "foreign");
  });

  it.each(ways)("gives an error and no row when its BEGIN fails: %s", async (_name, run) => {
    replaceStatements(begin, "begin isolation level nonsense");
    await expect(run(clients)).rejects.toMatchObject({ code: "42601" });
  });

  it.each(ways)("gives an error and no row when the transaction of its BEGIN cannot be: %s", async (_name, run) => {
    replaceStatements(begin, "select 1 / 0");
    await expect(run(clients)).rejects.toMatchObject({ code: "22012" });
  });

  it.each(ways)("gives an error and no row without role and scope: %s", async (_name, run) => {
    replaceStatements(settings, "select 1");
    await expect(run(clients)).rejects.toMatchObject(noRights);
  });

  it.each(ways)("gives no row of others without its BEGIN: %s", async (_name, run) => {
    replaceStatements(begin, "select 1");
    const outcome = await run(clients).catch((error: unknown) => error);
    // One message is one transaction anyway; several have neither role nor scope.
    expect([[[{ id: 1 }]], expect.objectContaining(noRights)]).toContainEqual(outcome);
  });

  it.each(ways)("leaves the connection as it was, for whoever comes next: %s", async (_name, run) => {
    expect(await run(clients)).toEqual([[{ id: 1 }]]);
    await expect(run(rows("select nothing from nowhere"))).rejects.toMatchObject({ code: "42P01" });
    expect(await run(clients)).toEqual([[{ id: 1 }]]);
  });
});

describe("a connection between two units of work", () => {
  it("has the login role, and settings that read as an empty text, which reaches nothing", async () => {
    await work().read(clients);
    const [left] = await bare(
      `select current_user as role, current_setting('fleet.clients', true) as setting,
        scope_clients() as clients, scope_agencies() as agencies, scope_partners() as partners`,
    );
    expect(left).toEqual({ role: "fleet_login", setting: "", clients: null, agencies: null, partners: null });
  });

  it("has no rights on any table", async () => {
    const tables = await db().query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    expect(tables.length).toBeGreaterThan(10);
    const [held] = await bare<{ n: number }>(
      `select count(*) as n from pg_tables where schemaname = 'public'
       and has_table_privilege(schemaname || '.' || tablename, 'select, insert, update, delete, truncate')`,
    );
    expect(held).toEqual({ n: 0 });
  });

  it("is in no transaction, however many of those on their way failed", async () => {
    const wrong = [rows("select 1 / 0"), rows("select nothing from nowhere"), rows("update clients set id = null")];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) => {
        const failing = wrong[n % 4];
        return failing === undefined ? work().read(clients) : work().read(clients, failing, clients);
      }),
    );
    for (const [n, outcome] of outcomes.entries()) {
      if (n % 4 === 3) expect(outcome).toEqual({ status: "fulfilled", value: [[{ id: 1 }]] });
      else expect(outcome).toMatchObject({ status: "rejected", reason: { name: "DbError" } });
    }
    replaceStatements(/^begin|^commit|set_config/, "select 1");
    const state = rows("select current_setting('transaction_isolation') as level, pg_sleep(0.02)::text as slept");
    const states = await Promise.all(Array.from({ length: 8 }, () => work().read(state)));
    for (const answer of states) expect(answer).toEqual([[{ level: "read committed", slept: "" }]]);
  });
});

describe("row-level security", () => {
  /** Tables without policies, and what holds instead. */
  const open: Readonly<Record<string, string>> = {
    partners: "names, which everybody below them reads",
    agencies: "names, which everybody below them reads",
    account_types: "the same for everybody",
    roles: "the same for everybody",
    role_permissions: "the same for everybody",
    users: "read by name at the login, else by the id of the session; no operation lists them",
    user_clients: "which clients a user reaches is what a scope is made of",
    sessions: "found by the hash of a token",
    session_tokens: "found by the hash of a token",
    one_time_tokens: "found by the hash of a token",
    stream_tickets: "found by the hash of a ticket",
    outbox: "written only; read by the owner",
    schema_migrations: "read only",
    schema_functions: "read only",
    audit_log: "written only; read by the owner",
    change_feed: "one row, the same for everybody",
    driver_assignment_boundaries: "instants only; written with the assignments, read by the owner",
    position_feed: "one row, the same for everybody",
    change_horizons: "no right of requests; used by the owner",
    maintenance_jobs: "of the owner alone",
    idempotency_keys: "a policy of its own: the rows of the user alone",
  };

  it("is forced on every table but those that are named here", async () => {
    const tables = await db().query<{ name: string; secured: boolean }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity and exists (
         select from pg_policy p where p.polrelid = c.oid and p.polname = 'in_scope') as secured
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    );
    const unsecured = tables.filter(({ secured }) => !secured).map(({ name }) => name);
    expect(unsecured).toEqual(Object.keys(open).toSorted());
    expect(tables.length - unsecured.length).toBeGreaterThanOrEqual(8);
  });

  it("leaves a new table closed until its migration grants rights", async () => {
    await db().script("create table later (n int)");
    await expect(work().read(rows("select n from later"))).rejects.toMatchObject({ code: "42501" });
    await db().script("drop table later");
  });

  it("cannot be left by the SQL of a request", async () => {
    const src = join(import.meta.dirname, "../../src");
    const files = ["access", "records", "resources", "sessions"].flatMap((folder) =>
      readdirSync(join(src, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => join(src, folder, file)),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      expect(readFileSync(file, "utf8")).not.toMatch(
        /\b(?:re)?set\s+(?:local\s+|session\s+)?(?:role|authorization|all)\b/i,
      );
      expect(readFileSync(file, "utf8")).not.toMatch(/set_config/);
    }
  });

  // The login of the embedded database is its superuser, so there only the test above holds.
  it.runIf(onPostgres)("does not give the rights of the owner after RESET ROLE", async () => {
    await expect(work().read(rows("reset role"), clients)).rejects.toMatchObject(noRights);
    // The owner's policy wants a setting that the connections of requests do not have.
    expect(await work().read(rows("set local role none"), clients)).toEqual([[], [{ id: 1 }]]);
    await expect(work().read(rows("discard all"), clients)).rejects.toMatchObject({ code: "25001" });
    expect(await work().read(clients)).toEqual([[{ id: 1 }]]);
  });
});
