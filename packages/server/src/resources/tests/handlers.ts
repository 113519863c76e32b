import type { UnitOfWork } from "../../db/index.ts";
import { rows } from "../../db/index.ts";
import type { GroupHandlers } from "../../kernel/types.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Principal } from "../../principal.ts";

/** What the connectivity check works with. */
export interface TestsDeps {
  readonly clock: Clock;
  /** Version of the contract. */
  readonly version: string;
}

/** The handlers of the connectivity check. */
export function createTestsHandlers({ clock, version }: TestsDeps) {
  return {
    async testsPing(work) {
      // A service that cannot reach its database serves nobody, so a ping that ignores it would mislead.
      await work.read(rows("select 1"));
      return { data: { pong: true, version, time: clock.now().toISOString() } };
    },
  } satisfies GroupHandlers<"tests", Principal, UnitOfWork>;
}
