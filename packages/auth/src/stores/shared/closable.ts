import { AuthError } from "../../errors.ts";

/** Lets calls into a store as long as it is open. */
export interface Closable {
  /** Aborted with `store_closed` when the store is closed. */
  readonly signal: AbortSignal;
  /** Throws `store_closed` when the store is closed. */
  assertOpen(): void;
  /** Closes; `false` if it was closed before. */
  close(): boolean;
}

/** The closable of one store handle. */
export function createClosable(store: string): Closable {
  const controller = new AbortController();
  const { signal } = controller;
  return {
    signal,
    assertOpen: () => signal.throwIfAborted(),
    close() {
      if (signal.aborted) return false;
      controller.abort(new AuthError("store_closed", `${store} was used after it was closed`));
      return true;
    },
  };
}
