import type { Fetch, Timers, TokenStore } from "../../src/index.ts";
import { createLocks } from "../../src/stores/memory/memory-store.ts";
import { virtualClock } from "./virtual-clock.ts";

/**
 * A platform that ends the timers and the I/O of a request together with the request, as Workers do: what the request waited
 * for never settles.
 */
export function requestScopes() {
  const time = virtualClock();
  let request = 1;
  /** Settles as the promise does, unless the request that waits has ended before. */
  const inRequest = <T>(promise: Promise<T>): Promise<T> => {
    const asked = request;
    return new Promise<T>((resolve, reject) => {
      promise.then(
        (value) => request === asked && resolve(value),
        (error: unknown) => request === asked && reject(error),
      );
    });
  };
  const timers: Timers = {
    setTimeout(run, ms) {
      const asked = request;
      return time.timers.setTimeout(() => request === asked && run(), ms);
    },
    clearTimeout: (handle) => time.timers.clearTimeout(handle),
  };
  return {
    time,
    timers,
    /** Ends the request, and begins another one. */
    next: () => void request++,
    fetch:
      (fetch: Fetch): Fetch =>
      (input, init) =>
        inRequest(fetch(input, init)),
    store: (store: TokenStore): TokenStore => ({
      read: () => inRequest(store.read()),
      commit: (rev, next) => inRequest(store.commit(rev, next)),
      withLock: createLocks({ timers, steady: time.clock.monotonic }).withLock,
    }),
    /** Lets 100 ms pass, as I/O does. */
    pass: () => new Promise<void>((resolve) => void time.timers.setTimeout(resolve, 100)),
  };
}
