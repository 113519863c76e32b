import { beforeAll, describe, expect, it } from "vitest";
import { createScope, rows } from "../../src/db/index.ts";
import { useSharedDatabase } from "../support/db.ts";
import { insertClient, insertUser } from "../support/user.ts";

const db = useSharedDatabase();

beforeAll(async () => {
  await insertUser(db());
  await insertClient(db());
});

describe("nothing that a login makes can take the place of what a function means", () => {
  it("because each function is bound when it is made, or looks into temporary tables last", async () => {
    const functions = await db().query<{ name: string; bound: boolean; path: string | null }>(
      `select p.oid::regprocedure::text as name, prosqlbody is not null as bound,
         (select substr(setting, length('search_path=') + 1) from unnest(proconfig) setting
          where setting like 'search_path=%') as path
       from pg_proc p where pronamespace = 'public'::regnamespace order by 1`,
    );
    expect(functions.length).toBeGreaterThan(30);
    expect(functions.filter(({ bound, path }) => !bound && path !== "public, pg_temp")).toEqual([]);
  });

  it("because requests may make no table, function or operator, temporary or not", async () => {
    const [held] = await db().query(
      `select bool_or(has_database_privilege(r, current_database(), 'temporary')) as temporary,
         bool_or(has_database_privilege(r, current_database(), 'create')) as "create schema",
         bool_or(has_schema_privilege(r, 'public', 'create')) as "create in schema"
       from unnest(array['fleet_login', 'fleet_app']) r`,
    );
    expect(held).toEqual({ temporary: false, "create schema": false, "create in schema": false });
    const work = db.database().unitOfWork(createScope({ clients: [1] }));
    for (const sql of [
      "create temporary table clients (id bigint)",
      "create table later (n int)",
      "create schema later",
      "create function lower(integer) returns text language sql return 'shadow'",
      "create operator = (leftarg = text, rightarg = integer, function = texteq)",
    ]) {
      await expect(work.write(rows(sql))).rejects.toMatchObject({ code: "42501" });
    }
  });

  it("even where a temporary table has the name of one of the schema", async () => {
    const found = await db().transaction(async (tx) => {
      for (const table of ["clients", "client_usage", "user_clients"]) {
        await tx.script(`create temporary table ${table} (like public.${table}) on commit drop`);
      }
      await tx.query("insert into user_clients (user_id, client_id) values (1, 1)");
      return tx.query(
        `select (select count(*) from public.user_clients) as reach, (select users from public.client_usage) as users,
           (select count(*) from pg_temp.user_clients) as temporary, (select count(*) from clients) as clients`,
      );
    });
    expect(found).toEqual([{ reach: 1, users: 1, temporary: 0, clients: 1 }]);
  });

  it("and requests look into temporary tables last, too", async () => {
    const [[path]] = await db
      .database()
      .unitOfWork(createScope({}))
      .read(rows("select current_setting('search_path') as path"));
    expect(path).toEqual({ path: expect.stringMatching(/^public, ?pg_temp$/) });
  });
});
