import type { UnitOfWork } from "../../../db/index.ts";
import type { EventSink, EventSource } from "../../../kernel/events.ts";
import { encodeEvent, encodeRetry } from "../../../kernel/events.ts";
import { ProblemError } from "../../../kernel/problem.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { SessionPrincipal } from "../../../sessions/index.ts";
import { readArrivals } from "../arrivals.ts";
import type { Cursor, Place } from "../feed-cursor.ts";
import { END_OF_BATCH, writeCursor } from "../feed-cursor.ts";
import type { Newest } from "./batches.ts";
import { unitsNow } from "./live-units.ts";
import type { StreamQuery } from "./reader-group.ts";
import { encodeArrivals } from "./reader-group.ts";

interface ReaderParts {
  readonly sink: EventSink;
  readonly work: UnitOfWork;
  readonly principal: SessionPrincipal;
  readonly query: StreamQuery;
  /** Where to begin; null for now. */
  readonly cursor: Cursor | null;
  readonly clock: Clock;
  readonly log: Log;
  /** The last batch that those who are up to date have got. */
  readonly newest: () => Newest;
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
  readonly #parts: ReaderParts;
  readonly #openedAt: number;
  #place: Place;
  #epoch: string;
  #state: "behind" | "live" | "over" = "behind";
  /** While the sink is full. */
  #full: { readonly since: number; readonly resume: () => void } | null = null;

  constructor(parts: ReaderParts) {
    const { principal, query, cursor, clock, newest } = parts;
    this.principal = principal;
    this.query = query;
    this.#parts = parts;
    this.#openedAt = clock.monotonic();
    const { epoch, batch } = newest();
    this.#epoch = cursor?.epoch ?? epoch;
    this.#place = cursor ?? { batch, n: END_OF_BATCH };
  }

  /** Sends the head of the stream, and what comes after the cursor. */
  begin(): void {
    this.#write([encodeRetry(RETRY_MS), encodeEvent({ id: this.#cursor() })]);
    void this.#catchUp();
  }

  /** Sends events to a reader who is up to date; `newest` is the batch after them. */
  send(events: readonly Uint8Array[], newest: Newest): void {
    this.#place = { batch: newest.batch, n: END_OF_BATCH };
    this.sendAside(events);
  }

  /** Sends what does not move the place of the reader. */
  sendAside(events: readonly Uint8Array[]): void {
    if (this.#state !== "live" || this.#write(events)) return;
    this.#parts.leave();
    void this.#catchUp();
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
    if (this.#full !== null && now - this.#full.since > MOST_BEHIND_MS) this.end("too_slow");
    else if (now - this.#openedAt > MOST_MS) this.end("renewal");
  }

  drained(): void {
    const full = this.#full;
    this.#full = null;
    full?.resume();
  }

  closed(): void {
    if (this.#state === "over") return;
    this.#parts.leave();
    this.#state = "over";
    this.drained();
    this.#parts.onClosed();
  }

  /** False if the sink is full now. */
  #write(events: readonly Uint8Array[]): boolean {
    // All of them, whatever waits: a batch is sent as a whole.
    for (const event of events) this.#hasRoom = this.#parts.sink.write(event);
    return this.#hasRoom;
  }

  #hasRoom = true;

  async #catchUp(): Promise<void> {
    this.#state = "behind";
    try {
      while (this.#isBehind() && !this.#joinIfReady()) {
        if (!this.#hasRoom) await this.#untilDrained();
        else await this.#sendPage();
      }
    } catch (error) {
      if (!this.#isBehind()) return;
      if (error instanceof ProblemError && error.code === "cursor_expired") this.#reset();
      else {
        // The reader connects again, and goes on after the last event.
        this.#parts.log.warn("a stream could not go on", { error });
        this.end("renewal");
      }
    }
  }

  /** A method, because the state changes while others are awaited. */
  #isBehind(): boolean {
    return this.#state === "behind";
  }

  /** Between the comparison and joining nothing is awaited, so no batch falls between. */
  #joinIfReady(): boolean {
    const { epoch, batch } = this.#parts.newest();
    const isReady =
      this.#hasRoom && this.#epoch === epoch && this.#place.batch === batch && this.#place.n === END_OF_BATCH;
    if (!isReady) return false;
    this.#state = "live";
    this.#parts.join();
    return true;
  }

  /** Sends the next page of the feed, up to the batch that those who are up to date have. */
  async #sendPage(): Promise<void> {
    const { work, query, clock, newest } = this.#parts;
    const { clientId, channels } = query;
    const cursor = { epoch: this.#epoch, clientId, ...this.#place };
    const unitIds = query.unitIds === null ? undefined : [...query.unitIds];
    const at = clock.now();
    const page = await readArrivals(work, cursor, {
      size: PAGE,
      at,
      until: Math.max(newest().batch, cursor.batch),
      unitIds,
    });
    const ids = channels.has("units") ? [...new Set(page.arrivals.map(({ unit_id }) => unit_id))] : [];
    const [units] = ids.length === 0 ? [[]] : await work.read(unitsNow(ids, at));
    if (!this.#isBehind()) return;
    this.#place = page.place;
    this.#write(encodeArrivals({ positions: page.arrivals, units }, query, { epoch: page.epoch, ...page.place }));
  }

  /** Begins now, and says so: what lies between is not in the feed any more. */
  #reset(): void {
    const { epoch, batch } = this.#parts.newest();
    this.#epoch = epoch;
    this.#place = { batch, n: END_OF_BATCH };
    this.#write([
      encodeEvent({ event: "reset", id: this.#cursor(), data: JSON.stringify({ reason: "cursor_expired" }) }),
    ]);
    void this.#catchUp();
  }

  #untilDrained(): Promise<void> {
    const since = this.#parts.clock.monotonic();
    return new Promise((resolve) => {
      this.#full = {
        since,
        resume: () => {
          this.#hasRoom = true;
          resolve();
        },
      };
    });
  }

  #cursor(): string {
    return writeCursor({ epoch: this.#epoch, clientId: this.query.clientId, ...this.#place });
  }
}
