import type { Database } from "../../db/index.ts";
import { noScope, rows } from "../../db/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { sharedCall } from "../../platform/shared-call.ts";

/** What the connectivity check works with. */
interface TestsDeps {
  readonly database: Pick<Database, "unitOfWork">;
  readonly clock: Clock;
  /** Version of the contract. */
  readonly version: string;
}

/** The rules of the connectivity check. */
export interface TestsService {
  ping(): Promise<{ pong: true; version: string; time: string }>;
}

/** Makes the service. */
export function createTestsService({ database, clock, version }: TestsDeps): TestsService {
  // Anyone may ask without a token, so however many do, the database is asked by one of them at a time.
  const reachDatabase = sharedCall(() => database.unitOfWork(noScope).read(rows("select 1")));
  return {
    async ping() {
      // A service that cannot reach its database serves nobody, so a ping that ignores it would mislead.
      await reachDatabase();
      return { pong: true, version, time: clock.now().toISOString() };
    },
  };
}
