/**
 * Tells all servers of a database that positions were stored. A message is the number of a batch and no more than a hint:
 * it may be lost, repeated, late or made up, so whoever hears it reads the feed of positions from the database.
 */
export interface Bus {
  /**
   * Tells the other servers, and the listeners of this one at once. Never throws and never waits. Of numbers that come
   * faster than they can be sent, only the highest is.
   */
  publish(batch: number): void;
  /** Calls back with the numbers that are heard from now on; returns what ends that. */
  subscribe(listener: (batch: number) => void): () => void;
  /** Ends all connections. Nothing is heard afterwards. Never rejects, and may be called twice. */
  close(): Promise<void>;
}
