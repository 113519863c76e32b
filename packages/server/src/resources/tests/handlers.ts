import type { GroupHandlers } from "../../principal.ts";
import type { TestsService } from "./service.ts";

/** The handlers of the connectivity check. */
export function createTestsHandlers(tests: TestsService) {
  return {
    async testsPing() {
      return { data: await tests.ping() };
    },
  } satisfies GroupHandlers<"tests">;
}
