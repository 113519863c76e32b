import type { Clock } from "@fleet-api/server";
import { samples } from "./samples.ts";
import type { Stage } from "./stage.ts";

/** A clock that can be made to fail. */
export interface FailingClock {
  /** Puts the fault around a clock. */
  around(clock: Clock): Clock;
  /** The next question for the time throws; the one after it is answered again. */
  failOnce(): void;
}

/** Makes a clock that works until it is told otherwise. */
export function failingClock(): FailingClock {
  let failing = false;
  return {
    around: (clock) => ({
      monotonic: () => clock.monotonic(),
      now() {
        if (!failing) return clock.now();
        failing = false;
        throw new Error("The clock does not answer.");
      },
    }),
    failOnce() {
      failing = true;
    },
  };
}

/**
 * The failures of the service itself, for every operation. A clock that fails inside of an operation is a fault that
 * nothing foresees (500); a database that is gone is one that a caller may wait for (503). No status is asked for here:
 * the coverage names the operations that do not fail as documented. The service is of no use after.
 */
export async function exerciseFaults({ call, logIn, service }: Stage, clock: FailingClock): Promise<void> {
  const token = await logIn();
  // With an id of its own a request asks for the time only where it is under way.
  const headers = [["X-Request-Id", "contract-tests"]] as const;
  const requests = samples.map(({ auth, ...sample }) => ({ ...sample, ...(auth === "required" && { token }) }));
  for (const request of requests) {
    clock.failOnce();
    await call({ ...request, headers });
  }
  // The service knows the session, and would answer what needs nothing else without the database.
  await service.server.db.query("update roles set version = version");
  await service.server.db.close();
  for (const request of requests) await call(request);
}
