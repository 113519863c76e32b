/** How long a broker may take to accept a connection; a link that was closed meanwhile is gone after it, too. */
export const CONNECT_LIMIT_MS = 2000;

/** A connection to a broker, for one channel. It is used once: a lost one is replaced by another. */
export interface Link {
  /** Connects and subscribes. May never settle when the broker does not respond. */
  open(): Promise<void>;
  /** Sends a text to all subscribers, this one too; resolves when the broker has it, or never. */
  send(text: string): Promise<void>;
  /** Ends the connection at once, whatever its state. */
  close(): void;
}

/** What a link calls back with. */
export interface LinkEvents {
  /** A text was heard; other programs may have sent it. */
  onText(text: string): void;
  /** The connection is lost. May be called more than once. */
  onLost(reason: Error): void;
}

/** Makes a link that is not open yet. */
export type MakeLink = (events: LinkEvents) => Link;
