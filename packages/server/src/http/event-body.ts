import { Readable } from "node:stream";
import type { SendEvents } from "../kernel/index.ts";
import { MOST_WAITING_BYTES } from "../kernel/index.ts";

/** The body of a response that is a stream of events. */
export function eventBody(events: SendEvents): Readable {
  const body = new Readable({
    highWaterMark: MOST_WAITING_BYTES,
    read: () => source.drained(),
    destroy: (error, done) => {
      source.closed();
      done(error);
    },
  });
  const source = events({
    get isFull() {
      return body.readableLength >= MOST_WAITING_BYTES;
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
