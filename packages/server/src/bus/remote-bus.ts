import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "../platform/index.ts";
import type { Bus } from "./bus.ts";
import { Connection } from "./connection.ts";
import type { MakeLink } from "./link.ts";
import { localBus } from "./local-bus.ts";

/** Times of a remote bus, in ms. */
export interface BusTimes {
  /** Minimum time between two messages. @default 20 */
  readonly spacingMs: number;
  /** How often each server repeats its last number. A connection that delivers nothing for so long is replaced. @default 5000 */
  readonly heartbeatMs: number;
  /** Pause before the first attempt to reconnect. It doubles with each one, until a connection lasts a heartbeat. @default 100 */
  readonly minBackoffMs: number;
  /** Longest pause before an attempt to reconnect. @default 5000 */
  readonly maxBackoffMs: number;
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

const defaultTimes: BusTimes = { spacingMs: 20, heartbeatMs: 5000, minBackoffMs: 100, maxBackoffMs: 5000 };

/** A bus over a broker. It reconnects for as long as it is open, and keeps only the last number meanwhile. */
export class RemoteBus implements Bus {
  readonly #options: RemoteBusOptions;
  readonly #times: BusTimes;
  readonly #local: Bus;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #connection: Connection | null = null;
  #state: "new" | "connected" | "disconnected" = "new";
  #last = 0;
  #backoffMs = 0;

  constructor(options: RemoteBusOptions) {
    this.#options = options;
    this.#times = { ...defaultTimes, ...options.times };
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
    this.#backoffMs = this.#times.minBackoffMs;
    while (!signal.aborted) {
      const reason = await this.#connect();
      if (signal.aborted) return;
      this.#noteLoss(reason);
      await wait(this.#backoffMs, undefined, { signal, ref: false }).catch(() => undefined);
      this.#backoffMs = Math.min(2 * this.#backoffMs, this.#times.maxBackoffMs);
    }
  }

  /** Uses one connection, and resolves with the reason of its loss. */
  async #connect(): Promise<unknown> {
    try {
      this.#connection = new Connection({
        makeLink: this.#options.makeLink,
        last: this.#last,
        spacingMs: this.#times.spacingMs,
        heartbeatMs: this.#times.heartbeatMs,
        onHeard: () => this.#noteConnection(),
        // Not before: a broker that drops each connection at once would get attempts without a pause.
        onSteady: () => void (this.#backoffMs = this.#times.minBackoffMs),
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
    if (this.#state === "disconnected") {
      this.#options.log.debug("bus still disconnected", fields);
      return;
    }
    this.#state = "disconnected";
    this.#options.log.warn("bus disconnected: positions that other servers store are noticed later", fields);
  }
}
