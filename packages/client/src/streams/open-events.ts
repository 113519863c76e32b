/// <reference lib="esnext.disposable" preserve="true" />
import type { EventStream, StreamOptions } from "@fleet-api/contract";
import { notify } from "../call/notify.ts";
import type { FleetError } from "../errors.ts";
import { asyncDispose } from "../platform.ts";
import { type StreamEvent, type StreamState, eventDecoder } from "./event-decoder.ts";
import { type Exchange, exchange, failureOf, isPassing, unexpected } from "./exchange.ts";
import { type Guard, guardOf } from "./guard.ts";
import { planOf } from "./reconnect.ts";
import { type Settings, type StreamSource, checkMs, settingsOf } from "./source.ts";

/** Options of `openEvents`. `idleMs` is 0 by default, since a service may have no heartbeat. */
export interface EventsOptions extends StreamSource, Omit<StreamOptions, "signal" | "headers"> {
  /** The longest event, in bytes of its data in UTF-8. A longer one ends the stream. Default 1 048 576. */
  readonly maxEventBytes?: number | undefined;
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
export function openEvents(options: EventsOptions): EventStream<StreamEvent> {
  return openEventsOf("stream", options);
}

/** The same for an operation, whose id is in the errors. */
export function openEventsOf(operationId: string, options: EventsOptions): EventStream<StreamEvent> {
  const state: StreamState = { lastEventId: options.lastEventId ?? "", retryMs: undefined };
  let closed = false;
  let guard: Guard | undefined;
  const close = (): void => {
    closed = true;
    guard?.end();
  };
  const events = eventLoop(operationId, options, state, (made) => (guard = made));

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
  operationId: string,
  options: EventsOptions,
  state: StreamState,
  onStart: (guard: Guard) => void,
): AsyncGenerator<StreamEvent, undefined> {
  const { signal, idleMs = 0, maxEventBytes = 2 ** 20, reconnect = {}, onOpen, onReconnect } = options;
  const settings = settingsOf(operationId, options, "text/event-stream");
  checkMs(operationId, "idleMs", idleMs);
  const { platform } = settings;
  const plan = planOf(settings, reconnect, state);
  const guard = guardOf(settings, signal);
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
        const decode = eventDecoder(settings, state, maxEventBytes);
        for await (const chunk of connection.chunks()) {
          plan.heard(platform.monotonic() - openedAt);
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
