import type { GroupHandlers } from "../../kernel/types.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Principal } from "../../principal.ts";

/** What the connectivity check works with. */
export interface TestsDeps {
  /** Rejects when the database does not answer. */
  readonly reachDatabase: () => Promise<unknown>;
  readonly clock: Clock;
  /** Version of the contract. */
  readonly version: string;
}

/** The handlers of the connectivity check. */
export function createTestsHandlers({ reachDatabase, clock, version }: TestsDeps) {
  return {
    async testsPing() {
      // A service that cannot reach its database serves nobody, so a ping that ignores it would mislead.
      await reachDatabase();
      return { data: { pong: true, version, time: clock.now().toISOString() } };
    },
  } satisfies GroupHandlers<"tests", Principal>;
}
