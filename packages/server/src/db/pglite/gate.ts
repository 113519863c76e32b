import { DbAbortedError } from "../errors.ts";

interface Waiting {
  readonly exclusive: boolean;
  readonly start: () => void;
}

/**
 * Order on one connection: any number of batches may be on their way together, whoever holds the connection has it
 * alone. First come, first served, so neither starves.
 */
export class Gate {
  #shared = 0;
  #exclusive = false;
  #queue: Waiting[] = [];

  /** Runs a batch; rejects with DbAbortedError when `signal` aborts before its turn. */
  shared<T>(action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#enter(false, action, signal);
  }

  /** Runs what needs the connection alone; rejects as `shared` does. */
  exclusive<T>(action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#enter(true, action, signal);
  }

  async #enter<T>(exclusive: boolean, action: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    if (signal?.aborted === true) throw new DbAbortedError();
    if (this.#queue.length > 0 || !this.#free(exclusive)) {
      await this.#turn(exclusive, signal);
    } else {
      this.#take(exclusive);
    }
    try {
      return await action();
    } finally {
      this.#leave(exclusive);
    }
  }

  #free(exclusive: boolean): boolean {
    return !this.#exclusive && (!exclusive || this.#shared === 0);
  }

  #take(exclusive: boolean): void {
    if (exclusive) this.#exclusive = true;
    else this.#shared += 1;
  }

  #turn(exclusive: boolean, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#queue = this.#queue.filter((candidate) => candidate !== waiting);
        reject(new DbAbortedError());
        this.#startNext();
      };
      const start = (): void => {
        signal?.removeEventListener("abort", giveUp);
        resolve();
      };
      const waiting: Waiting = { exclusive, start };
      this.#queue.push(waiting);
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  #leave(exclusive: boolean): void {
    if (exclusive) this.#exclusive = false;
    else this.#shared -= 1;
    this.#startNext();
  }

  #startNext(): void {
    let next = this.#queue[0];
    while (next !== undefined && this.#free(next.exclusive)) {
      this.#queue.shift();
      // Taken on behalf of the waiter, before anyone else can come between.
      this.#take(next.exclusive);
      next.start();
      next = this.#queue[0];
    }
  }
}
