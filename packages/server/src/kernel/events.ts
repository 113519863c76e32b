/** Server-sent events (HTML standard, section 9.2): how a handler sends them, and how they look. */

/** Where a producer writes its events. */
export interface EventSink {
  /** Whether the buffer is full: nothing more should be written until `drained`. */
  readonly isFull: boolean;
  /** Sends bytes, even if the buffer is full. */
  write(bytes: Uint8Array): void;
  /** Ends the stream. */
  end(): void;
}

/** What writes the events of one stream. (In browsers, an `EventSource` reads them.) */
export interface EventProducer {
  /** Called when the sink is not full; also when it was not full before. */
  drained(): void;
  /** Called when the connection is closed. What is written after that is dropped. */
  closed(): void;
}

/** Begins to send events; called when the response begins. */
export type SendEvents = (sink: EventSink) => EventProducer;

/** A sink with so many bytes in its buffer is full. */
export const MAX_BUFFERED_BYTES = 65_536;

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

/** A comment, which shows that the connection works. */
export const heartbeat = encoder.encode(":\n\n");

/** Sets the reconnection time of the reader, in milliseconds. */
export function encodeRetry(ms: number): Uint8Array {
  return encoder.encode(`retry: ${ms}\n\n`);
}
