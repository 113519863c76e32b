import type { Bus } from "../../../bus/index.ts";
import type { Database, UnitOfWork } from "../../../db/index.ts";
import { noScope } from "../../../db/index.ts";
import type { SendEvents } from "../../../kernel/events.ts";
import { ProblemError } from "../../../kernel/problem.ts";
import type { Clock } from "../../../platform/clock.ts";
import { systemEvery } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import { mayPerform } from "../../../access/index.ts";
import type { SessionPrincipal, Sessions } from "../../../sessions/index.ts";
import type { Cursor } from "../feed-cursor.ts";
import type { Batches, BatchReader } from "./batches.ts";
import { startBatchReader } from "./batches.ts";
import type { LiveUnitRow } from "./live-units.ts";
import { unitsGoneSilent } from "./live-units.ts";
import type { StreamQuery } from "./reader-group.ts";
import { ReaderGroup, scopeKey } from "./reader-group.ts";
import { Reader } from "./reader.ts";

/** The streams of this server. */
export interface Streams {
  /**
   * Opens a stream. It begins after the cursor, or now without one.
   * @throws ProblemError `too_many_requests` or `unavailable`
   */
  open(work: UnitOfWork, request: StreamRequest): Promise<SendEvents>;
}

/** A request for a stream. */
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

const MAX_PER_USER = 10;
const MAX_STREAMS = 10_000;
/** How often access is checked, and the database is polled for batches that the bus did not announce. */
const CHECK_MS = 1000;
const HEARTBEAT_MS = 15_000;
/** For how long readers are shown positions although it is not known whether they still may read them. */
const MAX_UNCHECKED_MS = 10_000;
/** How long the place of a stream is kept between its request and its response. */
const OPENING_MS = 10_000;

/** Makes the streams of a server. Nothing runs while there is none. */
export function createStreams(parts: StreamsParts): Streams {
  return new OpenStreams(parts);
}

class OpenStreams implements Streams {
  readonly #parts: StreamsParts;
  readonly #readers = new Set<Reader>();
  readonly #groups = new Map<string, LiveGroup>();
  /** Streams whose response has not begun, and since when: if the client has left, it never begins. */
  readonly #opening = new Map<object, { readonly userId: number; readonly since: number }>();
  #batches: Promise<BatchReader> | null = null;
  #stopChecking = (): void => {};
  #isChecking = false;
  #idleSince = 0;
  #heartbeatAt = 0;
  /** When it was last seen who may read. */
  #checkedAt = 0;
  #silentSince = new Date(0);

  constructor(parts: StreamsParts) {
    this.#parts = parts;
    const close = (): void => {
      this.#endAll("shutdown");
      this.#stop();
    };
    parts.closing.addEventListener("abort", close, { once: true });
  }

