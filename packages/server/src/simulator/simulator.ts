import type { Clock, Delay } from "../platform/clock.ts";
import { systemClock, systemDelay } from "../platform/clock.ts";
import type { ApiAccess } from "./api-session.ts";
import { ApiFailure, openSession } from "./api-session.ts";
import type { Island } from "./island.ts";
import { makeIsland } from "./island.ts";
import { createReporter } from "./reporter.ts";
import { makeTraffic } from "./traffic.ts";

/** What a simulator is started with; only the API has no default. */
export interface SimulatorOptions extends ApiAccess {
  /** How many units it drives: those that reported last, among the first 200 that the user sees. @default 25 */
  readonly units?: number;
  /** Simulated seconds per second of the clock. Reports are never more than 23 hours ahead of the clock. @default 1 */
  readonly speed?: number;
  /** Simulated time between two reports of a unit, in ms. @default 5000 */
  readonly intervalMs?: number;
  /** How much of the past it sends first, and after an outage, in ms. @default 7200000 (2 hours) */
  readonly historyMs?: number;
  /** Simulated time between two reports of a unit in the past, in ms. @default 30000 */
  readonly historyIntervalMs?: number;
  /** Where the units drive. @default `makeIsland()` */
  readonly island?: Island;
  /** Other seeds make other journeys. @default that of the demo fleet, whose latest positions lie on them */
  readonly seed?: number;
  /** Sees each failure, after which the simulator waits and goes on. @default nobody does */
  readonly onFailure?: (error: unknown) => void;
  /** @default the clock of the machine */
  readonly clock?: Clock;
  /** @default a timer of the platform, which does not keep a process alive */
  readonly delay?: Delay;
}

/** A simulator that runs. */
export interface Simulator {
  /** Sends nothing until `resume`. What units do meanwhile is not sent later. */
  pause(): void;
  resume(): void;
  /** Cancels a request in progress. Resolves when nothing is sent any more; never rejects. */
  stop(): Promise<void>;
}

const HOUR_MS = 60 * 60_000;
/** The service refuses reports that are 24 hours ahead. */
const MAX_AHEAD_MS = 23 * HOUR_MS;
/** Between two requests while the past is sent, so that those of others do not wait for long. */
const BETWEEN_REQUESTS_MS = 100;
/** The shortest wait after a failure, and the longest one of all. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1000, 5 * 60_000];

/**
 * Drives units over the island and sends their reports through the API: first those of the last two hours, then new ones every five
 * seconds. After a failure it waits, for as long as `Retry-After` says or longer each time, and goes on; it ends only with `stop`.
 *
 * What a unit measures at an instant depends only on the seed. So a simulator that starts again sends the same reports, and the
 * service ignores those that it has.
 * @throws RangeError for a number that is not positive; `historyMs` may be 0
 */
export function startSimulator(options: SimulatorOptions): Simulator {
  const { onFailure, clock = systemClock, delay = systemDelay } = options;
  const { units = 25, speed = 1, intervalMs = 5000, historyMs = 2 * HOUR_MS, historyIntervalMs = 30_000 } = options;
  for (const [name, value] of Object.entries({ units, speed, intervalMs, historyIntervalMs })) {
    if (!(value > 0 && value < Infinity)) throw new RangeError(`${name} must be a positive number, not ${value}.`);
  }
  if (!(historyMs >= 0 && historyMs < Infinity)) throw new RangeError(`historyMs must not be ${historyMs}.`);
  const stopping = new AbortController();
  const { signal } = stopping;
  const now = simulatedTime(clock, speed);
  const reporter = createReporter({
    session: openSession(options, signal),
    traffic: makeTraffic(options.island ?? makeIsland(), options.seed),
    count: units,
    now,
    intervalMs,
    historyMs,
    historyIntervalMs,
  });
  let paused: Pause | null = null;
  const tell = (error: unknown): void => {
    try {
      onFailure?.(error);
    } catch {
      // The simulator goes on, whatever its observer does.
    }
  };
  const run = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      if (paused !== null) {
        await paused.isOver;
        reporter.skip();
      }
      let wait: number;
      try {
        const next = await reporter.sendDue();
        wait = Math.max(BETWEEN_REQUESTS_MS, (next - now()) / speed);
        failures = 0;
      } catch (error) {
        failures += 1;
        wait = waitAfter(error, failures);
        if (!signal.aborted) tell(error);
      }
      await delay(Math.min(wait, LONGEST_WAIT_MS), signal);
    }
  };
  const running = run();
  const resume = (): void => {
    paused?.end();
    paused = null;
  };
  return {
    pause: () => {
      if (!signal.aborted) paused ??= createPause();
    },
    resume,
    stop: () => {
      stopping.abort(new Error("The simulator was stopped."));
      resume();
      return running;
    },
  };
}

interface Pause {
  readonly isOver: Promise<void>;
  end(): void;
}

function createPause(): Pause {
  let end = (): void => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { isOver, end };
}

function simulatedTime(clock: Clock, speed: number): () => number {
  const started = clock.now().getTime();
  return () => {
    const real = clock.now().getTime();
    return Math.min(started + (real - started) * speed, real + MAX_AHEAD_MS);
  };
}

function waitAfter(error: unknown, failures: number): number {
  // The password is wrong: attempts count for everybody at this address.
  if (error instanceof ApiFailure && error.status === 401) return LONGEST_WAIT_MS;
  const asked = error instanceof ApiFailure ? error.retryAfterMs : null;
  return Math.max(FIRST_WAIT_MS, asked ?? FIRST_WAIT_MS * 2 ** (failures - 1));
}
