import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { emitMigrations, readMigrations } from "../src/migrations.ts";

/** What a program gets that imports the emitted module. */
async function loaded(sql: string): Promise<unknown> {
  const [artefact] = emitMigrations([{ name: "0001_init", sql }]);
  const module: { migrations: unknown } = await import(`data:text/javascript,${encodeURIComponent(artefact!.text)}`);
  return module.migrations;
}

test("the module has the SQL with its checksum, the same on systems that end lines differently", async () => {
  const sql = "select 'a `${b}` \\\\ \u2028';\nselect 2;\n";
  const checksum = createHash("sha256").update(sql).digest("hex");
  expect(await loaded(sql)).toEqual([{ name: "0001_init", checksum, sql }]);
  expect(await loaded(sql.replaceAll("\n", "\r\n"))).toEqual(await loaded(sql));
});

test("the server's migrations are numbered without gaps", async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  expect(names[0]).toBe("0001_init");
  for (const [index, name] of names.entries()) {
    expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, "0")}_[a-z_]+$`));
  }
});

test("there is no module without the server", async () => {
  const folder = await mkdtemp(join(tmpdir(), "codegen-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(emitMigrations(await readMigrations(pathToFileURL(`${folder}/`)))).toEqual([]);
});