  async open(work: UnitOfWork, { principal, query, cursor }: StreamRequest): Promise<SendEvents> {
    const { clock, log } = this.#parts;
    this.#refuseTooMany(principal.user_id);
    const key = {};
    // Before anything is awaited: requests that come together count, too.
    this.#opening.set(key, { userId: principal.user_id, since: clock.monotonic() });
    const batches = await this.#begin().catch((error: unknown) => {
      this.#opening.delete(key);
      throw error;
    });
    return (sink) => {
      this.#opening.delete(key);
      const reader = new Reader({
        sink,
        work,
        principal,
        query,
        cursor,
        clock,
        log,
        mayRead: () => this.#mayRead(),
        batches,
        join: () => this.#join(reader),
        leave: () => this.#leave(reader),
        onClosed: () => void this.#readers.delete(reader),
      });
      this.#readers.add(reader);
      // Even if the server stops: the reader continues elsewhere from where this stream begins.
      reader.begin();
      if (this.#parts.closing.aborted) reader.end("shutdown");
      return reader;
    };
  }

  #refuseTooMany(userId: number): void {
    this.#forgetOpening();
    const own = [...this.#readers].filter(({ principal }) => principal.user_id === userId).length;
    const ownOpening = [...this.#opening.values()].filter((each) => each.userId === userId).length;
    if (own + ownOpening >= MAX_PER_USER) {
      const detail = `You have ${MAX_PER_USER} streams open, which is the most that a user can have. Close one.`;
      throw new ProblemError("too_many_requests", detail, { retry_after_s: 5 });
    }
    if (this.#readers.size + this.#opening.size >= MAX_STREAMS || this.#parts.closing.aborted) {
      throw new ProblemError("unavailable", "This server takes no more streams now. Try again.", { retry_after_s: 5 });
    }
  }

  #forgetOpening(): void {
    const oldest = this.#parts.clock.monotonic() - OPENING_MS;
    for (const [key, { since }] of this.#opening) if (since < oldest) this.#opening.delete(key);
  }

  /** Starts to read batches, unless that has happened. */
  #begin(): Promise<BatchReader> {
    if (this.#batches !== null) return this.#batches;
    const { clock, log, database, bus } = this.#parts;
    this.#idleSince = clock.monotonic();
    this.#checkedAt = clock.monotonic();
    this.#silentSince = clock.now();
    this.#heartbeatAt = clock.monotonic() + HEARTBEAT_MS;
    this.#batches = startBatchReader({
      bus,
      clock,
      log,
      owner: database.owner,
      mayRead: () => this.#mayRead(),
      wantsUnits: () => this.#wantsUnits(),
      onBatches: (batches) => this.#send(batches),
      onRestart: () => this.#endAll("renewal"),
    });
    this.#batches.catch(() => this.#stop());
    const check = (): void =>
      void this.#check().catch((error: unknown) => log.warn("streams could not be checked", { error }));
    this.#stopChecking = systemEvery(CHECK_MS, check);
    return this.#batches;
  }

  #stop(): void {
    void this.#batches?.then(
      (reader) => reader.stop(),
      () => {},
    );
    this.#batches = null;
    this.#stopChecking();
  }

  #endAll(reason: string): void {
    for (const reader of this.#readers) reader.end(reason);
  }

  #send(batches: Batches): void {
    for (const { group, members } of this.#groups.values()) {
      const events = group.eventsOf(batches);
      for (const reader of members) reader.send(events, batches.newest);
    }
  }

  /** Readers who are behind count, too: they may join before the next batches. */
  #wantsUnits(): boolean {
    for (const { query } of this.#readers) if (query.channels.has("units")) return true;
    return false;
  }

  /** Runs every second while there are streams. */
  async #check(): Promise<void> {
    const now = this.#parts.clock.monotonic();
    const isBeat = now >= this.#heartbeatAt;
    for (const reader of this.#readers) reader.endIfOverdue(now);
    if (isBeat) this.#sendHeartbeats(now);
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      this.#forgetOpening();
      if (this.#readers.size + this.#opening.size > 0) this.#idleSince = now;
      if (now - this.#idleSince > OPENING_MS) return this.#stop();
      await this.#endWithoutAccess();
      this.#checkedAt = now;
      (await this.#batches)?.poll();
      if (isBeat) await this.#sendSilentUnits();
    } finally {
      this.#isChecking = false;
    }
  }

  /** Whether all readers could read a moment ago: while sessions cannot be checked, nobody is shown anything. */
  #mayRead(): boolean {
    return this.#parts.clock.monotonic() - this.#checkedAt <= MAX_UNCHECKED_MS;
  }

  /** Ends the streams of readers whose session has ended, or whose permission or scope has changed. */
  async #endWithoutAccess(): Promise<void> {
    const { sessions, database } = this.#parts;
    const checked = new Set([...this.#readers].map(({ principal }) => principal.session_id));
    const present = await sessions.principalsOf(database.unitOfWork(noScope, { caller: "streams" }), [...checked]);
    const scopes = new Map(
      [...present].flatMap(([id, { grants, scope }]) =>
        mayPerform(grants, "monitoring", "view") ? [[id, scopeKey(scope)] as const] : [],
      ),
    );
    for (const reader of this.#readers) {
      const { session_id: id } = reader.principal;
      // A stream that was opened during the query was not checked.
      if (checked.has(id) && scopes.get(id) !== reader.scopeKey) reader.end("access_changed");
    }
  }

  #sendHeartbeats(now: number): void {
    this.#heartbeatAt = now + HEARTBEAT_MS;
    for (const reader of this.#readers) reader.showLife();
  }

  /** Sends the units that went silent. */
  async #sendSilentUnits(): Promise<void> {
    const { clock, database } = this.#parts;
    const present = clock.now();
    const { sql, params } = unitsGoneSilent(this.#silentSince, present);
    const silent = this.#wantsUnits() ? await database.owner.query<LiveUnitRow>(sql, params) : [];
    this.#silentSince = present;
    for (const { group, members } of this.#groups.values()) {
      const events = group.silentUnits(silent);
      for (const reader of members) reader.sendUnlessFull(events);
    }
  }

  #join(reader: Reader): void {
    const { principal, query, groupKey } = reader;
    const known = this.#groups.get(groupKey) ?? { group: new ReaderGroup(principal.scope, query), members: new Set() };
    known.members.add(reader);
    this.#groups.set(groupKey, known);
  }

  #leave(reader: Reader): void {
    const known = this.#groups.get(reader.groupKey);
    known?.members.delete(reader);
    if (known?.members.size === 0) this.#groups.delete(reader.groupKey);
  }
}

/** Readers who are up to date and get the same events. */
interface LiveGroup {
  readonly group: ReaderGroup;
  readonly members: Set<Reader>;
}
