/** Server-sent events (HTML standard, section 9.2): how a handler sends them, and how they look. */

/** Where the events of a stream go. */
export interface EventSink {
  /** Whether so much waits for the reader that nothing more should be written until `drained`. */
  readonly isFull: boolean;
  /** Sends bytes, however much waits. */
  write(bytes: Uint8Array): void;
  /** Ends the stream. */
  end(): void;
}

/** What a stream is told of its reader. */
export interface EventSource {
  /** The sink is not full, or not any more. It may be told more often than that changes. */
  drained(): void;
  /** The connection is over. Nothing is written any more. */
  closed(): void;
}

/** Begins to send events; called when the response begins. */
export type SendEvents = (sink: EventSink) => EventSource;

/** When so many bytes wait for a reader, the sink is full. */
export const MOST_WAITING_BYTES = 65_536;

const encoder = new TextEncoder();

/** The parts of an event. An event without `data` only moves the position of its reader. */
export interface EventParts {
  readonly event?: string;
  readonly id?: string;
  /** JSON. */
  readonly data?: string;
}

/** An event in UTF-8. */
export function encodeEvent({ event, id, data }: EventParts): Uint8Array {
  const lines = [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    // JSON may have line breaks between its tokens.
    ...(data === undefined ? [] : data.split(/\r\n|\r|\n/).map((line) => `data: ${line}`)),
  ];
  return encoder.encode(`${lines.join("\n")}\n\n`);
}

/** A comment: it shows that the connection works. */
export const heartbeat = encoder.encode(":\n\n");

/** Tells how long to wait, at most, before the first attempt to connect again. */
export function encodeRetry(ms: number): Uint8Array {
  return encoder.encode(`retry: ${ms}\n\n`);
}
