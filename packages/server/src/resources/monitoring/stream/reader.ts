import type { UnitOfWork } from "../../../db/index.ts";
import type { EventSink, EventProducer } from "../../../kernel/events.ts";
import { encodeEvent, encodeRetry, heartbeat } from "../../../kernel/events.ts";
import { ProblemError } from "../../../kernel/problem.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { SessionPrincipal } from "../../../sessions/index.ts";
import { head, readArrivals } from "../arrivals.ts";
import type { Cursor, Place } from "../feed-cursor.ts";
import { END_OF_BATCH, writeCursor } from "../feed-cursor.ts";
import type { BatchReader, Newest } from "./batches.ts";
import { unitsNow } from "./live-units.ts";
import type { StreamQuery } from "./reader-group.ts";
import { encodeArrivals, queryKey, scopeKey } from "./reader-group.ts";

interface ReaderParts {
  readonly sink: EventSink;
  readonly work: UnitOfWork;
  readonly principal: SessionPrincipal;
  readonly query: StreamQuery;
  /** Where to begin. Null begins with the next batch. */
  readonly cursor: Cursor | null;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether it may be shown anything now. */
  readonly mayRead: () => boolean;
  /** What the readers who are up to date get. */
  readonly batches: Pick<BatchReader, "newest" | "nextTick">;
  /** Makes `send` get every batch after `newest`. */
  readonly join: () => void;
  /** Makes `send` get no more batches. */
  readonly leave: () => void;
  readonly onClosed: () => void;
}

/** A stream is closed after this time, so that no access token is used for longer. */
const MAX_OPEN_MS = 60 * 60_000;
/** How long the sink of a reader may stay full. */
const MAX_STALLED_MS = 30_000;
/** Positions per query of a reader who is behind. */
const PAGE_SIZE = 500;
/** The reconnection time that readers are told. */
const RETRY_MS = 3000;

/**
 * One stream. A reader who is up to date gets new batches together with all others. A reader who starts at an older cursor, or whose
 * sink is full, is behind: it reads the feed page by page until it is up to date, so nothing is queued for it.
 */
export class Reader implements EventProducer {
  readonly principal: SessionPrincipal;
  readonly query: StreamQuery;
  /** The scope when the stream was opened. */
  readonly scopeKey: string;
  /** Readers with the same key get the same events. */
  readonly groupKey: string;
  readonly #parts: ReaderParts;
  readonly #openedAt: number;
  #place: Place;
  #epoch: string;
  #state: "behind" | "live" | "over" = "behind";
  /** Whether the feed has accepted its cursor. */
  #isChecked: boolean;
  /** Set while it waits for its sink to drain. */
  #waiting: { readonly since: number; readonly resume: () => void } | null = null;

  constructor(parts: ReaderParts) {
    const { principal, query, cursor, clock, batches } = parts;
    this.principal = principal;
    this.query = query;
    this.scopeKey = scopeKey(principal.scope);
    this.groupKey = this.scopeKey + queryKey(query);
    this.#parts = parts;
    this.#openedAt = clock.monotonic();
    const { epoch, batch } = batches.newest;
    this.#epoch = cursor?.epoch ?? epoch;
    this.#place = cursor ?? { batch, n: END_OF_BATCH };
    this.#isChecked = cursor === null;
  }

  /** Sends the reconnection time, the id of the cursor, and what comes after it. */
  begin(): void {
    this.#write([encodeRetry(RETRY_MS), encodeEvent({ id: this.#cursor() })]);
    void this.#catchUp();
  }

