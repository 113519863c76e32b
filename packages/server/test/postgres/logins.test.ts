import { expect, inject, it, onTestFinished } from "vitest";
import { createScope, rows } from "../../src/db/index.ts";
import { openDatabase } from "../../src/db/node.ts";
import { asAdministrator, createTestDatabase } from "../support/postgres.ts";

async function copyOfTemplate(): Promise<string> {
  const { address, template } = inject("postgres");
  const { url, drop } = await createTestDatabase(address, template);
  onTestFinished(drop);
  return url;
}

const open = (url: string, ownerUrl = url) => openDatabase({ kind: "postgres", url, ownerUrl, maxConnections: 2 });

it("keeps its settings whatever options the URL has", async () => {
  const url = new URL(await copyOfTemplate());
  url.searchParams.set("options", "-c datestyle=German -c timezone=Asia/Tokyo -c work_mem=5MB");
  const database = await open(url.href);
  onTestFinished(() => database.close());
  const [[row]] = await database
    .unitOfWork(createScope({}))
    .read(rows("select '2026-01-02T03:04:05Z'::timestamptz as at, current_setting('work_mem') as memory"));
  expect(row).toEqual({ at: "2026-01-02T03:04:05.000Z", memory: "5MB" });
});

it("says at the start that a login cannot serve requests", async () => {
  const { address } = inject("postgres");
  const url = new URL(await copyOfTemplate());
  await asAdministrator(
    address,
    `do $$ begin
       if not exists (select from pg_roles where rolname = 'fleet_test_nobody') then
         create role fleet_test_nobody login;
       end if;
     end $$`,
  );
  const nobody = new URL(url);
  nobody.username = "fleet_test_nobody";
  await expect(open(nobody.href, url.href)).rejects.toThrow(
    /^The login of database_url cannot serve requests: .*fleet_login/,
  );
  const other = await createTestDatabase(address);
  onTestFinished(other.drop);
  await expect(open(other.url, url.href)).rejects.toThrow(/cannot serve requests: .*sessions.*the owner migrated/);
});
