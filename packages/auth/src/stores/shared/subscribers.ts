/** Who listens to which channel of one connection, so that the connection itself needs a single listener. */
export interface Subscribers<Message extends unknown[]> {
  /** Calls everybody who listens to the channel. */
  readonly tell: (channel: string, ...message: Message) => void;
  /** Adds one. Returns the way to remove it, which answers whether it was the last of its channel. */
  readonly add: (channel: string, heard: (...message: Message) => void) => () => boolean;
}

/** Nobody listens yet. */
export function createSubscribers<Message extends unknown[] = []>(): Subscribers<Message> {
  const channels = new Map<string, Set<(...message: Message) => void>>();
  return {
    tell(channel, ...message) {
      for (const heard of channels.get(channel) ?? []) heard(...message);
    },
    add(channel, heard) {
      const subscribers = channels.get(channel) ?? new Set();
      channels.set(channel, subscribers);
      // The same function may be added twice.
      const own = (...message: Message): void => heard(...message);
      subscribers.add(own);
      return () => subscribers.delete(own) && subscribers.size === 0 && channels.delete(channel);
    },
  };
}
