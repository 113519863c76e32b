/// <reference lib="esnext.disposable" preserve="true" />
import { asyncDispose } from "../async-dispose.ts";
import type { StreamEvent, StreamState } from "./event-decoder.ts";
import { eventLoop } from "./event-loop.ts";
import type { EventsOptions } from "./events-options.ts";
import type { Guard } from "./guard.ts";

/**
 * A stream of events, to be iterated once. It connects with the first step, reads only when it is asked for the next
 * event, and closes the connection when the loop is left.
 */
export interface EventStream extends AsyncIterable<StreamEvent> {
  /** The id of the last event that was handed out; where nothing was, the id to begin after. */
  readonly lastEventId: string;
  /** Ends the stream: a step under way ends without an event. May be called at any time and again. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens a stream of server-sent events (WHATWG HTML standard, section 9.2) over `fetch`, and keeps it open: it
 * reconnects after the end of a connection, network errors, silence (`idleMs`), and the statuses 408, 429 and 5xx.
 *
 * The loop ends when the service answers 204, and with `close()`. A step throws a `FleetError`, and the stream is over:
 *
 * - `http`: any other status from 400 on, 401 included: a session's `fetch` has renewed the token by then, if it can
 * - `unexpected`: another status than 200, no `text/event-stream`, a response of another origin after a redirect
 * - `decode`: an event is longer than `maxEventBytes`
 * - `abort`: the caller's signal
 * - `auth`: the session gave up, for example because the password was rejected
 * - `request`: an option is wrong; nothing was sent
 * - or what the last connection failed with, when `reconnect` says that it is enough
 *
 * @example
 * for await (const event of openEvents({ url, fetch: session.fetch, idleMs: 45_000 })) {
 *   if (event.event === "position") show(event.json<Position>());
 * }
 */
export function openEvents(options: EventsOptions): EventStream {
  const state: StreamState = { lastEventId: options.lastEventId ?? "", retryMs: undefined };
  let closed = false;
  let guard: Guard | undefined;
  const close = (): void => {
    closed = true;
    guard?.end();
  };
  const events = eventLoop(options, state, (made) => (guard = made));

  const iterator: AsyncIterator<StreamEvent, undefined> = {
    async next() {
      try {
        if (!closed) return await events.next();
      } catch (error) {
        if (!closed) throw error;
      }
      return { done: true, value: undefined };
    },
    async return() {
      close();
      // Runs what the loop has to tidy up; when a step is under way, after that step, which `close` has ended.
      await events.return(undefined);
      return { done: true, value: undefined };
    },
  };
  return {
    get lastEventId() {
      return state.lastEventId;
    },
    close,
    [Symbol.asyncIterator]: () => iterator,
    [asyncDispose]: async () => void (await iterator.return?.()),
  };
}
