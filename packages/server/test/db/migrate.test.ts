import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { migrations } from "../../src/built/migrations.ts";
import type { Migration } from "../../src/db/index.ts";
import { migrate } from "../../src/db/index.ts";
import { useSharedDatabase } from "../support/db.ts";

const db = useSharedDatabase();
const now = new Date("2026-01-01T00:00:00.000Z");

const steps: Record<string, string> = {
  "0001_first": "create table step_one (n int);",
  "0002_second": "create table step_two (n int); insert into step_two values (2);",
};

function migrationsOf(contents: Record<string, string>): Migration[] {
  return Object.entries(contents).map(([name, sql]) => {
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}

describe("migrations", () => {
  beforeEach(async () => {
    await db().script("drop table if exists schema_migrations, step_one, step_two");
  });

  it("are applied once, in order, and recorded", async () => {
    const made = migrationsOf(steps);
    expect(await migrate(db(), now, made)).toEqual(["0001_first", "0002_second"]);
    expect(await migrate(db(), now, made)).toEqual([]);
    expect(await db().query("select name, applied_at from schema_migrations order by 1")).toEqual([
      { name: "0001_first", applied_at: now.toISOString() },
      { name: "0002_second", applied_at: now.toISOString() },
    ]);
  });

  it("go on from where the database stands", async () => {
    const made = migrationsOf(steps);
    await migrate(db(), now, made.slice(0, 1));
    expect(await migrate(db(), now, made)).toEqual(["0002_second"]);
  });

  it("leave nothing behind when one of them fails", async () => {
    const made = migrationsOf({ ...steps, "0003_broken": "create table step_one (n int)" });
    await expect(migrate(db(), now, made)).rejects.toMatchObject({ code: "42P07" });
    expect(await db().query("select to_regclass('step_two') as found")).toEqual([{ found: null }]);
  });

  it("refuse a database whose applied migration was changed since", async () => {
    await migrate(db(), now, migrationsOf(steps));
    const changed = migrationsOf({ ...steps, "0001_first": "create table step_one (n text);" });
    await expect(migrate(db(), now, changed)).rejects.toThrow(/0001_first was changed after/);
  });

  it("refuse a database that is ahead of the program, or went another way", async () => {
    await migrate(db(), now, migrationsOf(steps));
    const older = migrationsOf({ "0001_first": steps["0001_first"] ?? "" });
    await expect(migrate(db(), now, older)).rejects.toThrow(/Use a newer program/);
    const other = migrationsOf({
      "0001_first": steps["0001_first"] ?? "",
      "0002_other": "select 1",
    });
    await expect(migrate(db(), now, other)).rejects.toThrow(/only ever added at the end/);
  });

  it("are the files of the repository; if not, run pnpm codegen", () => {
    const folder = join(import.meta.dirname, "../../src/db/migrations");
    const sql = readdirSync(folder)
      .toSorted()
      .map((file) => [file, readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n")]);
    expect(migrations.map((migration) => [`${migration.name}.sql`, migration.sql])).toEqual(sql);
  });
});
