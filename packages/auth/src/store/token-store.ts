/** The backoff of automatic logins, in a form that processes with different clocks can share. */
export interface StoredBackoff {
  /** Failed logins in a row. */
  readonly failures: number;
  /** Successful logins since a token last kept working. */
  readonly unproven?: number | undefined;
  /** Grows while a process sees that the service refuses a token. */
  readonly doubts?: number | undefined;
  /** When a process that had just started last let earlier logins not count, in milliseconds since the epoch. */
  readonly forgiven?: number | undefined;
  /** Milliseconds since the epoch. Believed only within the next `ms`, as clocks may be wrong. */
  readonly until: number;
  /** How long the backoff was when it began, in milliseconds. */
  readonly ms: number;
}

/**
 * What a store keeps: one session. Treat every field as secret material except `v`, `serviceId` and `rev`. Later versions
 * may add fields: keep them all.
 */
export interface SessionRecord {
  /** Version of this shape. Later versions keep this field and `rev`. */
  readonly v: 1;
  /** The service that the session belongs to: its base URL, normalised, or what the option `serviceId` says. */
  readonly serviceId: string;
  /** Random per login: tells two sessions apart. Empty when only the optional fields say something. */
  readonly sid: string;
  /** Grows by one with every commit; what compare-and-swap compares. */
  readonly rev: number;
  /** The access token, without scheme. `null` says that the session was logged out, so that late writers do not revive it. */
  readonly token: string | null;
  /** Fingerprint of the user; never the name. Empty when unknown. */
  readonly user: string;
  /** Milliseconds since the epoch: when this token was stored. Information for people; never decides anything. */
  readonly since: number;
  /** Milliseconds since the epoch at which the token was last seen to be current. */
  readonly confirmed?: number | undefined;
  /** Until when automatic logins wait: after failures, and while tokens of logins have not kept working. */
  readonly backoff?: StoredBackoff | undefined;
  /** Short fingerprints of credentials that the service refused, the newest first. */
  readonly refused?: readonly string[] | undefined;
}

/** How `withLock` waits. */
export interface LockOptions {
  /** Longest time that the session will wait, in milliseconds: for stores whose locks need a limit of their own. */
  readonly timeoutMs: number;
  /**
   * Aborted when the session no longer wants the lock: after `timeoutMs`, when another login, a logout or `adopt()`
   * supersedes the work, and when the session is disposed.
   */
  readonly signal: AbortSignal;
}

/**
 * Where a session is kept. A store holds one record and changes it by compare-and-swap only, so that two processes
 * never overwrite each other blindly. Every function may fail by rejecting, or hang: the session then goes on with its
 * memory and reports a `store_error` event. `storeConformance` of `@fleet-api/auth/testing` tests your own store.
 */
export interface TokenStore {
  /**
   * The record, or `undefined` when there is none. Rejects with an `AuthError` with code `store_newer` if its `v` is greater
   * than 1, whatever else it holds: a later version of this package wrote it, and it must not be changed, moved or deleted.
   * The session uses only records of the `serviceId` that it passes. A wrapper passes `reader` on to the store inside it.
   */
  read(reader?: { readonly serviceId: string }): Promise<SessionRecord | undefined>;
  /**
   * Writes `next` if the stored record still has revision `expectedRev` (0: there is no record). Resolves to `false`,
   * having changed nothing, if it has another revision or another `serviceId`, or if its `v` is greater than 1.
   */
  commit(expectedRev: number, next: SessionRecord): Promise<boolean>;
  /**
   * Runs `work` while no other work runs under the same name, in any process that shares the store.
   * Held during a login (`login`) and a reconcile of keep-alive (`keep-alive`), never on the request path. Rejects when the
   * lock cannot be had in time; otherwise settles as `work` does.
   */
  withLock<T>(name: string, options: LockOptions, work: () => Promise<T>): Promise<T>;
  /**
   * Calls `changed` after a commit by another session. A hint only: the session reads the record. Returns the way to stop. A
   * session reads and writes again on its own, a few times, after a store with this function has failed.
   */
  watch?(changed: () => void): () => void;
  /** Releases handles. Called when the session is disposed. */
  close?(): Promise<void>;
}
