import type { PostgresAddress } from "@fleet-api-tools/test-postgres";
import { startPostgres } from "@fleet-api-tools/test-postgres";
import { randomUUID } from "node:crypto";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../src/db/node.ts";

/** The login that owns the databases of tests: no superuser, which row-level security would not hold. */
export const testOwner = "fleet_test_owner";

/** A database of a test. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** The URL of a database for the owner of the test databases. */
export function ownerUrl(address: PostgresAddress, name: string): string {
  if ("host" in address) return `postgres://${testOwner}@localhost/${name}?host=${encodeURIComponent(address.host)}`;
  const url = new URL(address.connectionString);
  url.pathname = `/${name}`;
  return url.href;
}

/** Copies a database, or makes an empty one. */
export async function createTestDatabase(address: PostgresAddress, template = "template1"): Promise<TestDatabase> {
  const name = `fleet_test_${randomUUID().replaceAll("-", "")}`;
  await asAdministrator(address, `create database ${name} template ${template} owner ${testOwner}`);
  return {
    url: ownerUrl(address, name),
    drop: () => asAdministrator(address, `drop database ${name} with (force)`),
  };
}

/** Runs SQL with all rights, in the database that the address names, also while that is read-only. */
export async function asAdministrator(address: PostgresAddress, sql: string): Promise<void> {
  const client = new pg.Client({ ...address, options: "-c default_transaction_read_only=off" });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Starts a server for the project, with a migrated database that those of the tests are copied from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await startPostgres();
  await asAdministrator(
    address,
    `do $$ begin
       if not exists (select from pg_roles where rolname = '${testOwner}') then
         create role ${testOwner} login createrole;
       end if;
     end $$`,
  );
  const template = await createTestDatabase(address);
  const target = { kind: "postgres", url: template.url, ownerUrl: template.url, maxConnections: 1 } as const;
  await (await openDatabase(target)).close();
  project.provide("postgres", { address, template: new URL(template.url).pathname.slice(1) });
  return async () => {
    await template.drop();
    await stop();
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The server and the database to copy. */
    postgres: { readonly address: PostgresAddress; readonly template: string };
  }
}
