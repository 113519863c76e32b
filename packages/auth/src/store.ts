import type { Core } from "./core.ts";

/**
 * What a store keeps: one session. Treat every field as secret material except `v` and `rev`. There may be more fields
 * than these (`SessionNotes`); keep them all.
 */
export interface SessionRecord {
  /** Version of this shape. */
  readonly v: 1;
  /** Random per login: tells two sessions apart. */
  readonly sid: string;
  /** Grows by one with every commit; what compare-and-swap compares. */
  readonly rev: number;
  /** The access token, without scheme. `null` says that the session was logged out, so that late writers do not revive it. */
  readonly token: string | null;
  /** Fingerprint of whom the session belongs to; never the user name. */
  readonly subject: string;
  /** Milliseconds since the epoch: when this token was taken up. Information for people; never decides anything. */
  readonly since: number;
}

/** How `withLock` waits. */
export interface LockOptions {
  /** Longest time that the session will wait, in milliseconds: for stores whose locks need a limit of their own. */
  readonly timeoutMs: number;
  /** Ends the wait: aborted after `timeoutMs`, or earlier when the session is disposed. */
  readonly signal: AbortSignal;
}

/**
 * Where a session is kept. A store holds one record and changes it by compare-and-swap only, so that two processes
 * never overwrite each other blindly. Every method may fail by rejecting: the session then goes on with its memory
 * and reports a `storeError` event.
 */
export interface TokenStore {
  /** The record, or `undefined` when there is none. */
  read(): Promise<SessionRecord | undefined>;
  /**
   * Writes `next` if the stored record still has revision `expectedRev` (0: there is no record).
   * Resolves to `false`, having changed nothing, if it has another one.
   */
  commit(expectedRev: number, next: SessionRecord): Promise<boolean>;
  /** Calls `changed` after somebody committed. A hint only: the session reads the record itself. Returns the way to stop. */
  watch?(changed: () => void): () => void;
  /**
   * Runs `work` while nobody else runs under the same name, in any process that shares the store.
   * Held only during a login, never on the request path. Rejects when the lock cannot be had in time;
   * otherwise settles as `work` does.
   */
  withLock<T>(name: string, options: LockOptions, work: () => Promise<T>): Promise<T>;
  /** Always {@link connectStore}: the part of the session that keeps a store, which comes along with the store. */
  readonly connect: (store: TokenStore, core: Core) => Keeper;
  /** Releases handles. Called when the session is disposed. */
  close?(): Promise<void>;
}

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
