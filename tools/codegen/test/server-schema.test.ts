import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { emitServerSchema, readServerSchema } from "../src/server-schema.ts";

/** What a program gets that imports the emitted module. */
async function loaded(sql: string): Promise<{ migrations: unknown; functions: unknown }> {
  const [artefact] = emitServerSchema({
    migrations: [{ name: "0001_init", sql }],
    functions: [{ name: "scope", sql }],
  });
  return import(`data:text/javascript,${encodeURIComponent(artefact!.text)}`);
}

test("the module has the SQL with its checksum, the same on systems that end lines differently", async () => {
  const sql = "select 'a `${b}` \\\\ \u2028';\nselect 2;\n";
  const checksum = createHash("sha256").update(sql).digest("hex");
  const module = await loaded(sql);
  expect(module.migrations).toEqual([{ name: "0001_init", checksum, sql }]);
  expect(module.functions).toEqual([{ name: "scope", checksum, sql }]);
  expect(await loaded(sql.replaceAll("\n", "\r\n"))).toEqual(await loaded(sql));
});

test("the server's migrations are numbered without gaps", async () => {
  const names = (await readServerSchema()).migrations.map(({ name }) => name);
  expect(names).not.toEqual([]);
  for (const [index, name] of names.entries()) {
    expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, "0")}_[a-z_]+$`));
  }
});

test("there is no module without the server", async () => {
  const folder = await mkdtemp(join(tmpdir(), "codegen-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(emitServerSchema(await readServerSchema(pathToFileURL(`${folder}/`)))).toEqual([]);
});
