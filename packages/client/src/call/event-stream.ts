/// <reference lib="esnext.disposable" preserve="true" />
import type { EventStream, StreamOptions } from "@fleet-api/contract";
import { describeError, FleetError } from "../errors.ts";
import type { Settings } from "../options.ts";
import { asyncDispose } from "../platform.ts";
import type { StreamEvent } from "../streams/event-decoder.ts";
import { callHeaders, serializePath, serializeQuery } from "../transport/serialize-parameters.ts";
import type { CallInput } from "../transport/transport.ts";
import { copyInput } from "./call.ts";
import type { OperationFacts } from "./operation.ts";

/** An event of any stream. */
export interface AnyEvent {
  readonly event: string;
  readonly id: string;
  readonly data: unknown;
}

/** What a stream is opened with. */
interface StreamCall {
  readonly input: CallInput;
  readonly options: StreamOptions;
  /** Ends the stream, too. */
  readonly closing: AbortSignal;
}

/** Makes the stream of an operation. */
export type OpenStream = (settings: Settings, operation: OperationFacts, call: StreamCall) => EventStream<AnyEvent>;

/** Milliseconds: three times the heartbeat of the service. */
const IDLE_MS = 45_000;
/** An event has up to 1,000 positions, each with attributes of its own. */
const MAX_EVENT_BYTES = 2 ** 24;

/**
 * The stream of an operation. What reads events is loaded with the first step: a bundler can split it off, and a program that opens no
 * stream never loads it.
 */
export const openStream: OpenStream = (settings, operation, { input: given, options, closing }) => {
  const input = copyInput(given);
  const own = { ...options };
  let stream: EventStream<StreamEvent> | undefined;
  let isClosed = closing.aborted;

  const begin = async (): Promise<EventStream<StreamEvent>> => {
    const { openEventsOf } = await import("../streams/open-events.ts");
    return openEventsOf(operation.id, {
      ...own,
      ...sourceOf(settings, operation, input, own),
      idleMs: own.idleMs ?? IDLE_MS,
      maxEventBytes: MAX_EVENT_BYTES,
    });
  };
  async function* events(): AsyncGenerator<AnyEvent, undefined> {
    closing.addEventListener("abort", close);
    try {
      stream = await begin();
      if (isClosed) return;
      for await (const { event, id, data } of stream) yield { event, id, data: parse(data) };
    } catch (error) {
      if (error instanceof FleetError) throw error;
      const { kind, message, cause } = describeError(error, "the stream failed");
      throw new FleetError(message, { kind, operationId: operation.id, cause });
    } finally {
      closing.removeEventListener("abort", close);
    }
  }
  const parse = (data: string): unknown => {
    try {
      return settings.json.parse(data);
    } catch {
      throw new FleetError("the data of an event is no JSON that can be read exactly", {
        kind: "decode",
        operationId: operation.id,
      });
    }
  };
  const close = (): void => {
    isClosed = true;
    stream?.close();
  };
  const iterator = events();
  return {
    get lastEventId() {
      return stream?.lastEventId ?? own.lastEventId ?? "";
    },
    close,
    [Symbol.asyncIterator]: () => ({
      next: async () => (isClosed ? { done: true, value: undefined } : iterator.next()),
      return: async () => {
        close();
        return iterator.return(undefined);
      },
    }),
    [asyncDispose]: async () => {
      close();
      await iterator.return(undefined);
    },
  };
};

/** Where the stream of an operation comes from. */
function sourceOf(settings: Settings, { path, csv }: OperationFacts, input: CallInput, options: StreamOptions) {
  const { baseUrl, fetch, headers, platform } = settings;
  const address = baseUrl + serializePath(path, input.path ?? {});
  const query = serializeQuery(input.query ?? {}, csv);
  const own = input.headers || options.headers ? callHeaders(input.headers, options.headers) : {};
  const { "last-event-id": last, ...others } = { ...headers, ...own };
  const { timers, random, now, monotonic } = platform;
  return {
    url: query ? `${address}?${query}` : address,
    fetch,
    headers: others,
    timers,
    random,
    clock: { now, monotonic },
    lastEventId: options.lastEventId ?? last,
  };
}
