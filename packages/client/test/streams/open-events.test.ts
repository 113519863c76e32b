import { inspect } from "node:util";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import {
  type Download,
  type EventStream,
  type EventsOptions,
  type StreamEvent,
  download,
  openEvents,
} from "../../src/streams/index.ts";
import { problem } from "../support/answers.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import {
  answering,
  eventAnswer,
  failing,
  failureOf,
  feed,
  headers,
  hurried,
  problemAnswer,
  run,
  stop,
  toArray,
  url,
} from "./support.ts";

describe("a connection", () => {
  it("is not made before the first step", async () => {
    const { fetch, asked } = answering(stop);
    const events = openEvents({ url, fetch });
    await Promise.resolve();
    expect(asked).toHaveLength(0);
    expect(await toArray(events)).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it("asks for an event stream, with the caller's headers, and resumes where it is told", async () => {
    const options = { headers: { "x-tenant": "7" }, lastEventId: "cursor-é€" };
    const { asked } = await run([stop], options);
    expect(asked[0]?.url).toBe(url);
    expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual({
      accept: "text/event-stream",
      "x-tenant": "7",
      // UTF-8, as bytes.
      "last-event-id": "cursor-Ã©â\u0082¬",
    });
  });

  it("sends no id that a header cannot carry", async () => {
    const { asked, data } = await run([eventAnswer("id: 1\u00012\ndata: a\n\n"), stop]);
    expect(data).toEqual(["a"]);
    expect(asked[1]?.headers.has("last-event-id")).toBe(false);
  });

  it("ends the loop when the service answers 204", async () => {
    expect((await run([eventAnswer("data: a\n\n"), stop])).data).toEqual(["a"]);
  });

  it.each([
    ["another type", eventAnswer("data: a\n\n", { headers: { "content-type": "text/event-stream-ish" } })],
    ["a page of HTML", eventAnswer("<html>", { headers: { "content-type": "text/html" } })],
    ["another status of success", eventAnswer("data: a\n\n", { status: 206 })],
    ["a redirect that fetch did not follow", eventAnswer("", { status: 302 })],
  ])("is unexpected and not tried again with %s", async (_name, answer) => {
    const { error, asked } = await failing([answer]);
    expect(error).toMatchObject({ kind: "unexpected", operationId: "stream", status: answer.status });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it("takes parameters of the media type", async () => {
    const answer = eventAnswer("data: a\n\n", { headers: { "content-type": "Text/Event-Stream; charset=utf-8" } });
    expect((await run([answer, stop])).data).toEqual(["a"]);
  });
});

describe("refusals", () => {
  it("does not try a 401 again, and tells its problem", async () => {
    const { error, asked } = await failing([problemAnswer(401, "token_expired")]);
    expect(error).toMatchObject({
      kind: "http",
      code: "token_expired",
      status: 401,
      requestId: "req-7",
      message: "stream: 401 token_expired: about token_expired",
    });
    expect(error.problem?.code).toBe("token_expired");
    expect(asked).toHaveLength(1);
  });

  it("does not try a 401 again either that comes with a reconnect", async () => {
    const { error, asked } = await failing([eventAnswer("data: a\n\n"), problemAnswer(401, "token_revoked")]);
    expect(error).toMatchObject({ kind: "http", code: "token_revoked" });
    expect(asked).toHaveLength(2);
  });

  it.each([400, 403, 404, 410, 422, 499])("ends with %d, also without a problem", async (status) => {
    const { error, asked } = await failing([new Response("<html>canary", { status })]);
    expect(error).toMatchObject({ kind: "http", code: "unexpected", status, problem: null });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["no JSON", "canary"],
    ["JSON of another shape", '{"code":7}'],
    ["very long", JSON.stringify(problem(403, "permission_denied", { detail: "x".repeat(70_000) }))],
  ])("tells the status when the problem is %s", async (_name, body) => {
    const { error } = await failing([
      new Response(body, { status: 403, headers: { "content-type": "application/problem+json" } }),
    ]);
    expect(error).toMatchObject({ kind: "http", status: 403, problem: null });
  });

  it("tells the status when the body of the problem does not come", async () => {
    const { body, cancelled } = feed();
    const { error } = await failing([
      new Response(body, { status: 403, headers: { "content-type": "application/problem+json" } }),
    ]);
    expect(error).toMatchObject({ kind: "http", status: 403, problem: null });
    expect(cancelled()).toBe(true);
  });

  it("connects again after 408, 429, 5xx and network errors", async () => {
    const { data } = await run([
      new TypeError("fetch failed"),
      new Response("", { status: 500 }),
      problemAnswer(503, "unavailable"),
      problemAnswer(429, "too_many_requests"),
      new Response("", { status: 408 }),
      eventAnswer("data: a\n\n"),
      stop,
    ]);
    expect(data).toEqual(["a"]);
  });

  it("ends when a session gives up, but not when it only puts its login off", async () => {
    const authError = (code: string, more = {}): Error =>
      Object.assign(new Error(code), { [Symbol.for("fleet-api.auth-error")]: true, code }, more);
    const { error } = await failing([authError("credentials_rejected")]);
    expect(error).toMatchObject({ kind: "auth", operationId: "stream" });

    const platform = { ...hurried(), clock: { now: () => 1_000 } };
    const putOff = authError("login_backoff", { retryAt: 6_000 });
    const { fetch } = answering(putOff, eventAnswer("data: a\n\n"), stop);
    expect(await toArray(openEvents({ url, fetch, ...platform }))).toHaveLength(1);
    expect(platform.delays[0]).toBe(5_000 + 3_000);
  });
});

describe("options", () => {
  it.each<[string, Partial<EventsOptions>]>([
    ["a URL that is none", { url: "canary" }],
    ["a URL of another scheme", { url: "ftp://example.com/canary" }],
    ["a URL with credentials", { url: "https://canary:canary@example.com/" }],
    ["a header that HTTP does not allow", { headers: { authorization: "bearer canary\nx" } }],
    ["a time that no timer keeps", { idleMs: 2 ** 31 }],
    ["a negative pause", { reconnect: { baseMs: -1 } }],
    ["a negative count", { reconnect: { maxFailures: -1 } }],
    ["half a count", { reconnect: { maxFailures: 1.5 } }],
    ["a count that is none", { reconnect: { maxFailures: NaN } }],
  ])("are refused before anything is sent: %s", async (_name, options) => {
    const { error, asked } = await failing([stop], options);
    expect(error).toMatchObject({ kind: "request", operationId: "stream" });
    expect(asked).toHaveLength(0);
    expect(`${error.stack} ${inspect(error)} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain("canary");
  });

  it("take a URL object", async () => {
    expect((await run([stop], { url: new URL(url) })).asked[0]?.url).toBe(url);
  });
});

it("does not try again after a mistake in fetch, whose message it shows", async () => {
  const mistake = new ReferenceError("tokne is not defined");
  const { error, asked } = await failing([mistake, mistake], {});
  expect(error).toMatchObject({ kind: "unexpected", cause: mistake });
  expect(error.message).toContain("tokne is not defined");
  expect(asked).toHaveLength(1);
});

it("shows neither query nor headers nor foreign words in an error", async () => {
  const options = { headers: { authorization: "bearer canary" }, reconnect: { maxFailures: 0 } };
  const answers = [
    new TypeError(`cannot fetch ${url}`),
    new Response("canary", { status: 403, headers: { authorization: "bearer canary" } }),
    eventAnswer("canary", { status: 203 }),
    eventAnswer("canary"),
  ];
  for (const answer of answers) {
    const { error } = await failing([answer], options);
    expect(`${error.message} ${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`).not.toContain("canary");
  }
});

describe("reading", () => {
  it("asks for more only when the next event is asked for", async () => {
    const { body, send, pulls } = feed();
    const { fetch } = answering(new Response(body, { headers }));
    send("data: a\n\ndata: b\n\n");
    const iterator = openEvents({ url, fetch })[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.next();
    expect(pulls()).toBe(0);
    const third = iterator.next();
    await vi.waitFor(() => expect(pulls()).toBe(1));
    send("data: c\n\n");
    expect((await third).value?.data).toBe("c");
    expect(pulls()).toBe(1);
    await iterator.return?.();
  });

  it("ends with a decode error at an event that is too long, and does not ask again", async () => {
    const { error, asked } = await failing([eventAnswer(`data: ${"x".repeat(100)}\n\n`)], { maxEventBytes: 99 });
    expect(error).toMatchObject({ kind: "decode", message: "stream: an event is longer than 99 bytes" });
    expect(asked).toHaveLength(1);
  });
});

describe("leaving", () => {
  /** A stream that has given one event and waits for the next. */
  async function waiting(options: Partial<EventsOptions> = {}) {
    const source = feed();
    source.send("data: a\n\n");
    const { fetch, asked } = answering(new Response(source.body, { headers }));
    const stream = openEvents({ url, fetch, ...options });
    const iterator = stream[Symbol.asyncIterator]();
    await iterator.next();
    return { source, asked, stream, iterator };
  }

  it("with break lets go of the connection", async () => {
    const { source, asked, stream } = await waiting();
    source.send("data: b\n\n");
    for await (const event of stream) {
      expect(event.data).toBe("b");
      break;
    }
    expect(source.cancelled()).toBe(true);
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it("with close ends a step under way without an event, and every later one", async () => {
    const { source, stream, iterator } = await waiting();
    const step = iterator.next();
    stream.close();
    stream.close();
    expect(await step).toEqual({ done: true, value: undefined });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(source.cancelled()).toBe(true);
  });

  it("with dispose lets go of the connection, also while a step is under way", async () => {
    const { source, stream, iterator } = await waiting();
    const step = iterator.next();
    await stream[Symbol.asyncDispose]();
    expect(source.cancelled()).toBe(true);
    expect(await step).toEqual({ done: true, value: undefined });
  });

  it("before the first step sends nothing", async () => {
    const { fetch, asked } = answering(stop);
    const stream = openEvents({ url, fetch });
    stream.close();
    expect(await toArray(stream)).toEqual([]);
    expect(asked).toHaveLength(0);
  });

  it("with an abort while reading throws at once", async () => {
    const controller = new AbortController();
    const { source, asked, iterator } = await waiting({ signal: controller.signal });
    const step = failureOf(iterator.next());
    controller.abort(new Error("canary"));
    expect(await step).toMatchObject({ kind: "abort", operationId: "stream" });
    expect(source.cancelled()).toBe(true);
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it("with an abort between two steps cancels at once, and hands out nothing more", async () => {
    const controller = new AbortController();
    const source = feed();
    source.send("data: a\n\ndata: b\n\n");
    const { fetch } = answering(new Response(source.body, { headers }));
    const iterator = openEvents({ url, fetch, signal: controller.signal })[Symbol.asyncIterator]();
    await iterator.next();
    controller.abort();
    expect(source.cancelled()).toBe(true);
    expect(await failureOf(iterator.next())).toMatchObject({ kind: "abort" });
  });

  it("with an abort while it pauses throws at once, and stops the timer", async () => {
    const controller = new AbortController();
    const platform = fakePlatform();
    const { fetch } = answering(new TypeError("fetch failed"));
    const step = failureOf(toArray(openEvents({ url, fetch, ...platform, signal: controller.signal })));
    await platform.advance(0);
    expect(platform.pending()).toBe(1);
    controller.abort();
    expect(await step).toMatchObject({ kind: "abort" });
    expect(platform.pending()).toBe(0);
  });

  it("with a signal that is aborted already sends nothing", async () => {
    const { error, asked } = await failing([stop], { signal: AbortSignal.abort() });
    expect(error).toMatchObject({ kind: "abort" });
    expect(asked).toHaveLength(0);
  });

  it("leaves no listener on the caller's signal, however it ends", async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await run([eventAnswer("data: a\n\n"), new TypeError("fetch failed"), stop], { signal });
    await failing([new Response("", { status: 403 })], { signal });
    const { stream } = await waiting({ signal });
    stream.close();
    expect(added).toHaveBeenCalledTimes(3);
    expect(new Set(removed.mock.calls.map(([, listener]) => listener))).toEqual(
      new Set(added.mock.calls.map(([, listener]) => listener)),
    );
  });
});

it("takes the global fetch and that of a session, and no fetch for a Request only", () => {
  const session = { fetch: async (_input: string | URL | Request, _init?: RequestInit) => new Response() };
  const open = (): EventStream<StreamEvent>[] => [
    openEvents({ url: "/stream", fetch }),
    openEvents({ url: "/stream", ...session }),
  ];
  expectTypeOf(open).returns.toEqualTypeOf<EventStream<StreamEvent>[]>();
  const fetchRequest = async (_request: Request): Promise<Response> => new Response();
  // @ts-expect-error openEvents gives a URL to its fetch, not a Request
  const wrong = (): unknown => openEvents({ url: "/stream", fetch: fetchRequest });
  expectTypeOf(wrong).returns.not.toBeAny();
});

it("asks for a URL, and knows its options", () => {
  // @ts-expect-error url is missing
  expectTypeOf(() => openEvents({})).not.toBeAny();
  // @ts-expect-error a misspelt option
  expectTypeOf(() => openEvents({ url: "/stream", idleMS: 1 })).not.toBeAny();
  // @ts-expect-error downloads do not resume
  expectTypeOf(() => download({ url: "/file", lastEventId: "1" })).not.toBeAny();
});

it("iterates events, whose JSON is unknown until somebody says what it is", () => {
  expectTypeOf<EventStream<StreamEvent>>().toExtend<AsyncIterable<StreamEvent>>();
  expectTypeOf<EventStream<StreamEvent>>().toExtend<AsyncDisposable>();
  const json = (event: StreamEvent): unknown => event.json();
  expectTypeOf(json).returns.toBeUnknown();
  const typed = (event: StreamEvent) => event.json<{ unit_id: number }>();
  expectTypeOf(typed).returns.toEqualTypeOf<{ unit_id: number }>();
});

it("gives a file in typed ways", () => {
  expectTypeOf(download).returns.resolves.toEqualTypeOf<Download>();
  expectTypeOf<Download["rows"]>().returns.toEqualTypeOf<AsyncIterable<string[]>>();
  expectTypeOf<Download["size"]>().toEqualTypeOf<number | null>();
  // @ts-expect-error what was announced cannot be changed
  expectTypeOf((file: Download) => (file.size = 1)).not.toBeAny();
});
