import type { UnitOfWork } from "../../../db/index.ts";
import type { EventSink, EventSource } from "../../../kernel/events.ts";
import { encodeEvent, encodeRetry } from "../../../kernel/events.ts";
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
  /** Where to begin; null for now. */
  readonly cursor: Cursor | null;
  readonly clock: Clock;
  readonly log: Log;
  /** What the readers who are up to date get. */
  readonly batches: Pick<BatchReader, "newest" | "later">;
  /** From now on it gets every batch after that. */
  readonly join: () => void;
  /** From now on it gets none. */
  readonly leave: () => void;
  readonly onClosed: () => void;
}

/** Then it is closed, so that a token that was replaced long ago is not used for ever. */
const MOST_MS = 60 * 60_000;
/** How long a reader may take for what waits. */
const MOST_BEHIND_MS = 30_000;
/** Positions that are read at once for a reader who is behind. */
const PAGE = 500;
/** The longest first pause before a reader connects again. */
const RETRY_MS = 3000;

/**
 * One stream. A reader who is up to date gets what all others get, when it comes. Whoever begins earlier, or does not take what was
 * sent, is behind, and reads the feed at a speed of their own until they are up to date: nothing is kept for them.
 */
export class Reader implements EventSource {
  readonly principal: SessionPrincipal;
  readonly query: StreamQuery;
  /** Of the scope that it was opened with. */
  readonly scopeKey: string;
  /** Who has the same gets the same. */
  readonly groupKey: string;
  readonly #parts: ReaderParts;
  readonly #openedAt: number;
  #place: Place;
  #epoch: string;
  #state: "behind" | "live" | "over" = "behind";
  /** Whether the feed has accepted its cursor. */
  #isChecked: boolean;
  /** While it waits for its sink. */
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

  /** Sends the head of the stream, and what comes after the cursor. */
  begin(): void {
    this.#write([encodeRetry(RETRY_MS), encodeEvent({ id: this.#cursor() })]);
    void this.#catchUp();
  }

  /** Sends events to a reader who is up to date; `newest` is the batch after them. */
  send(events: readonly Uint8Array[], newest: Newest): void {
    if (this.#state !== "live") return;
    if (this.#parts.sink.isFull) {
      // It reads them itself, when there is room.
      this.#parts.leave();
      void this.#catchUp();
      return;
    }
    this.#write(events);
    this.#place = { batch: newest.batch, n: END_OF_BATCH };
  }

  /** Sends what does not move the place of the reader, unless the sink is full. */
  sendAside(events: readonly Uint8Array[]): void {
    if (this.#state === "live" && !this.#parts.sink.isFull) this.#write(events);
  }

  /** Ends the stream with a reason. */
  end(reason: string): void {
    if (this.#state === "over") return;
    this.#parts.sink.write(encodeEvent({ event: "end", data: JSON.stringify({ reason }) }));
    this.#parts.sink.end();
    this.closed();
  }

  /** Ends it when it has been open for long, or when its reader does not take what waits. */
  endIfOld(now: number): void {
    if (this.#waiting !== null && now - this.#waiting.since > MOST_BEHIND_MS) this.end("too_slow");
    else if (now - this.#openedAt > MOST_MS) this.end("renewal");
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
        else if (this.#isAhead()) await this.#parts.batches.later();
        else await this.#sendPage().catch((error: unknown) => this.#resetIfExpired(error));
      }
    } catch (error) {
      if (!this.#isBehind()) return;
      // The reader connects again, and goes on after the last event.
      this.#parts.log.warn("a stream could not go on", { error });
      this.end("renewal");
    }
  }

  /** A method, because the state changes while others are awaited. */
  #isBehind(): boolean {
    return this.#state === "behind";
  }

  /** Between the comparison and joining nothing is awaited, so no batch falls between. */
  #joinIfReady(): boolean {
    const { epoch, batch } = this.#parts.batches.newest;
    const isSame = this.#epoch === epoch && this.#place.batch === batch && this.#place.n === END_OF_BATCH;
    if (!isSame || this.#parts.sink.isFull) return false;
    this.#state = "live";
    this.#parts.join();
    return true;
  }

  /** Whether the reader has more than those who are up to date on this server: another server was faster. */
  #isAhead(): boolean {
    const { epoch, batch } = this.#parts.batches.newest;
    return this.#isChecked && (this.#epoch !== epoch || this.#place.batch > batch);
  }

  /** Sends the next page of the feed, up to the batch that those who are up to date have. */
  async #sendPage(): Promise<void> {
    const { work, query, clock, batches } = this.#parts;
    const { clientId, channels } = query;
    const cursor = { epoch: this.#epoch, clientId, ...this.#place };
    const unitIds = query.unitIds === null ? undefined : [...query.unitIds];
    const [at, until] = [clock.now(), Math.max(batches.newest.batch, cursor.batch)];
    const page = await readArrivals(work, cursor, { size: PAGE, at, until, unitIds });
    const ids = channels.has("units") ? [...new Set(page.arrivals.map(({ unit_id }) => unit_id))] : [];
    const [units] = ids.length === 0 ? [[]] : await work.read(unitsNow(ids, at));
    if (!this.#isBehind()) return;
    this.#place = page.place;
    this.#isChecked = true;
    this.#write(encodeArrivals({ positions: page.arrivals, units }, query, { epoch: page.epoch, ...page.place }));
  }

  /** Begins now, and says so: what lies between is not in the feed any more. */
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
