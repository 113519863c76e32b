/**
 * Order on one connection: any number of single statements may be on their way together, a
 * transaction has the connection alone. First come, first served, so neither starves.
 */
export class Gate {
  #shared = 0;
  #exclusive = false;
  readonly #queue: { exclusive: boolean; start: () => void }[] = [];

  /** Runs a single statement. */
  shared<T>(action: () => Promise<T>): Promise<T> {
    return this.#enter(false, action);
  }

  /** Runs a transaction. */
  exclusive<T>(action: () => Promise<T>): Promise<T> {
    return this.#enter(true, action);
  }

  async #enter<T>(exclusive: boolean, action: () => Promise<T>): Promise<T> {
    if (this.#queue.length > 0 || !this.#free(exclusive)) {
      await new Promise<void>((start) => this.#queue.push({ exclusive, start }));
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

  #leave(exclusive: boolean): void {
    if (exclusive) this.#exclusive = false;
    else this.#shared -= 1;
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
