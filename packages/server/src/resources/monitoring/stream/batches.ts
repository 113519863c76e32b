import type { Bus } from "../../../bus/index.ts";
import type { Db } from "../../../db/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { AnyArrival } from "../arrivals.ts";
import { allArrivals, head } from "../arrivals.ts";
import type { Head } from "../feed-cursor.ts";

/** The last batch that was handed out. */
export type Newest = Pick<Head, "epoch" | "batch">;

/** Reads each batch once, for all streams of this server. */
export interface BatchReader {
  readonly newest: Newest;
  /** Looks for new batches, whatever the bus says. */
  look(): void;
  stop(): void;
}

interface BatchReaderParts {
  readonly owner: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Gets all positions, in the order of their arrival, and the last batch that they are of. */
  readonly onBatches: (arrivals: readonly AnyArrival[], newest: Newest) => Promise<void>;
  /** The feed has begun again, as after a restoration of the database: nobody can go on. */
  readonly onRestart: () => void;
}

/** Positions of this time are sent together. */
const TICK_MS = 100;
/** At most so many batches are read at once: of 500 positions each, 10,000. */
const MOST_BATCHES = 20;

/** Begins to read batches with the next one that is stored. */
export async function startBatchReader(parts: BatchReaderParts): Promise<BatchReader> {
  const { owner, bus, clock, log, onBatches, onRestart } = parts;
  const readHead = async (): Promise<Newest> => {
    const [found] = await owner.query<Head>(head.sql);
    return found ?? { epoch: "", batch: 0 };
  };
  let newest = await readHead();
  let isReading = false;
  let isWanted = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Hands out what is new, in parts. */
  const readNew = async (): Promise<void> => {
    const now = await readHead();
    if (now.epoch !== newest.epoch || now.batch < newest.batch) {
      newest = now;
      onRestart();
    }
    while (newest.batch < now.batch && !isStopped) {
      const until = Math.min(now.batch, newest.batch + MOST_BATCHES);
      const { sql, params } = allArrivals(newest.batch, until, clock.now());
      const arrivals = await owner.query<AnyArrival>(sql, params);
      newest = { epoch: now.epoch, batch: until };
      if (!isStopped) await onBatches(arrivals, newest);
    }
  };

  const look = (): void => {
    isWanted = true;
    if (isReading || isStopped) return;
    isReading = true;
    timer = setTimeout(async () => {
      isWanted = false;
      // What could not be read now is read with the next look.
      await readNew().catch((error: unknown) => log.warn("new positions could not be read", { error }));
      isReading = false;
      if (isWanted) look();
    }, TICK_MS);
  };
  const unsubscribe = bus.subscribe(look);
  look();

  return {
    get newest() {
      return newest;
    },
    look,
    stop: () => {
      isStopped = true;
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
