export type { LockOptions, SessionRecord, TokenStore } from "./store/token-store.ts";

/** Keeps memory and store in step. Memory leads: nothing on the request path waits for a write. */
export interface Keeper {
  /** Reads the store and takes over what another process put there, if it is newer. Never rejects. */
  readonly pull: () => Promise<void>;
  /** Notes that memory changed. At most one write is under way; changes meanwhile are written as one. */
  readonly save: () => void;
  /** Resolves when the store has what memory has; rejects with `store_unavailable` if it could not be written in time. */
  readonly flush: () => Promise<void>;
  /**
   * For a logout: makes the next flush write the end of the session. If this process does not know the session, ends the
   * stored one and resolves to its token. Rejects with `store_unavailable` if the store cannot be read.
   */
  readonly endStoredSession: () => Promise<string | undefined>;
  /** Runs `work` under a lock of the store, `login` unless named otherwise, or without it when the store cannot lock. */
  readonly locked: (signal: AbortSignal, work: () => Promise<void>, name?: string) => Promise<void>;
  /** Writes what is to be written, if that can be had in time, stops listening for changes and closes the store. */
  readonly close: () => Promise<void>;
}
