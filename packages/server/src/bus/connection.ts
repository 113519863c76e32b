import { setTimeout as wait } from "node:timers/promises";
import { systemEvery } from "../platform/index.ts";
import type { Link, MakeLink } from "./link.ts";

/** What a connection is made with. */
export interface ConnectionOptions {
  readonly makeLink: MakeLink;
  /** The number to send first, and with every heartbeat until there is a newer one. */
  readonly last: number;
  /** Minimum time between two messages. */
  readonly spacingMs: number;
  /** Time between two heartbeats. A connection that delivers nothing for so long is lost. */
  readonly heartbeatMs: number;
  /** Called with each message of any content: the connection works. */
  readonly onHeard: () => void;
  /** Called when the connection has worked for a heartbeat. */
  readonly onSteady: () => void;
  /** Called with the number of each batch that is received. */
  readonly onBatch: (batch: number) => void;
}

/**
 * One connection to a broker, from its start until it is lost. It sends one number at a time and keeps only the next one, so a
 * slow broker costs no memory. With every heartbeat it sends its last number again, which the broker sends back: so it notices a
 * connection that accepts messages and delivers none, whichever side is dead.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #link: Link;
  /** Rejects with the first reason that `#lose` gets. */
  readonly #lost: Promise<never>;
  #lose: (reason: Error) => void = () => {};
  #isOver = false;
  #last: number;
  #isUnsent = true;
  #isReady = false;
  #hasHeard = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#last = options.last;
    this.#lost = new Promise((_, reject) => {
      this.#lose = reject;
    });
    this.#link = options.makeLink({ onText: (text) => this.#hear(text), onLost: (reason) => this.#lose(reason) });
  }

  /** Connects, and rejects with the reason when the connection is lost or ended. It never resolves. */
  async run(): Promise<never> {
    const stopHeartbeat = systemEvery(this.#options.heartbeatMs, () => this.#sendHeartbeat());
    try {
      return await Promise.race([this.#lost, this.#open()]);
    } finally {
      stopHeartbeat();
      this.#isOver = true;
      this.#link.close();
    }
  }

  /** Sends a number after the one before it; until then, a higher one replaces it. */
  send(batch: number): void {
    this.#last = this.#isUnsent ? Math.max(this.#last, batch) : batch;
    this.#isUnsent = true;
    this.#sendNext();
  }

  /** Makes `run` reject. */
  end(reason: Error): void {
    this.#lose(reason);
  }

  async #open(): Promise<never> {
    await this.#link.open();
    this.#isReady = true;
    this.#sendNext();
    return this.#lost;
  }

  #sendNext(): void {
    if (!this.#isReady || !this.#isUnsent || this.#isOver) return;
    this.#isReady = false;
    this.#isUnsent = false;
    const sent = this.#link.send(String(this.#last));
    Promise.all([sent, wait(this.#options.spacingMs, undefined, { ref: false })]).then(() => {
      this.#isReady = true;
      this.#sendNext();
    }, this.#lose);
  }

  #sendHeartbeat(): void {
    if (this.#hasHeard) this.#options.onSteady();
    else this.#lose(new Error(`no message came back within ${this.#options.heartbeatMs} ms`));
    this.#hasHeard = false;
    this.#isUnsent = true;
    this.#sendNext();
  }

  #hear(text: string): void {
    if (this.#isOver) return;
    this.#hasHeard = true;
    this.#options.onHeard();
    const batch = /^\d{1,16}$/.test(text) ? Number(text) : 0;
    // 0 is what a server sends that has stored nothing yet.
    if (batch > 0 && Number.isSafeInteger(batch)) this.#options.onBatch(batch);
  }
}
