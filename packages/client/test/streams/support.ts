import fc from "fast-check";
import { FleetError } from "../../src/errors.ts";
import type { PlatformOptions } from "../../src/platform.ts";
import { type EventsOptions, openEvents } from "../../src/streams/index.ts";
import { problem } from "../support/answers.ts";

/** What Node rejects with when a connection breaks off; the message of its cause must show nowhere. */
export function networkError(message: string): TypeError {
  return new TypeError("terminated", { cause: Object.assign(new Error(message), { code: "ECONNRESET" }) });
}

/** Where streams of an injected fetch come from. The query is a canary: it must show nowhere. */
export const url = "https://fleet.example.com/api/v1/monitoring/stream?ticket=canary";

/** Wants no more connections. */
export const stop = new Response(null, { status: 204 });

/** The headers of a stream. */
export const headers = { "content-type": "text/event-stream" };

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** The bytes in pieces, cut at any places. */
export function cuttingOf(whole: Uint8Array<ArrayBuffer>): fc.Arbitrary<Uint8Array<ArrayBuffer>[]> {
  return fc
    .array(fc.nat(whole.length), { maxLength: 12 })
    .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), whole.length])
    .map((cuts) => cuts.slice(1).map((end, index) => whole.slice(cuts[index], end)));
}

/** An answer with a whole event stream, which then ends. */
export function eventAnswer(text: string, init: ResponseInit = {}): Response {
  return new Response(text, { ...init, headers: { "content-type": "text/event-stream", ...init.headers } });
}

/** A body that a test feeds by hand. */
export interface Feed {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  send(text: string): void;
  end(): void;
  /** Breaks off, as a lost connection does. */
  fail(): void;
  /** How often somebody asked for more. */
  pulls(): number;
  cancelled(): boolean;
}

export function feed(): Feed {
  let pulls = 0;
  let cancelled = false;
  const handle: { controller?: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> } = {};
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (controller) => void (handle.controller = controller),
      pull: () => void (pulls += 1),
      cancel: () => void (cancelled = true),
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    send: (text) => handle.controller?.enqueue(bytes(text)),
    end: () => handle.controller?.close(),
    fail: () => handle.controller?.error(networkError("canary")),
    pulls: () => pulls,
    cancelled: () => cancelled,
  };
}

/** A fetch that gives these answers one after the other, and keeps what it was asked. The last one stays. */
export function answering(...answers: (Response | Error | Promise<Response>)[]) {
  const asked: { url: string; headers: Headers; signal: AbortSignal }[] = [];
  const fetch = async (to: string, init: RequestInit): Promise<Response> => {
    if (!init.signal) throw new Error("no signal");
    asked.push({ url: to, headers: new Headers(init.headers), signal: init.signal });
    const answer = answers[asked.length - 1];
    if (!answer) throw new Error("asked too often");
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { fetch, asked };
}

/** Takes the place of a platform on which all pauses are over at once; `delays` says how long they would have been. */
export function hurried(random = 1): PlatformOptions & { readonly delays: number[] } {
  const delays: number[] = [];
  return {
    random: () => random,
    delays,
    timers: {
      setTimeout(then, ms) {
        delays.push(ms);
        return setImmediate(then);
      },
      clearTimeout: clearImmediate,
    },
  };
}

export async function toArray<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** The FleetError that the work rejects with. */
export async function failureOf(work: Promise<unknown>): Promise<FleetError> {
  const error = await work.then(
    () => new Error("did not reject"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof FleetError)) throw new Error("no FleetError", { cause: error });
  return error;
}

/** All data of a stream, and what was asked for meanwhile. */
export async function run(answers: Parameters<typeof answering>, options: Partial<EventsOptions> = {}) {
  const platform = hurried();
  const { fetch, asked } = answering(...answers);
  const events = await toArray(openEvents({ url, fetch, ...platform, ...options }));
  return { data: events.map(({ data }) => data), asked, delays: platform.delays };
}

/** What a stream fails with. */
export async function failing(answers: Parameters<typeof answering>, options: Partial<EventsOptions> = {}) {
  const { fetch, asked } = answering(...answers);
  const error = await failureOf(toArray(openEvents({ url, fetch, ...hurried(), ...options })));
  return { error, asked };
}

/** A refusal with a problem. */
export function problemAnswer(status: number, code: Parameters<typeof problem>[1], init: HeadersInit = {}): Response {
  return new Response(JSON.stringify(problem(status, code)), {
    status,
    headers: { "content-type": "application/problem+json; charset=utf-8", "x-request-id": "req-7", ...init },
  });
}
