import { createSubscribers, type Subscribers } from "./subscribers.ts";

/** The subscribers of many channels of one connection, which needs only one listener for all of them. */
export interface Channels<Message extends unknown[]> {
  /** Calls the subscribers of a channel. */
  readonly notify: (channel: string, ...message: Message) => void;
  /** Subscribes at the server and here. Resolves to the function that ends the subscription. */
  readonly subscribe: (channel: string, listener: (...message: Message) => void) => Promise<() => Promise<void>>;
}

/** How to subscribe at the server; asked again for a channel that is subscribed to already. */
export interface ChannelServer {
  readonly subscribe: (channel: string) => Promise<unknown>;
  readonly unsubscribe: (channel: string) => Promise<unknown>;
}

/** Makes channels without subscribers. */
export function createChannels<Message extends unknown[] = []>(server: ChannelServer): Channels<Message> {
  const channels = new Map<string, Subscribers<Message>>();

  /** Removes a subscriber; resolves to whether the channel has none left. */
  const remove = (channel: string, subscribers: Subscribers<Message>, stop: () => void): boolean => {
    const before = subscribers.size();
    stop();
    const isLast = before > 0 && subscribers.size() === 0;
    if (isLast) channels.delete(channel);
    return isLast;
  };

  return {
    notify: (channel, ...message) => channels.get(channel)?.notify(...message),
    async subscribe(channel, listener) {
      const subscribers = channels.get(channel) ?? createSubscribers<Message>();
      channels.set(channel, subscribers);
      const stop = subscribers.add(listener);
      try {
        await server.subscribe(channel);
      } catch (error) {
        remove(channel, subscribers, stop);
        throw error;
      }
      return async () => {
        if (remove(channel, subscribers, stop)) await server.unsubscribe(channel);
      };
    },
  };
}
