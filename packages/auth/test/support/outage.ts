import { memoryStore } from "../../src/index.ts";
import { seeded } from "../../src/testing/index.ts";
import { respond, baseUrl, setUp } from "./fake-service.ts";
import { virtualClock } from "./virtual-clock.ts";

/** How an outage is played. */
export interface Outage {
  readonly seed: number;
  /** Sessions that share one store; one has none. */
  readonly processes: number;
  /** Of all processes together. */
  readonly callsPerSecond: number;
  readonly seconds: number;
}

/** Plays an outage of the login second by second: how many logins were tried, and how long after its end calls worked. */
export async function loginsInOutage({ seed, processes, callsPerSecond, seconds }: Outage) {
  const time = virtualClock();
  const random = seeded(seed);
  const store = memoryStore();
  let down = true;
  let logins = 0;
  const sessions = Array.from({ length: processes }, () => {
    const { session } = setUp(
      ({ operation }) => {
        if (operation !== "POST /auth/login") return respond(200);
        logins += down ? 1 : 0;
        return down ? respond(503) : respond(200, { token: "L1" });
      },
      { time, random, ...(processes > 1 && { store }) },
    );
    return session;
  });
  let answered = 0;
  const second = async (): Promise<void> => {
    const calls = Array.from({ length: callsPerSecond }, (_, index) =>
      sessions[index % processes]?.fetch(`${baseUrl}/units`).then(
        () => void answered++,
        () => undefined,
      ),
    );
    await Promise.all(calls);
    await time.advance(1_000);
  };
  for (let now = 0; now < seconds; now++) await second();
  down = false;
  let recovery = 0;
  while (answered === 0) {
    await second();
    recovery++;
  }
  return { logins, recovery };
}
