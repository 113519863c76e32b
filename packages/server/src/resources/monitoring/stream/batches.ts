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
  /** Reads what is new at the next tick, even if the bus announced nothing. */
  poll(): void;
  /** Polls, and resolves after a tick, when `newest` may have changed. */
  nextTick(): Promise<void>;
  stop(): void;
}

/** What was stored since the last time. */
export interface Batches {
  /** In the order of their arrival. */
  readonly arrivals: readonly AnyArrival[];
  /** The current states of their units; empty unless `wantsUnits`. */
  readonly units: readonly LiveUnitRow[];
  /** The last batch. */
  readonly newest: Newest;
}

interface BatchReaderParts {
  readonly owner: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether batches may be handed out now; those that come meanwhile wait in the database. */
  readonly mayRead: () => boolean;
  /** Whether a reader wants the current states of units. */
  readonly wantsUnits: () => boolean;
  /** Gets what was stored. Nothing is awaited between the change of `newest` and this call. */
  readonly onBatches: (batches: Batches) => void;
  /** Called when the feed has a new epoch, as after a restore of the database: no reader can continue. */
  readonly onRestart: () => void;
}

/** The time between two reads: what is stored in between is sent together. */
const TICK_MS = 100;
/** How many batches one query reads: with 500 positions each, 10,000. */
const MAX_BATCHES = 20;

/** Begins to read batches with the next one that is stored. */
export async function startBatchReader(parts: BatchReaderParts): Promise<BatchReader> {
  const { owner, bus, clock, log, mayRead, wantsUnits, onBatches, onRestart } = parts;
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

  /** Reads what is new and hands it out. */
  const readNew = async (): Promise<void> => {
    const now = await readHead();
    if (now.epoch !== newest.epoch || now.batch < newest.batch) {
      newest = now;
      onRestart();
    }
    while (newest.batch < now.batch && !isStopped && mayRead()) {
      const until = Math.min(now.batch, newest.batch + MAX_BATCHES);
      const arrivals = await rowsOf(allArrivals(newest.batch, until, clock.now()));
      const ids = wantsUnits() ? [...new Set(arrivals.map(({ unit_id }) => unit_id))] : [];
      const units = ids.length === 0 ? [] : await rowsOf(unitsNow(ids, clock.now()));
      if (isStopped) return;
      // Readers that join later start after these batches; those that joined before get them now. If a query fails, `newest` stays
      // as it is, and the next poll reads them again.
      newest = { epoch: now.epoch, batch: until };
      onBatches({ arrivals, units, newest });
    }
  };

  const poll = (): void => {
    isWanted = true;
    if (isReading || isStopped) return;
    isReading = true;
    timer = setTimeout(async () => {
      isWanted = false;
      await readNew().catch((error: unknown) => log.warn("new positions could not be read", { error }));
      isReading = false;
      if (isWanted) poll();
    }, TICK_MS);
  };
  const unsubscribe = bus.subscribe(poll);
  poll();

  return {
    get newest() {
      return newest;
    },
    poll,
    nextTick: () => {
      poll();
      return new Promise((resolve) => setTimeout(resolve, TICK_MS));
    },
    stop: () => {
      isStopped = true;
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
