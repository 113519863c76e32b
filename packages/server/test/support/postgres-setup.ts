import { startPostgres } from "@fleet-api-tools/test-postgres";
import type { PostgresAddress } from "@fleet-api-tools/test-postgres";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../src/db/node.ts";
import { asAdministrator, createTestDatabase, testOwner } from "./postgres.ts";

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
