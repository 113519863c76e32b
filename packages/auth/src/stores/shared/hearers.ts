/** Who listens to which channel of one connection, so that the connection itself needs a single listener. */
export interface Hearers<Message extends unknown[]> {
  /** Calls everybody who listens to the channel. */
  readonly tell: (channel: string, ...message: Message) => void;
  /** Adds one. Returns the way to remove it, which answers whether it was the last of its channel. */
  readonly add: (channel: string, heard: (...message: Message) => void) => () => boolean;
}

/** Nobody listens yet. */
export function createHearers<Message extends unknown[] = []>(): Hearers<Message> {
  const channels = new Map<string, Set<(...message: Message) => void>>();
  return {
    tell(channel, ...message) {
      for (const heard of channels.get(channel) ?? []) heard(...message);
    },
    add(channel, heard) {
      const hearers = channels.get(channel) ?? new Set();
      channels.set(channel, hearers);
      // The same function may be added twice.
      const own = (...message: Message): void => heard(...message);
      hearers.add(own);
      return () => hearers.delete(own) && hearers.size === 0 && channels.delete(channel);
    },
  };
}
