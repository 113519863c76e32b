/** A live connection to one PGlite, wherever that runs. */
export interface Link {
  /**
   * Sends one message and resolves with the bytes of its answer; messages are answered in order. The message belongs to
   * the link from then on.
   * @throws DbTimeoutError for the message that ran over its limit; DbInterruptedError for others, which had not begun;
   * DbClosedError when PGlite ended
   */
  exchange(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  /** As `exchange`, for a message that begins and ends a transaction: one that fails is rolled back at once. */
  exchangeWhole(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  /** The whole database as tar.gz. */
  snapshot(): Promise<Uint8Array>;
  /** Why it takes no more messages; null while it does. */
  readonly ended: Error | null;
  /** Resolves when PGlite has ended, and with it its hold on the files. */
  readonly exited: Promise<void>;
  /** Ends PGlite at once, without a word from it: after an error that would have ended PostgreSQL nothing it does is sure. */
  abandon(reason: Error): void;
  /** Lets PGlite flush and close, and waits until it has ended. */
  close(): Promise<void>;
}

/** Opens PGlite and waits until it takes messages. `onEnd` is called as soon as it takes no more. */
export type OpenLink = (onEnd: (reason: Error) => void) => Promise<Link>;
