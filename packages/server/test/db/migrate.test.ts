import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Migration } from "../../src/db/index.ts";
import { migrate, readMigrations } from "../../src/db/index.ts";
import { useSharedDatabase } from "../support/db.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";

const db = useSharedDatabase();
const directory = useTemporaryDirectories();
const now = new Date("2026-01-01T00:00:00.000Z");

const files: Record<string, string> = {
  "0001_first.sql": "create table step_one (n int);",
  "0002_second.sql": "create table step_two (n int); insert into step_two values (2);",
};

function migrationsOf(contents: Record<string, string>): Migration[] {
  const path = mkdtempSync(join(directory(), "m"));
  for (const [name, sql] of Object.entries(contents)) writeFileSync(join(path, name), sql);
  return readMigrations(path);
}

describe("migrations", () => {
  beforeEach(async () => {
    await db().script("drop table if exists schema_migrations, step_one, step_two");
  });

  it("are applied once, in order, and recorded", async () => {
    const migrations = migrationsOf({ ...files, "notes.txt": "no migration" });
    expect(await migrate(db(), now, migrations)).toEqual(["0001_first", "0002_second"]);
    expect(await migrate(db(), now, migrations)).toEqual([]);
    expect(await db().query("select name, applied_at from schema_migrations order by 1")).toEqual([
      { name: "0001_first", applied_at: now.toISOString() },
      { name: "0002_second", applied_at: now.toISOString() },
    ]);
  });

  it("go on from where the database stands", async () => {
    const migrations = migrationsOf(files);
    await migrate(db(), now, migrations.slice(0, 1));
    expect(await migrate(db(), now, migrations)).toEqual(["0002_second"]);
  });

  it("leave nothing behind when one of them fails", async () => {
    const migrations = migrationsOf({ ...files, "0003_broken.sql": "create table step_one (n int)" });
    await expect(migrate(db(), now, migrations)).rejects.toMatchObject({ code: "42P07" });
    expect(await db().query("select to_regclass('step_two') as found")).toEqual([{ found: null }]);
  });

  it("refuse a database whose applied migration was changed since", async () => {
    await migrate(db(), now, migrationsOf(files));
    const changed = migrationsOf({ ...files, "0001_first.sql": "create table step_one (n text);" });
    await expect(migrate(db(), now, changed)).rejects.toThrow(/0001_first was changed after/);
  });

  it("refuse a database that is ahead of the program, or went another way", async () => {
    await migrate(db(), now, migrationsOf(files));
    const older = migrationsOf({ "0001_first.sql": files["0001_first.sql"] ?? "" });
    await expect(migrate(db(), now, older)).rejects.toThrow(/Use a newer program/);
    const other = migrationsOf({
      "0001_first.sql": files["0001_first.sql"] ?? "",
      "0002_other.sql": "select 1",
    });
    await expect(migrate(db(), now, other)).rejects.toThrow(/only ever added at the end/);
  });

  it("count the same on systems that end lines differently", () => {
    const [unix] = migrationsOf({ "0001_a.sql": "select 1;\nselect 2;\n" });
    const [dos] = migrationsOf({ "0001_a.sql": "select 1;\r\nselect 2;\r\n" });
    expect(dos?.checksum).toBe(unix?.checksum);
  });

  it("ship with the program, numbered without gaps", () => {
    const names = readMigrations().map((migration) => migration.name);
    expect(names[0]).toBe("0001_init");
    for (const [index, name] of names.entries()) {
      expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, "0")}_[a-z_]+$`));
    }
  });
});
