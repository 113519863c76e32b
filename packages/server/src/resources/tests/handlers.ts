import type { GroupHandlers } from "../../kernel/types.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Principal } from "../../principal.ts";

/** The handlers of the connectivity check; `version` is that of the contract. */
export function createTestsHandlers(clock: Clock, version: string) {
  return {
    async testsPing() {
      return { data: { pong: true, version, time: clock.now().toISOString() } };
    },
  } satisfies GroupHandlers<"tests", Principal>;
}
