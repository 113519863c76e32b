import { startPrivatePostgres } from "@fleet-api-tools/test-postgres";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { startCaller } from "../support/caller.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { runs } from "../support/db.ts";
import { asAdministrator } from "../support/postgres.ts";

const limit = { timeout: 30_000, interval: 20 };

it("whatever happens to PostgreSQL in any order, requests are served or 503, and nothing confirmed is lost", async () => {
  const postgres = await startPrivatePostgres();
  onTestFinished(() => postgres.stop());
  const proxy = await startDatabaseProxy(postgres.address);
  onTestFinished(() => proxy.close());
  const caller = await startCaller({ database_url: proxy.url() });
  const administer = (sql: string): Promise<void> => asAdministrator(postgres.address, sql);
  const setReadOnly = (on: boolean): Promise<void> =>
    administer(`alter database postgres set default_transaction_read_only = ${on ? "on" : "off"}`);

  /** Each happens while requests come, and they go on coming. */
  const outages: Readonly<Record<string, () => Promise<void>>> = {
    crash: async () => {
      await postgres.crash();
      await caller.write();
      await postgres.restart();
    },
    shutDown: async () => {
      await postgres.shutDown();
      await caller.write();
      await postgres.restart();
    },
    loseConnections: () =>
      administer("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fleet-server'"),
    beReadOnly: () => setReadOnly(true),
    takeChanges: () => setReadOnly(false),
    swallowAnswers: async () => proxy.swallow("answers"),
    swallowEverything: async () => proxy.swallow("everything"),
    pass: async () => proxy.pass(),
  };
  const several = fc.array(fc.constantFrom(...Object.keys(outages)), { minLength: 1, maxLength: 6 });

  await fc.assert(
    fc.asyncProperty(several, async (names) => {
      const load = caller.load(6);
      for (const name of names) {
        await outages[name]?.();
        await caller.write();
      }
      await setReadOnly(false);
      proxy.pass();
      await expect.poll(() => caller.ready(), limit).toBe(200);
      const answers = await Promise.all(Array.from({ length: 12 }, () => caller.write()));
      expect(new Set(answers)).toEqual(new Set(["201"]));
      expect(["200", "201", "503 1"]).toEqual(expect.arrayContaining(await load.end()));
      expect(await caller.missing()).toEqual([]);
    }),
    { numRuns: runs(9) },
  );
});
