/** Whatever is done to unit groups, in whatever order, the service knows what a simple model of them knows. */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { GroupRunner } from "./support/group-runner.ts";
import { averageSteps, sequences } from "./support/group-steps.ts";
import { fuzzService, fuzzTimeoutMs, roundsOf, runOptions } from "./support/session.ts";

/** Takes about `steps` steps in sequences, each of which begins without groups, keys and memberships. */
function defineGroupFuzz(steps: number): void {
  const { service, session } = fuzzService();
  /** Four units of each of two clients. */
  const unitsOf = new Map<number, number[]>();
  beforeAll(async () => {
    const units = await service.server.db.query<{ id: number; client_id: number }>(
      `select id, client_id from (
         select u.id, u.client_id, row_number() over (partition by u.client_id order by u.id) as n
         from units u join clients c on c.id = u.client_id where c.code in ('DEMO-NORTH', 'DEMO-EAST')) u
       where n <= 4 order by id`,
    );
    for (const { id, client_id } of units) unitsOf.set(client_id, [...(unitsOf.get(client_id) ?? []), id]);
  });

  describe("any sequence of requests about unit groups", () => {
    it("is answered as a model of the records predicts", { timeout: fuzzTimeoutMs }, async () => {
      let taken = 0;
      await fc.assert(
        fc.asyncProperty(sequences, async (sequence) => {
          await service.server.db.script("truncate unit_groups, unit_group_members, idempotency_keys");
          const runner = new GroupRunner(service, session(), unitsOf);
          for (const step of sequence) await runner.take(step);
          taken += sequence.length;
        }),
        runOptions(Math.ceil(steps / averageSteps)),
      );
      expect(taken).toBeGreaterThan(0);
    });
  });
}

describe.each(roundsOf([200, 2000], 0.2))("round $round", ({ size }) => {
  defineGroupFuzz(size);
});
