import type { Bus } from "../../../bus/bus.ts";
import type { Database, UnitOfWork } from "../../../db/index.ts";
import { noScope } from "../../../db/index.ts";
import type { SendEvents } from "../../../kernel/events.ts";
import { heartbeat } from "../../../kernel/events.ts";
import { ProblemError } from "../../../kernel/problem.ts";
import type { Clock } from "../../../platform/clock.ts";
import { systemEvery } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import { mayPerform } from "../../../access/index.ts";
import type { SessionPrincipal, Sessions } from "../../../sessions/index.ts";
import type { AnyArrival } from "../arrivals.ts";
import type { Cursor } from "../feed-cursor.ts";
import type { BatchReader, Newest } from "./batches.ts";
import { startBatchReader } from "./batches.ts";
import type { LiveUnitRow } from "./live-units.ts";
import { unitsGoneSilent, unitsNow } from "./live-units.ts";
import type { StreamQuery } from "./reader-group.ts";
import { ReaderGroup } from "./reader-group.ts";
import { Reader } from "./reader.ts";

/** The streams of this server. */
export interface Streams {
  /**
   * Opens a stream after a cursor, or from now on.
   * @throws ProblemError `too_many_requests` or `unavailable`
   */
  open(work: UnitOfWork, request: StreamRequest): Promise<SendEvents>;
}

/** A stream that a caller asks for. */
export interface StreamRequest {
  readonly principal: SessionPrincipal;
  readonly query: StreamQuery;
  readonly cursor: Cursor | null;
}

interface StreamsParts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends all streams when it aborts. */
  readonly closing: AbortSignal;
}

const MOST_OF_USER = 10;
const MOST_OF_ALL = 10_000;
/** How often it looks whether readers may still read, and whether there are batches that the bus did not tell of. */
const LOOK_MS = 1000;
const HEARTBEAT_MS = 15_000;
/** How long a stream may take from its request to the beginning of its response. */
const OPENING_MS = 10_000;

