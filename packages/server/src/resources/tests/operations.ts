import { noScope, rows } from "../../db/index.ts";
import { sharedCall } from "../../platform/shared-call.ts";
import type { GroupOperations, GroupParts } from "../group.ts";

/** The connectivity check. */
export function createOperations({ database, clock, version }: GroupParts) {
  // Anyone may ask without a token, so however many do, the database is asked by one of them at a time.
  const reachDatabase = sharedCall(() => database.unitOfWork(noScope).read(rows("select 1")));
  return {
    testsPing: async () => {
      // A service that cannot reach its database serves nobody, so a ping that ignores it would mislead.
      await reachDatabase();
      return { data: { pong: true, version, time: clock.now().toISOString() } };
    },
  } satisfies GroupOperations<"tests">;
}
