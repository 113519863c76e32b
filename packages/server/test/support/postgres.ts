import { randomUUID } from "node:crypto";
import type { PostgresAddress } from "@fleet-api-tools/test-postgres";
import pg from "pg";

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

/** Runs SQL with all rights, in the database that the address names. */
export async function asAdministrator(address: PostgresAddress, sql: string): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
