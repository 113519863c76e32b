import type { Bus } from "../../../bus/index.ts";
import type { Db, Query } from "../../../db/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { AnyArrival } from "../arrivals.ts";
import { allArrivals, head } from "../arrivals.ts";
import type { Head } from "../feed-cursor.ts";
import type { LiveUnitRow } from "./live-units.ts";
import { unitsNow } from "./live-units.ts";

/** The last batch that was handed out. */
export type Newest = Pick<Head, "epoch" | "batch">;

/** Reads each batch once, for all streams of this server. */
export interface BatchReader {
  readonly newest: Newest;
  /** Looks for new batches, whatever the bus says. */
  look(): void;
  /** Looks, and resolves when there may be new ones. */
  later(): Promise<void>;
  stop(): void;
}

/** What was stored since the last time. */
export interface Batches {
  /** In the order of their arrival. */
  readonly arrivals: readonly AnyArrival[];
  /** What the units of these are now, if that is wanted. */
  readonly units: readonly LiveUnitRow[];
  /** The last batch. */
  readonly newest: Newest;
}

interface BatchReaderParts {
  readonly owner: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether anybody wants to know what the units are now. */
  readonly wantsUnits: () => boolean;
  /** Gets what was stored. Nothing is awaited between the moment in which `newest` changes and this. */
  readonly onBatches: (batches: Batches) => void;
  /** The feed has begun again, as after a restoration of the database: nobody can go on. */
  readonly onRestart: () => void;
}

/** Positions of this time are sent together. */
const TICK_MS = 100;
/** At most so many batches are read at once: of 500 positions each, 10,000. */
const MOST_BATCHES = 20;

/** Begins to read batches with the next one that is stored. */
export async function startBatchReader(parts: BatchReaderParts): Promise<BatchReader> {
  const { owner, bus, clock, log, wantsUnits, onBatches, onRestart } = parts;
  const readHead = async (): Promise<Newest> => {
    const [found] = await owner.query<Head>(head.sql);
    return found ?? { epoch: "", batch: 0 };
  };
  const rowsOf = <Row extends object>({ sql, params }: Query<Row[]>): Promise<Row[]> => owner.query<Row>(sql, params);
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
      const arrivals = await rowsOf(allArrivals(newest.batch, until, clock.now()));
      const ids = wantsUnits() ? [...new Set(arrivals.map(({ unit_id }) => unit_id))] : [];
      const units = ids.length === 0 ? [] : await rowsOf(unitsNow(ids, clock.now()));
      if (isStopped) return;
      // Whoever joins after this has these batches, and whoever has joined before gets them now. If something was not read,
      // nobody is further than before.
      newest = { epoch: now.epoch, batch: until };
      onBatches({ arrivals, units, newest });
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
    later: () => {
      look();
      return new Promise((resolve) => setTimeout(resolve, TICK_MS));
    },
    stop: () => {
      isStopped = true;
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
