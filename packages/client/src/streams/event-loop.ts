import type { FleetError } from "../errors/fleet-error.ts";
import { notify } from "../call/notify.ts";
import { eventDecoder, type StreamEvent, type StreamState } from "./event-decoder.ts";
import { type Exchange, exchange, failureOf, unexpected } from "./exchange.ts";
import { type Guard, guardOf } from "./guard.ts";
import type { EventsOptions } from "./events-options.ts";
import { planOf } from "./reconnect.ts";
import { isPassing } from "./refusal.ts";
import { checkMs, type Settings, settingsOf } from "./source.ts";

/** All connections of a stream, one after the other, as one run of events. `onStart` gets what ends its waiting. */
export async function* eventLoop(
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
