/** Whatever is done to groups, in whatever order, the service knows what a simple model of them knows. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordsOfClient } from "../support/create-record.ts";
import type { GroupKind } from "../support/group-kinds.ts";
import { groupKinds } from "../support/group-kinds.ts";
import { GroupRunner } from "./support/group-runner.ts";
import { averageSteps, sequences } from "./support/group-steps.ts";
import { fuzzService, fuzzTimeoutMs, roundsOf, runOptions } from "./support/session.ts";

/** How many members each of two clients has for its groups. */
const MEMBERS = 4;

/** Takes about `steps` steps in sequences, each of which begins without groups, keys and memberships. */
function defineGroupFuzz(steps: number): void {
  const { service, session } = fuzzService();

  async function membersByClient({ members }: GroupKind): Promise<ReadonlyMap<number, readonly number[]>> {
    const token = await service.login();
    const clients = await service.server.db.query<{ id: number }>(
      "select id from clients where code in ('DEMO-NORTH', 'DEMO-EAST') order by id",
    );
    const found = new Map<number, readonly number[]>();
    for (const { id: client_id } of clients) {
      const ids = await recordsOfClient(service, members, { token, client_id, count: MEMBERS });
      found.set(client_id, ids.slice(0, MEMBERS));
    }
    return found;
  }

  describe("any sequence of requests about", () => {
    it.each(groupKinds)(
      "$table is answered as a model of the records predicts",
      { timeout: fuzzTimeoutMs },
      async (kind) => {
        const membersOf = await membersByClient(kind);
        let taken = 0;
        await fc.assert(
          fc.asyncProperty(sequences, async (sequence) => {
            await service.server.db.script(
              `delete from ${kind.memberships}; delete from ${kind.table}; truncate ${kind.table}, ${kind.memberships}, idempotency_keys`,
            );
            const runner = new GroupRunner(kind, { service, session: session(), membersOf });
            for (const step of sequence) await runner.take(step);
            taken += sequence.length;
          }),
          runOptions(Math.ceil(steps / averageSteps / groupKinds.length)),
        );
        expect(taken).toBeGreaterThan(0);
      },
    );
  });
}

describe.each(roundsOf([200, 2000], 0.2))("round $round", ({ size }) => {
  defineGroupFuzz(size);
});