  /** Sends events to a reader who is up to date; `newest` is the batch after them. */
  send(events: readonly Uint8Array[], newest: Newest): void {
    if (this.#state !== "live") return;
    if (this.#parts.sink.isFull) {
      // It reads them from the feed when the sink has drained.
      this.#parts.leave();
      void this.#catchUp();
      return;
    }
    this.#write(events);
    this.#place = { batch: newest.batch, n: END_OF_BATCH };
  }

  /** Sends events that are not part of the feed. A full sink skips them. */
  sendUnlessFull(events: readonly Uint8Array[]): void {
    if (this.#state === "live" && !this.#parts.sink.isFull) this.#write(events);
  }

  /**
   * Shows that the connection works, and the place: a reader for whom nothing came would go on from an ever older one, read all of that
   * again, and find it expired in the end.
   */
  showLife(): void {
    if (this.#state !== "over" && !this.#parts.sink.isFull)
      this.#write([heartbeat, encodeEvent({ id: this.#cursor() })]);
  }

  /** Ends the stream with a reason. */
  end(reason: string): void {
    if (this.#state === "over") return;
    this.#parts.sink.write(encodeEvent({ event: "end", data: JSON.stringify({ reason }) }));
    this.#parts.sink.end();
    this.closed();
  }

  /** Ends the stream if it has been open for an hour, or its sink full for 30 seconds; `now` is the monotonic time. */
  endIfOverdue(now: number): void {
    if (this.#waiting !== null && now - this.#waiting.since > MAX_STALLED_MS) this.end("too_slow");
    else if (now - this.#openedAt > MAX_OPEN_MS) this.end("renewal");
  }

  drained(): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resume();
  }

  closed(): void {
    if (this.#state === "over") return;
    this.#parts.leave();
    this.#state = "over";
    this.drained();
    this.#parts.onClosed();
  }

  #write(events: readonly Uint8Array[]): void {
    for (const event of events) this.#parts.sink.write(event);
  }

  async #catchUp(): Promise<void> {
    this.#state = "behind";
    try {
      while (this.#isBehind() && !this.#joinIfReady()) {
        if (this.#parts.sink.isFull) await this.#untilDrained();
        else if (this.#isAhead() || !this.#parts.mayRead()) await this.#parts.batches.nextTick();
        else await this.#sendPage().catch((error: unknown) => this.#resetIfExpired(error));
      }
    } catch (error) {
      if (!this.#isBehind()) return;
      // The reader reconnects and continues after its last event.
      this.#parts.log.warn("a stream failed", { error });
      this.end("renewal");
    }
  }

  /** A method, because TypeScript does not see that the state changes during an await. */
  #isBehind(): boolean {
    return this.#state === "behind";
  }

  /** Nothing is awaited between the comparison and joining, so no batch is missed. */
  #joinIfReady(): boolean {
    const { epoch, batch } = this.#parts.batches.newest;
    const isSame = this.#epoch === epoch && this.#place.batch === batch && this.#place.n === END_OF_BATCH;
    if (!isSame || this.#parts.sink.isFull) return false;
    this.#state = "live";
    this.#parts.join();
    return true;
  }

  /** Whether the reader is ahead of this server's batches, because another server sent it newer ones. */
  #isAhead(): boolean {
    const { epoch, batch } = this.#parts.batches.newest;
    return this.#isChecked && (this.#epoch !== epoch || this.#place.batch > batch);
  }

  /** Sends the next page of the feed, up to the newest batch of this server. */
  async #sendPage(): Promise<void> {
    const { work, query, clock, batches } = this.#parts;
    const { clientId, channels } = query;
    const cursor = { epoch: this.#epoch, clientId, ...this.#place };
    const unitIds = query.unitIds === null ? undefined : [...query.unitIds];
    const [at, until] = [clock.now(), Math.max(batches.newest.batch, cursor.batch)];
    const page = await readArrivals(work, cursor, { size: PAGE_SIZE, at, until, unitIds });
    const ids = channels.has("units") ? [...new Set(page.arrivals.map(({ unit_id }) => unit_id))] : [];
    const [units] = ids.length === 0 ? [[]] : await work.read(unitsNow(ids, at));
    if (!this.#isBehind()) return;
    this.#place = page.place;
    this.#isChecked = true;
    this.#write(encodeArrivals({ positions: page.arrivals, units }, query, { epoch: page.epoch, ...page.place }));
  }

  /** Starts at the present and tells the reader, because the feed no longer has what follows the cursor. */
  async #resetIfExpired(error: unknown): Promise<void> {
    if (!(error instanceof ProblemError) || error.code !== "cursor_expired") throw error;
    const [{ epoch, batch }] = await this.#parts.work.read(head);
    if (!this.#isBehind()) return;
    this.#epoch = epoch;
    this.#place = { batch, n: END_OF_BATCH };
    this.#isChecked = true;
    const data = JSON.stringify({ reason: "cursor_expired" });
    this.#write([encodeEvent({ event: "reset", id: this.#cursor(), data })]);
  }

  #untilDrained(): Promise<void> {
    const since = this.#parts.clock.monotonic();
    return new Promise((resume) => {
      this.#waiting = { since, resume };
    });
  }

  #cursor(): string {
    return writeCursor({ epoch: this.#epoch, clientId: this.query.clientId, ...this.#place });
  }
}
