import type { UnitOfWork } from "../../db/index.ts";
import { rows } from "../../db/index.ts";
import type { Clock } from "../../platform/clock.ts";

/** What the connectivity check works with. */
export interface TestsDeps {
  readonly clock: Clock;
  /** Version of the contract. */
  readonly version: string;
}

/** The rules of the connectivity check. */
export interface TestsService {
  ping(work: UnitOfWork): Promise<{ pong: true; version: string; time: string }>;
}

/** Makes the service. */
export function createTestsService({ clock, version }: TestsDeps): TestsService {
  return {
    async ping(work) {
      // A service that cannot reach its database serves nobody, so a ping that ignores it would mislead.
      await work.read(rows("select 1"));
      return { pong: true, version, time: clock.now().toISOString() };
    },
  };
}
