import { AuthError } from "../../errors.ts";
import { createController } from "../../time-limit.ts";

/** The life of one store handle. */
export interface Closable {
  /** Aborted with `store_closed` when the handle is closed. */
  readonly signal: AbortSignal;
  /** Throws `store_closed` if the handle is closed. */
  assertOpen(): void;
  /** Makes one call of the handle, which `close` waits for. Rejects with `store_closed` if the handle is closed. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /**
   * Runs work with a signal that is aborted with the given one, and with `store_closed` when the handle is closed. Like
   * `AbortSignal.any`, which some browsers do not have. Rejects with `store_closed` if the handle is closed already.
   */
  withSignal<T>(outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /**
   * Refuses further calls, waits for those under way, so that nothing is written afterwards, and releases what the
   * handle holds. Settles alike however often it is called.
   */
  close(): Promise<void>;
}

/** Makes the life of an open handle. `store` is what messages call it. */
export function createClosable(store: string, release?: () => Promise<void> | void): Closable {
  const controller = createController();
  const { signal } = controller;
  const calls = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  const end = async (): Promise<void> => {
    controller.abort(new AuthError("store_closed", `the ${store} was used after it was closed`));
    await Promise.allSettled(calls);
    await release?.();
  };
  return {
    signal,
    assertOpen: () => signal.throwIfAborted(),
    async run(call) {
      signal.throwIfAborted();
      const running = call();
      calls.add(running);
      try {
        return await running;
      } finally {
        calls.delete(running);
      }
    },
    async withSignal(outer, work) {
      signal.throwIfAborted();
      const both = createController();
      const abort = (): void => both.abort(outer.aborted ? outer.reason : signal.reason);
      if (outer.aborted) abort();
      outer.addEventListener("abort", abort);
      signal.addEventListener("abort", abort);
      try {
        return await work(both.signal);
      } finally {
        outer.removeEventListener("abort", abort);
        signal.removeEventListener("abort", abort);
      }
    },
    close: () => (closing ??= end()),
  };
}
