import { Readable } from "node:stream";
import type { SendEvents } from "../kernel/index.ts";
import { MAX_BUFFERED_BYTES } from "../kernel/index.ts";

/** The body of a response that is a stream of events. */
export function eventBody(events: SendEvents): Readable {
  const body = new Readable({
    highWaterMark: MAX_BUFFERED_BYTES,
    read: () => source.drained(),
    destroy: (error, done) => {
      source.closed();
      done(error);
    },
  });
  const source = events({
    get isFull() {
      return body.readableLength >= MAX_BUFFERED_BYTES;
    },
    write: (bytes) => {
      if (!body.destroyed) body.push(bytes);
    },
    end: () => {
      if (!body.destroyed) body.push(null);
    },
  });
  return body;
}
