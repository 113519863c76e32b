import type { StreamEvent } from "@fleet-api/contract/types/monitoring";
import { onTestFinished, vi } from "vitest";
import { openStream, RefusedStream } from "./event-reader.ts";
import type { KillableServer, KillableServers } from "./killable-servers.ts";
import type { PositionKey } from "./position-load.ts";
import { FeedReader, keyOf } from "./position-load.ts";

/** What a follower reads, and where. */
interface FollowerOptions {
  /** The server that it begins with. */
  readonly turn: number;
  /** @default telemetry */
  readonly channels?: string;
  /** Is added to the requests of stream and feed, such as `&client_id=1`. */
  readonly query?: string;
  /** How many events it reads before it closes the stream itself. @default all */
  readonly leavesAfter?: number;
}

/**
 * Follows the stream of positions as a program does that must not miss any: whatever ends its connection, it resumes after the last
 * event, on the next server.
 */
export class StreamFollower {
  readonly found: PositionKey[] = [];
  /** Why the service ended streams. */
  readonly reasons = new Set<string>();
  readonly #servers: KillableServers;
  readonly #options: FollowerOptions;
  #turn: number;
  #server: KillableServer | null = null;
  #connections = 0;
  /** Of the last event. */
  #id: string | undefined;
  /** Is where the follower began. */
  #whole: FeedReader | null = null;
  #feed: FeedReader | null = null;
  /** How much of both has been compared. */
  #known = 0;
  #isOver = false;
  #failure: unknown = null;

  constructor(servers: KillableServers, options: FollowerOptions) {
    this.#servers = servers;
    this.#options = options;
    this.#turn = options.turn;
  }

  /** How often it was connected. */
  get connections(): number {
    return this.#connections;
  }

  /** The server that it reads from. */
  get server(): KillableServer | null {
    return this.#server;
  }

  /** Begins; resolves when its first stream is open. */
  async start(): Promise<void> {
    onTestFinished(() => void (this.#isOver = true));
    this.#follow().catch((error: unknown) => (this.#failure = error));
    await this.#until(() => this.#feed !== null);
  }

  /** Reads the feed to its end, and waits until the stream is as far. Resolves with what is new in both. */
  async catchUp(): Promise<{ readonly stream: readonly PositionKey[]; readonly feed: readonly PositionKey[] }> {
    const feed = this.#feed;
    if (feed === null) throw new Error("The follower was not started.");
    while (await feed.read(1000));
    await this.#until(() => this.found.length >= feed.found.length);
    const known = this.#known;
    this.#known = this.found.length;
    return { stream: this.found.slice(known), feed: feed.found.slice(known).map(keyOf) };
  }

  /** Reads the feed again from where the follower began. */
  async readFeed(): Promise<PositionKey[]> {
    const feed = this.#whole?.copy();
    while (await feed?.read(1000));
    return feed?.found.map(keyOf) ?? [];
  }

  #until(isDone: () => boolean): Promise<void> {
    const check = (): void => {
      if (this.#failure !== null) throw this.#failure;
      if (!isDone()) throw new Error(`The stream has come to position ${this.found.length} of its feed.`);
    };
    return vi.waitFor(check, { timeout: 60_000, interval: 10 });
  }

  async #follow(): Promise<void> {
    while (!this.#isOver) {
      await this.#read().catch((error: unknown) => {
        // The connection is lost, or there is no database.
        const isPassing = error instanceof TypeError || (error instanceof RefusedStream && error.status === 503);
        if (!isPassing) throw error;
      });
      this.#turn += 1;
    }
  }

  /** Reads one stream to its end. */
  async #read(): Promise<void> {
    const { token, ask, running } = this.#servers;
    const { channels = "telemetry", query = "", leavesAfter = Number.POSITIVE_INFINITY } = this.#options;
    const { server, baseUrl } = await running(this.#turn);
    const lastEventId = this.#id;
    const url = `${baseUrl}/monitoring/stream?channels=${channels}${query}`;
    const stream = await openStream(url, { token, ...(lastEventId !== undefined && { lastEventId }) });
    this.#server = server;
    this.#connections += 1;
    this.#id ??= stream.id;
    this.#whole ??= new FeedReader(ask, token, { query, cursor: stream.id });
    this.#feed ??= this.#whole.copy();
    for (let count = 0; count < leavesAfter && !this.#isOver; count += 1) {
      const event = await stream.next();
      if (event === null) return;
      this.#take(event);
      this.#id = stream.id;
    }
    stream.close();
  }

  #take(event: StreamEvent): void {
    if (event.event === "positions") this.found.push(...event.data.map(keyOf));
    else if (event.event === "end") this.reasons.add(event.data.reason);
    else if (event.event === "reset") throw new Error(`The stream has ${JSON.stringify(event)}.`);
  }
}
