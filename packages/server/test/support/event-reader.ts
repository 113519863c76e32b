import type { StreamEvent } from "@fleet-api/contract/types/monitoring";
import { strictResponses } from "@fleet-api/contract/validators/strict";
import { onTestFinished } from "vitest";

/** A stream that is read as it comes; each event is held to the contract. */
export interface EventReader {
  /** The id after what was read. */
  readonly id: string;
  readonly headers: Headers;
  /** Text that came and is no event: the head of the stream and heartbeats. */
  readonly asides: readonly string[];
  /** The next event; null at the end of the stream. */
  next(): Promise<StreamEvent | null>;
  /** Reads until an event fits, and returns all up to it. */
  until(fits: (event: StreamEvent) => boolean): Promise<StreamEvent[]>;
  /** Reads to the end of the stream. */
  rest(): Promise<StreamEvent[]>;
  close(): void;
}

/** Opens a stream. Rejects with the problem if it is refused. */
export async function openStream(
  url: string,
  { token, lastEventId }: { readonly token?: string; readonly lastEventId?: string } = {},
  fetch: (url: string, init: RequestInit) => Promise<Response> = globalThis.fetch,
): Promise<EventReader> {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const headers = {
    ...(token !== undefined && { authorization: token }),
    ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
  };
  const response = await fetch(url, { headers, signal: controller.signal });
  if (response.status !== 200) throw new RefusedStream(response.status, await response.json());
  const frames = framesOf(response);
  const asides: string[] = [];
  let id = "";
  const next = async (): Promise<StreamEvent | null> => {
    for (;;) {
      const { done, value: frame } = await frames.next();
      if (done) return null;
      const fields = fieldsOf(frame);
      id = fields["id"] ?? id;
      if (fields["data"] === undefined) asides.push(frame);
      else return eventOf({ ...fields, id, data: JSON.parse(fields["data"]) });
    }
  };
  // The head of the stream says where it begins: from now on nothing is missed.
  const head = await Promise.all([frames.next(), frames.next()]);
  for (const { value: frame = "" } of head) {
    asides.push(frame);
    id = fieldsOf(frame)["id"] ?? id;
  }
  const rest = async (): Promise<StreamEvent[]> => {
    const all: StreamEvent[] = [];
    for (let event = await next(); event !== null; event = await next()) all.push(event);
    return all;
  };
  return {
    get id() {
      return id;
    },
    headers: response.headers,
    asides,
    next,
    rest,
    until: async (fits) => {
      const all: StreamEvent[] = [];
      for (let event = await next(); event !== null; event = await next()) {
        all.push(event);
        if (fits(event)) return all;
      }
      throw new Error(`The stream ended after ${JSON.stringify(all).slice(0, 500)}`);
    },
    close: () => controller.abort(),
  };
}

/** A body as text. A stream of events has no end, so it is closed, and its text is empty. */
export async function bodyText(response: Response): Promise<string> {
  if (response.headers.get("content-type") !== "text/event-stream") return response.text();
  await response.body?.cancel();
  return "";
}

/** A stream that was not opened. */
export class RefusedStream extends Error {
  readonly status: number;
  readonly problem: unknown;

  constructor(status: number, problem: unknown) {
    super(`The stream was refused with ${status}: ${JSON.stringify(problem)}`);
    this.status = status;
    this.problem = problem;
  }
}

async function* framesOf(response: Response): AsyncGenerator<string, undefined> {
  let text = "";
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return;
    const parts = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = parts.pop() ?? "";
    yield* parts;
  }
}

function fieldsOf(frame: string): Record<string, string> {
  return Object.fromEntries(
    frame.split("\n").flatMap((line) => {
      const [, name = "", value = ""] = /^([a-z]+): (.*)$/.exec(line) ?? [];
      return name === "" ? [] : [[name, value]];
    }),
  );
}

function eventOf(event: unknown): StreamEvent {
  const validate = strictResponses.monitoringStream[200];
  if (!validate) throw new Error("The contract has no events.");
  if (validate(event)) return event as StreamEvent;
  throw new Error(`An event breaks the contract: ${JSON.stringify(validate.errors)} ${JSON.stringify(event)}`);
}
