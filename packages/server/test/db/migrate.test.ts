import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { functions, migrations } from "../../src/built/schema.ts";
import type { Schema, SqlFile } from "../../src/db/index.ts";
import { migrate, MigrationError } from "../../src/db/index.ts";
import { openNewDatabase, useSharedDatabase } from "../support/db.ts";

const db = useSharedDatabase();
const now = new Date("2026-01-01T00:00:00.000Z");

const steps: Record<string, string> = {
  "0001_first": "create table step_one (n int);",
  "0002_second": "create table step_two (n int); insert into step_two values (2);",
};

function filesOf(contents: Record<string, string>): SqlFile[] {
  return Object.entries(contents).map(([name, sql]) => {
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}

function schemaOf(contents: Record<string, string>, functionContents: Record<string, string> = {}): Schema {
  return { migrations: filesOf(contents), functions: filesOf(functionContents) };
}

const answer = (body: string): Record<string, string> => ({
  step: `create or replace function step_answer() returns int language sql as $$ ${body} $$;`,
});

describe("migrations", () => {
  beforeEach(async () => {
    await db().script("drop table if exists schema_migrations, schema_functions, step_one, step_two cascade");
  });

  it("are applied once, in order, and recorded", async () => {
    const made = schemaOf(steps);
    expect(await migrate(db(), now, made)).toEqual(["0001_first", "0002_second"]);
    expect(await migrate(db(), now, made)).toEqual([]);
    expect(await db().query("select name, applied_at from schema_migrations order by 1")).toEqual([
      { name: "0001_first", applied_at: now.toISOString() },
      { name: "0002_second", applied_at: now.toISOString() },
    ]);
  });

  it("go on from where the database stands", async () => {
    await migrate(db(), now, schemaOf({ "0001_first": steps["0001_first"] ?? "" }));
    expect(await migrate(db(), now, schemaOf(steps))).toEqual(["0002_second"]);
  });

  it("leave nothing behind when one of them fails", async () => {
    const made = schemaOf({ ...steps, "0003_broken": "create table step_one (n int)" });
    await expect(migrate(db(), now, made)).rejects.toMatchObject({
      message: 'migrations/0003_broken.sql: relation "step_one" already exists. Nothing was changed.',
      cause: { code: "42P07" },
    });
    expect(await db().query("select to_regclass('step_two') as found")).toEqual([{ found: null }]);
  });

  it.each([
    ["a typo", "-- Ä 😀\nselect 1;\ncreate tabel step_two (n int);", ', line 3: syntax error at or near "tabel"'],
    ["a column that is not there", "select 1;\n\nselect x\n  from step_one", ', line 3: column "x" does not exist'],
    ["a block", "do $$ begin\n raise exception 'no %', 7; end $$", ": no 7"],
    ["an end that is missing", "select 1;\nselect 'x", `, line 2: unterminated quoted string at or near "'x"`],
  ])("name the file and the line of what PostgreSQL refuses: %s", async (_name, sql, reason) => {
    const first = { "0001_first": steps["0001_first"] ?? "" };
    const message = (file: string): string => `${file}.sql${reason}. Nothing was changed.`;
    const refused = migrate(db(), now, schemaOf({ ...first, "0002_wrong": sql }));
    await expect(refused).rejects.toThrow(message("migrations/0002_wrong"));
    await expect(refused).rejects.toBeInstanceOf(MigrationError);
    await migrate(db(), now, schemaOf(first));
    await expect(migrate(db(), now, schemaOf(first, { wrong: sql }))).rejects.toThrow(message("functions/wrong"));
    expect(await db().query("select name from schema_functions")).toEqual([]);
  });

  it("refuse a database whose applied migration was changed since", async () => {
    await migrate(db(), now, schemaOf(steps));
    const changed = schemaOf({ ...steps, "0001_first": "create table step_one (n text);" });
    await expect(migrate(db(), now, changed)).rejects.toThrow(/0001_first was changed after/);
  });

  it("refuse a database that is ahead of the program, or went another way", async () => {
    await migrate(db(), now, schemaOf(steps));
    const older = schemaOf({ "0001_first": steps["0001_first"] ?? "" });
    await expect(migrate(db(), now, older)).rejects.toThrow(/Use a newer program/);
    const other = schemaOf({
      "0001_first": steps["0001_first"] ?? "",
      "0002_other": "select 1",
    });
    await expect(migrate(db(), now, other)).rejects.toThrow(
      /0002_second where this program has 0002_other\. Nothing was changed\. Use the program that made it, or an empty/,
    );
  });

  it.each([
    ["migrations", migrations],
    ["functions", functions],
  ])("are built from the files of the repository: %s (if not, run pnpm codegen)", (kind, built) => {
    const folder = join(import.meta.dirname, "../../src/db", kind);
    const sql = readdirSync(folder)
      .toSorted()
      .map((file) => [file, readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n")]);
    expect(built.map((file) => [`${file.name}.sql`, file.sql])).toEqual(sql);
  });
});

describe("functions", () => {
  beforeEach(async () => {
    await db().script(
      "drop table if exists schema_migrations, schema_functions, step_one, step_two cascade; drop function if exists step_answer",
    );
  });

  it("are there before the migrations that use them, and may name tables that come later", async () => {
    const first = { "0001_first": "create table step_one (n int); insert into step_one select 7; " };
    await migrate(db(), now, schemaOf(first, answer("select n from step_one")));
    expect(await db().query("select step_answer() as n")).toEqual([{ n: 7 }]);
    const second = { ...first, "0002_second": "create table step_two (n int default step_answer())" };
    expect(await migrate(db(), now, schemaOf(second, answer("select n from step_one")))).toEqual(["0002_second"]);
  });

  it("are replaced when their text has changed, and only then", async () => {
    const applied = (): Promise<object[]> => db().query("select applied_at from schema_functions");
    await migrate(db(), now, schemaOf(steps, answer("select 1")));
    const later = new Date(now.getTime() + 1000);
    await migrate(db(), later, schemaOf(steps, answer("select 1")));
    expect(await applied()).toEqual([{ applied_at: now.toISOString() }]);
    expect(await migrate(db(), later, schemaOf(steps, answer("select 2")))).toEqual([]);
    expect(await applied()).toEqual([{ applied_at: later.toISOString() }]);
    expect(await db().query("select step_answer() as n")).toEqual([{ n: 2 }]);
  });

  it("stay as they are when the migrations do not fit", async () => {
    await migrate(db(), now, schemaOf(steps, answer("select 1")));
    await expect(migrate(db(), now, schemaOf({ "0001_other": "" }, answer("select 2")))).rejects.toThrow(
      MigrationError,
    );
    expect(await db().query("select step_answer() as n")).toEqual([{ n: 1 }]);
  });
});

it("the body of every function fits the tables", async () => {
  const database = await openNewDatabase();
  for (const { sql } of functions) await expect(database.owner.script(sql)).resolves.toBeUndefined();
});

it("no function and no trigger is defined twice", () => {
  const defined = [...functions, ...migrations].flatMap(({ sql }) =>
    [
      ...sql.matchAll(/^\s*create (?:or replace )?(?:function|procedure) (\w+)|^create trigger (\w+)[^;]*? on (\w+)/gm),
    ].map(([, routine, trigger, table]) => routine ?? `${trigger} on ${table}`),
  );
  expect(defined.length).toBeGreaterThan(50);
  expect(defined.toSorted()).toEqual([...new Set(defined)].toSorted());
});

it("a database of a program with other migrations is refused in one line and left as it is", async () => {
  const database = await openNewDatabase();
  await database.owner.script(`drop table schema_functions;
    update schema_migrations set name = '0001_init' where name = (select min(name) from schema_migrations)`);
  const state = (): Promise<object[]> =>
    database.owner.query(`select (select array_agg(m.xmin::text order by name) from schema_migrations m) as migrations,
      (select max(xmin::text::bigint) from pg_class) as relations, (select max(xmin::text::bigint) from pg_proc) as functions`);
  const before = await state();
  await expect(migrate(database.owner, now)).rejects.toThrow(
    /^The database was made by another version: it has the migration 0001_init where this program has [^\n]* empty database\.$/,
  );
  expect(await state()).toEqual(before);
});
