import { type AuthEvent, isAuthError, memoryStore } from "../../src/index.ts";
import { seeded } from "../../src/testing/index.ts";
import { baseUrl, type Handler, respond, setUp } from "./fake-service.ts";
import { virtualClock } from "./virtual-clock.ts";

/** How an hour of a service that refuses tokens is simulated. */
export interface RefusalHour {
  readonly seed: number;
  /** Sessions that share one store; one has none. */
  readonly processes: number;
  readonly seconds?: number;
  /** Of all processes together. */
  readonly callsPerSecond?: number;
  /** By how much the wall clock of each process is fast, in milliseconds. Default: not at all. */
  readonly skewOf?: (process: number) => number;
  /** Whether the service accepts this token for this request, at this second. */
  readonly accepts: (request: { operation: string; token: string; second: number }) => boolean;
  /** Answers a 401. Default: without a token. */
  readonly refuse?: () => Response;
  /** Called each second, for example to make a clock jump. */
  readonly each?: (second: number, time: ReturnType<typeof virtualClock>) => void;
}

/** Makes calls second by second, and counts what they lead to. */
export async function simulateRefusals(hour: RefusalHour) {
  const { seed, processes, seconds = 3_600, callsPerSecond = 3, accepts, refuse = () => respond(401), each } = hour;
  const { skewOf = () => 0 } = hour;
  const time = virtualClock();
  const random = seeded(seed);
  const store = memoryStore();
  let second = 0;
  let logins = 0;
  let questions = 0;
  /** By second. */
  const outcomes: string[][] = [];
  const handler: Handler = ({ operation, token = "" }) => {
    if (operation === "POST /auth/login") return respond(200, { token: `L${++logins}` });
    const isAccepted = accepts({ operation, token, second });
    if (operation !== "GET /auth/token") return isAccepted ? respond(200) : refuse();
    questions++;
    return isAccepted ? respond(200, { body: { data: { token } } }) : refuse();
  };
  const shared = processes > 1 ? { store } : {};
  const worlds = Array.from({ length: processes }, (_, index) => {
    const clock = { ...time.clock, now: () => time.clock.now() + skewOf(index) };
    return setUp(handler, { time, clock, random, ...shared });
  });
  const call = async (index: number): Promise<string> => {
    const { session } = worlds[index % processes] ?? {};
    try {
      return String((await session?.fetch(`${baseUrl}/units/${index}`))?.status);
    } catch (error) {
      return isAuthError(error) ? error.code : "thrown";
    }
  };
  for (; second < seconds; second++) {
    each?.(second, time);
    const offset = second * callsPerSecond;
    outcomes.push(await Promise.all(Array.from({ length: callsPerSecond }, (_, index) => call(offset + index))));
    await time.advance(1_000);
  }
  const events: AuthEvent["type"][] = worlds.flatMap((world) => world.events.map(({ type }) => type));
  const requests = worlds.reduce((sum, { seen }) => sum + seen.length, 0);
  /** The share of calls that ended so. */
  const share = (outcome: string): number => {
    const all = outcomes.flat();
    return all.filter((one) => one === outcome).length / all.length;
  };
  return {
    logins,
    questions,
    requests,
    outcomes,
    share,
    countEvents: (type: string) => events.filter((one) => one === type).length,
    store,
  };
}