/** Makes the streams of a server. Nothing runs while there is none. */
export function createStreams(parts: StreamsParts): Streams {
  const { database, sessions, bus, clock, log, closing } = parts;
  const { owner } = database;
  const readers = new Set<Reader>();
  const groups = new Map<string, { readonly group: ReaderGroup; readonly members: Set<Reader> }>();
  let batches: Promise<BatchReader> | null = null;
  let stopLooking = (): void => {};
  let heartbeatAt = 0;
  let silentSince = clock.now();
  let isChecking = false;
  /** Streams whose responses have not begun, and since when: a client may have gone before. */
  const opening = new Map<object, { readonly userId: number; readonly since: number }>();
  let idleSince = 0;

  const live = (): { readonly group: ReaderGroup; readonly members: ReadonlySet<Reader> }[] => [...groups.values()];
  const wantsUnits = (): boolean => live().some(({ group }) => group.query.channels.has("units"));

  const onBatches = async (arrivals: readonly AnyArrival[], newest: Newest): Promise<void> => {
    const units = wantsUnits()
      ? await rowsOf(unitsNow([...new Set(arrivals.map((each) => each.unit_id))], clock.now()))
      : [];
    // From here to the last reader nothing waits: who joins meanwhile is either before these batches or behind them.
    for (const { group, members } of live()) {
      const events = group.eventsOf(arrivals, units, newest);
      for (const reader of members) reader.send(events, newest);
    }
  };
  const rowsOf = ({ sql, params }: ReturnType<typeof unitsNow>): Promise<LiveUnitRow[]> => owner.query(sql, params);

  const begin = (): Promise<BatchReader> => {
    if (batches !== null) return batches;
    const started = startBatchReader({
      owner,
      bus,
      clock,
      log,
      onBatches,
      onRestart: () => endAll("renewal"),
    });
    batches = started;
    idleSince = clock.monotonic();
    silentSince = clock.now();
    heartbeatAt = clock.monotonic() + HEARTBEAT_MS;
    stopLooking = systemEvery(
      LOOK_MS,
      () => void look().catch((error: unknown) => log.warn("streams could not be checked", { error })),
    );
    started.catch(() => stop());
    return started;
  };
  const stop = (): void => {
    void batches?.then(
      (reader) => reader.stop(),
      () => {},
    );
    batches = null;
    stopLooking();
  };
  const endAll = (reason: string): void => {
    for (const reader of readers) reader.end(reason);
  };

  /** What has to be done from time to time while there are streams. */
  const look = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    try {
      forgetOpening();
      if (readers.size + opening.size > 0) idleSince = clock.monotonic();
      else if (clock.monotonic() - idleSince > OPENING_MS) return stop();
      (await batches)?.look();
      const now = clock.now();
      for (const reader of readers) reader.endIfOld(clock.monotonic());
      await checkAccess();
      if (clock.monotonic() < heartbeatAt) return;
      heartbeatAt = clock.monotonic() + HEARTBEAT_MS;
      for (const { members } of live()) for (const reader of members) reader.sendAside([heartbeat]);
      if (wantsUnits()) {
        const silent = await rowsOf(unitsGoneSilent(silentSince, now));
        for (const { group, members } of live())
          for (const reader of members) reader.sendAside(group.silentUnits(silent));
      }
      silentSince = now;
    } finally {
      isChecking = false;
    }
  };

  /** Ends the streams whose readers may no longer read, or may read something else. */
  const checkAccess = async (): Promise<void> => {
    const ids = [...new Set([...readers].map(({ principal }) => principal.session_id))];
    const present = await sessions.principalsOf(database.unitOfWork(noScope, { caller: "streams" }), ids);
    for (const reader of readers) {
      const { principal, query } = reader;
      const now = present.get(principal.session_id);
      const isSame =
        now !== undefined &&
        mayPerform(now.grants, "monitoring", "view") &&
        ReaderGroup.keyOf(now.scope, query) === ReaderGroup.keyOf(principal.scope, query);
      // A stream that was opened meanwhile has not been asked for.
      if (!isSame && ids.includes(principal.session_id)) reader.end("access_changed");
    }
  };

  const close = (): void => {
    endAll("shutdown");
    stop();
  };
  closing.addEventListener("abort", close, { once: true });

  const join = (reader: Reader): void => {
    const key = ReaderGroup.keyOf(reader.principal.scope, reader.query);
    const known = groups.get(key) ?? {
      group: new ReaderGroup(reader.principal.scope, reader.query),
      members: new Set(),
    };
    groups.set(key, known);
    known.members.add(reader);
  };
  const leave = (reader: Reader): void => {
    const key = ReaderGroup.keyOf(reader.principal.scope, reader.query);
    const known = groups.get(key);
    known?.members.delete(reader);
    if (known?.members.size === 0) groups.delete(key);
  };
  const forgetOpening = (): void => {
    for (const [key, { since }] of opening) if (clock.monotonic() - since > OPENING_MS) opening.delete(key);
  };
  const countOf = (userId: number): number =>
    [...readers].filter(({ principal }) => principal.user_id === userId).length +
    [...opening.values()].filter((each) => each.userId === userId).length;

  return {
    open: async (work, { principal, query, cursor }) => {
      if (countOf(principal.user_id) >= MOST_OF_USER) {
        const detail = `You have ${MOST_OF_USER} streams open, which is the most that a user can have. Close one.`;
        throw new ProblemError("too_many_requests", detail, { retry_after_s: 5 });
      }
      if (readers.size + opening.size >= MOST_OF_ALL || closing.aborted) {
        throw new ProblemError("unavailable", "This server takes no more streams now. Try again.", {
          retry_after_s: 5,
        });
      }
      const reading = await begin();
      const key = {};
      opening.set(key, { userId: principal.user_id, since: clock.monotonic() });
      return (sink) => {
        opening.delete(key);
        const reader = new Reader({
          sink,
          work,
          principal,
          query,
          cursor,
          clock,
          log,
          newest: () => reading.newest,
          join: () => join(reader),
          leave: () => leave(reader),
          onClosed: () => void readers.delete(reader),
        });
        readers.add(reader);
        if (closing.aborted) reader.end("shutdown");
        else reader.begin();
        return reader;
      };
    },
  };
}
