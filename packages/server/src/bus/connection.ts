import { setTimeout as wait } from "node:timers/promises";
import { systemEvery } from "../platform/index.ts";
import type { Link, MakeLink } from "./link.ts";

/** What a connection is made with. */
export interface ConnectionOptions {
  readonly makeLink: MakeLink;
  /** What to send first, and again at every beat until there is something newer. */
  readonly last: number;
  /** How long until the next number is sent. */
  readonly spacingMs: number;
  /** A connection on which nothing is heard for so long is lost. */
  readonly beatMs: number;
  /** Anything was heard, so the connection works. */
  readonly onHeard: () => void;
  /** The connection has worked for a beat. */
  readonly onSteady: () => void;
  /** The number of a batch was heard. */
  readonly onBatch: (batch: number) => void;
}

/**
 * One connection to a broker, from its start until it is lost. It keeps one number that waits and sends one at a time, so a
 * slow broker costs no memory. At every beat it sends its last number again, which a broker sends back: so a connection
 * that takes messages and delivers none is noticed, whichever side of it is dead.
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
    const stopBeating = systemEvery(this.#options.beatMs, () => this.#beat());
    try {
      return await Promise.race([this.#lost, this.#open()]);
    } finally {
      stopBeating();
      this.#isOver = true;
      this.#link.close();
    }
  }

  /** Sends a number as soon as the one before it is sent; a higher one takes its place. */
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

  #beat(): void {
    if (this.#hasHeard) this.#options.onSteady();
    else this.#lose(new Error(`no message came back within ${this.#options.beatMs} ms`));
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
