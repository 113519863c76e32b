/// <reference lib="esnext.disposable" preserve="true" />
import { notify } from "../call/notify.ts";
import type { FleetError } from "../errors.ts";
import { asyncDispose } from "../platform.ts";
import { type StreamEvent, type StreamState, eventDecoder } from "./event-decoder.ts";
import { type Exchange, exchange, failureOf, isPassing, unexpected } from "./exchange.ts";
import { type Guard, guardOf } from "./guard.ts";
import { type ReconnectOptions, planOf } from "./reconnect.ts";
import { type Settings, type StreamSource, checkMs, settingsOf } from "./source.ts";

/** Options of `openEvents`. */
export interface EventsOptions extends StreamSource {
  /** Where to resume: the `id` of the last event that was dealt with. Sent as `Last-Event-ID`. */
  readonly lastEventId?: string | undefined;
  /**
   * Reconnects when nothing came for that many milliseconds, neither the head of the response nor a comment: three times
   * the heartbeat of the service is a good value. Default 0: waits for ever, also on a connection that died silently.
   */
  readonly idleMs?: number | undefined;
  /** The longest event, in bytes of its data in UTF-8. A longer one ends the stream. Default 1 048 576. */
  readonly maxEventBytes?: number | undefined;
  /** How long it waits before it connects again, and how often it tries. */
  readonly reconnect?: ReconnectOptions | undefined;
  /** Told about each connection that is open. It only watches: what it throws or rejects with is dropped. */
  readonly onOpen?: ((connection: { readonly lastEventId: string }) => void) | undefined;
  /** Told before the pause in front of each reconnect. It only watches: what it throws or rejects with is dropped. */
  readonly onReconnect?: ((reconnect: Reconnect) => void) | undefined;
}

/** Why and when a stream connects again. */
export interface Reconnect {
  /** What ended the connection; null when the service ended it in an orderly way. */
  readonly error: FleetError | null;
  /** Connections in a row that gave no event and did not last a minute. */
  readonly failures: number;
  /** Milliseconds until the next try. */
  readonly delayMs: number;
  readonly lastEventId: string;
}

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

/** All connections of a stream, one after the other, as one run of events. `onStart` gets what ends its waiting. */
async function* eventLoop(
  options: EventsOptions,
  state: StreamState,
  onStart: (guard: Guard) => void,
): AsyncGenerator<StreamEvent, undefined> {
  const { signal, idleMs = 0, maxEventBytes = 2 ** 20, reconnect = {}, onOpen, onReconnect } = options;
  const settings = settingsOf("stream", options, "text/event-stream");
  checkMs("stream", "idleMs", idleMs);
  const { platform } = settings;
  const plan = planOf(reconnect, state, platform);
  const guard = guardOf("stream", signal, platform);
  onStart(guard);
  try {
    for (;;) {
      let error: FleetError | null = null;
      let openedAt = Infinity;
      try {
        const connection = await connect(settings, state, guard, idleMs);
        if (!connection) return;
        openedAt = platform.monotonic();
        notify(() => onOpen?.({ lastEventId: state.lastEventId }));
        const decode = eventDecoder(state, maxEventBytes);
        for await (const chunk of connection.chunks()) {
          for (const event of decode(chunk)) {
            plan.proved();
            yield event;
            // What the chunk still holds is not handed out after an abort.
            guard.signal.throwIfAborted();
          }
        }
      } catch (cause) {
        error = failureOf(settings, cause);
        if (!isPassing(error)) throw error;
      }
      const next = plan.next(error, platform.monotonic() - openedAt);
      notify(() => onReconnect?.({ error, ...next, lastEventId: state.lastEventId }));
      await guard.pause(next.delayMs);
    }
  } finally {
    guard.end();
  }
}

/** One connection; undefined when the service wants no more of them (204). */
async function connect(
  { headers: common, ...settings }: Settings,
  { lastEventId }: StreamState,
  guard: Guard,
  idleMs: number,
): Promise<Exchange | undefined> {
  const headers = new Headers(common);
  // No header can carry a control character: such an id would fail each reconnect.
  if (lastEventId && !/\p{Cc}/u.test(lastEventId)) headers.set("last-event-id", utf8(lastEventId));
  const connection = await exchange({ ...settings, headers }, guard, idleMs);
  const { status, headers: given } = connection.response;
  const isStream = /^text\/event-stream[ \t]*(;|$)/i.test(given.get("content-type") ?? "");
  if (status === 200 && isStream) return connection;
  connection.drop();
  if (status === 204) return undefined;
  throw unexpected({ ...settings, headers }, connection.response, "is no event stream");
}

/** The bytes of the text in UTF-8, one character each: what `Headers` takes. HTML standard, section 9.2.3. */
function utf8(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}
