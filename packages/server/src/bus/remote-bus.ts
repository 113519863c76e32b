import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "../platform/index.ts";
import type { Bus } from "./bus.ts";
import { Connection } from "./connection.ts";
import type { MakeLink } from "./link.ts";
import { localBus } from "./local-bus.ts";

/** Times of a remote bus, in ms. */
export interface BusTimes {
  /** Least time from one message to the next. @default 20 */
  readonly spacingMs: number;
  /** How often each server sends its last number; a connection on which nothing is heard for so long is lost. @default 5000 */
  readonly beatMs: number;
  /** After a loss, how long until the next attempt; doubled with each further one, until a connection lasts a beat. @default 100 */
  readonly firstPauseMs: number;
  /** Longest time until the next attempt. @default 5000 */
  readonly longestPauseMs: number;
}

/** What a remote bus is made with. */
export interface RemoteBusOptions {
  readonly makeLink: MakeLink;
  readonly log: Log;
  /** Where the broker is, without secrets. */
  readonly address: string;
  /** Says why a connection failed, without secrets. */
  readonly describe: (reason: unknown) => string;
  readonly times?: Partial<BusTimes>;
}

const usualTimes: BusTimes = { spacingMs: 20, beatMs: 5000, firstPauseMs: 100, longestPauseMs: 5000 };

/** A bus over a broker. It connects again for as long as it is open, and keeps only the last number meanwhile. */
export class RemoteBus implements Bus {
  readonly #options: RemoteBusOptions;
  readonly #times: BusTimes;
  readonly #local: Bus;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #connection: Connection | null = null;
  #state: "new" | "connected" | "away" = "new";
  #last = 0;
  #pauseMs = 0;

  constructor(options: RemoteBusOptions) {
    this.#options = options;
    this.#times = { ...usualTimes, ...options.times };
    this.#local = localBus(options.log);
    this.#ended = this.#stayConnected();
  }

  publish(batch: number): void {
    this.#last = batch;
    this.#connection?.send(batch);
    this.#local.publish(batch);
  }

  subscribe(listener: (batch: number) => void): () => void {
    return this.#local.subscribe(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#connection?.end(new Error("the bus is closed"));
    await this.#ended;
    await this.#local.close();
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing;
    this.#pauseMs = this.#times.firstPauseMs;
    while (!signal.aborted) {
      const reason = await this.#connect();
      if (signal.aborted) return;
      this.#noteLoss(reason);
      await wait(this.#pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      this.#pauseMs = Math.min(2 * this.#pauseMs, this.#times.longestPauseMs);
    }
  }

  /** Uses one connection; resolves with the reason why it is lost. */
  async #connect(): Promise<unknown> {
    try {
      this.#connection = new Connection({
        makeLink: this.#options.makeLink,
        last: this.#last,
        spacingMs: this.#times.spacingMs,
        beatMs: this.#times.beatMs,
        onHeard: () => this.#noteConnection(),
        // Not before: a broker that drops each connection at once would be asked all the time.
        onSteady: () => void (this.#pauseMs = this.#times.firstPauseMs),
        onBatch: (batch) => this.#local.publish(batch),
      });
      return await this.#connection.run();
    } catch (error) {
      return error;
    } finally {
      this.#connection = null;
    }
  }

  #noteConnection(): void {
    if (this.#state === "connected") return;
    this.#state = "connected";
    this.#options.log.info("bus connected", { bus: this.#options.address });
  }

  #noteLoss(error: unknown): void {
    const fields = { bus: this.#options.address, reason: this.#options.describe(error) };
    if (this.#state === "away") {
      this.#options.log.debug("bus still away", fields);
      return;
    }
    this.#state = "away";
    this.#options.log.warn("bus away: positions that other servers store are noticed later", fields);
  }
}
