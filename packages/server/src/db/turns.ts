import type { Stopwatch } from "../platform/clock.ts";
import { systemStopwatch } from "../platform/clock.ts";
import type { NoSlot } from "../platform/fair-queue.ts";
import { createFairQueue } from "../platform/fair-queue.ts";
import { DbAbortedError, DbBusyError } from "./errors.ts";

/** Shares the connections of a database between the callers of requests. */
export interface Turns {
  /** Runs `job`, which uses one connection, when it is the caller's turn. */
  take<T>(caller: unknown, job: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * As `take`, for a search: one at a time for each caller, on some of the connections. After a search during which
   * others were active, the next one waits for as long as the search took, so that searches leave half of the time.
   */
  takeForSearch<T>(caller: unknown, job: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * As `take`, for what is appended in one order: two at a time, so that the next one is there when the one before it ends,
   * and others keep their connections however many wait.
   */
  takeForAppend<T>(caller: unknown, job: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** How many jobs run at the same time. */
interface TurnsOptions {
  readonly connections: number;
  readonly connectionsPerCaller: number;
  /** Connections on which searches may run. */
  readonly searches: number;
  /** Measures searches. @default the machine's */
  readonly stopwatch?: Stopwatch;
}

/** How many jobs may wait, those of all callers together, and for how long. */
const LIMITS = { maxWaiting: 1024, maxWaitMs: 10_000, refusal };

/** Makes the turns of one database. */
export function createTurns(options: TurnsOptions): Turns {
  const { connections, connectionsPerCaller, searches, stopwatch = systemStopwatch } = options;
  const all = createFairQueue({ ...LIMITS, slots: connections, slotsPerCaller: connectionsPerCaller });
  const searching = createFairQueue({ ...LIMITS, slots: searches, slotsPerCaller: 1 });
  const appending = createFairQueue({ ...LIMITS, slots: Math.min(2, connections), slotsPerCaller: 2 });

  const take: Turns["take"] = async (caller, job, signal) => {
    const slot = all.acquire(caller, signal);
    // Without waiting a job begins at once, before whatever comes after it.
    const release = slot instanceof Promise ? await slot : slot;
    try {
      return await job();
    } finally {
      release();
    }
  };
  return {
    take,
    takeForAppend: async (caller, job, signal) => {
      const release = await appending.acquire(caller, signal);
      try {
        return await take(caller, job, signal);
      } finally {
        release();
      }
    },
    takeForSearch: async (caller, job, signal) => {
      const release = await searching.acquire(caller, signal);
      let tookMs = 0;
      let isAlone = true;
      try {
        return await take(
          caller,
          async () => {
            const begun = stopwatch();
            const before = all.givenToOthers(caller);
            try {
              return await job();
            } finally {
              tookMs = stopwatch() - begun;
              isAlone = all.givenToOthers(caller) === before && !all.hasOthers(caller);
            }
          },
          signal,
        );
      } finally {
        if (isAlone) release();
        else letExit(setTimeout(release, tookMs));
      }
    },
  };
}

function refusal(reason: NoSlot): Error {
  if (reason === "aborted") return new DbAbortedError();
  return new DbBusyError();
}

/** Does not keep the process alive. In a browser a timer is a number. */
function letExit(timer: ReturnType<typeof setTimeout>): void {
  if (typeof timer === "object") timer.unref();
}
