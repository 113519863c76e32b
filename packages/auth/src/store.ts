/** What a store keeps: one session. Treat every field as secret material except `v` and `rev`. */
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
  /** Longest time to wait for the lock, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends the wait early. */
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
  /** Releases handles. Called when the session is disposed. */
  close?(): Promise<void>;
}
