import { FleetError } from "../errors.ts";
import type { Bytes, Settings } from "./source.ts";
import { lineSplitter, textDecoder } from "./text-pieces.ts";

/** One event of a stream. */
export interface StreamEvent {
  /** The last id that the stream gave, with this event or before it; "" if there was none. Where to resume. */
  readonly id: string;
  /** Its type; `message` where the stream names none. */
  readonly event: string;
  readonly data: string;
  /** `data` as JSON; what `T` says is not checked. Throws a `FleetError` of kind `decode`, which quotes nothing. */
  json<T = unknown>(): T;
}

/** What outlives a connection. */
export interface StreamState {
  /** The id to resume after; "" for none. */
  lastEventId: string;
  /** The reconnection time that the service asked for, in milliseconds; undefined if it did not. */
  retryMs: number | undefined;
}

/**
 * Decodes the bytes of one connection as the WHATWG HTML standard says, sections 9.2.5 and 9.2.6: a byte order mark,
 * LF, CRLF and CR, comments, an event that the end of the stream cuts off is dropped. What it returns gives the events
 * that a chunk completes, and moves `state` on as they are taken. One thing differs: an id holds over a reconnect until
 * the next, as in Chromium, where the standard would forget it with the first event that has none.
 *
 * An event of more than `maxBytes` (its data in UTF-8; of other lines, characters) throws a `FleetError`.
 */
export function eventDecoder(
  { operationId }: Pick<Settings, "operationId">,
  state: StreamState,
  maxBytes: number,
): (chunk: Bytes) => Generator<StreamEvent> {
  const text = textDecoder();
  const { push } = lineSplitter(maxBytes + "data: ".length, () => tooLong(operationId, maxBytes));
  let id = state.lastEventId;
  let event = "";
  let data: string[] = [];
  let bytes = 0;

  const fields: Record<string, (value: string) => void> = {
    event: (value) => (event = value),
    data(value) {
      bytes += bytesOf(value) + 1;
      if (bytes > maxBytes + 1) throw tooLong(operationId, maxBytes);
      data.push(value);
    },
    id(value) {
      if (!value.includes("\0")) id = value;
    },
    retry(value) {
      if (/^\d+$/.test(value)) state.retryMs = Number(value);
    },
  };

  return function* decode(chunk) {
    for (const line of push(text(chunk))) {
      if (line) {
        const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
        if (Object.hasOwn(fields, name)) fields[name]?.(value);
        continue;
      }
      state.lastEventId = id;
      const complete = { id, event: event || "message", data: data.join("\n") };
      // One empty data field is data that is empty once its line end is taken off: such an event counts.
      const dispatch = data.length > 0;
      event = "";
      data = [];
      bytes = 0;
      if (dispatch) yield eventOf(operationId, complete);
    }
  };
}

function eventOf(operationId: string, { id, event, data }: Pick<StreamEvent, "id" | "event" | "data">): StreamEvent {
  return {
    id,
    event,
    data,
    json() {
      try {
        return JSON.parse(data);
      } catch {
        // Without the parser's error: it quotes the data.
        throw new FleetError("the data of an event is not valid JSON", { kind: "decode", operationId });
      }
    },
  };
}

/** Bytes of the text in UTF-8, without encoding it where it is plain. */
function bytesOf(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : new TextEncoder().encode(text).length;
}

function tooLong(operationId: string, maxBytes: number): FleetError {
  return new FleetError(`an event is longer than ${maxBytes} bytes`, { kind: "decode", operationId });
}
