import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { openEvents, type EventsOptions } from "../../src/streams/index.ts";
import { problem } from "../support/answers.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { answering, eventAnswer, failureOf, feed, hurried, toArray, url } from "./support.ts";

const stop = new Response(null, { status: 204 });
const headers = { "content-type": "text/event-stream" };

/** All data of a stream, and what was asked for meanwhile. */
async function run(answers: Parameters<typeof answering>, options: Partial<EventsOptions> = {}) {
  const platform = hurried();
  const { fetch, asked } = answering(...answers);
  const events = await toArray(openEvents({ url, fetch, platform, ...options }));
  return { data: events.map(({ data }) => data), asked, delays: platform.delays };
}

/** What a stream fails with. */
async function failing(answers: Parameters<typeof answering>, options: Partial<EventsOptions> = {}) {
  const { fetch, asked } = answering(...answers);
  const error = await failureOf(toArray(openEvents({ url, fetch, platform: hurried(), ...options })));
  return { error, asked };
}

function problemAnswer(status: number, code: Parameters<typeof problem>[1], init: HeadersInit = {}): Response {
  return new Response(JSON.stringify(problem(status, code)), {
    status,
    headers: { "content-type": "application/problem+json; charset=utf-8", "x-request-id": "req-7", ...init },
  });
}

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

    const platform = { ...hurried(), date: () => 1_000 };
    const putOff = authError("login_backoff", { retryAt: 6_000 });
    const { fetch } = answering(putOff, eventAnswer("data: a\n\n"), stop);
    expect(await toArray(openEvents({ url, fetch, platform }))).toHaveLength(1);
    expect(platform.delays[0]).toBe(5_000 + 3_000);
  });
});

describe("pauses", () => {
  const down = () => new TypeError("fetch failed");

  it("have full jitter below the service's retry, and double with each connection that gives no event", async () => {
    const { delays } = await run([eventAnswer("retry: 2000\ndata: a\n\n"), down(), down(), down(), stop]);
    expect(delays).toEqual([2_000, 2_000, 4_000, 8_000]);
    const none = hurried(0);
    const { fetch } = answering(down(), down(), stop);
    await toArray(openEvents({ url, fetch, platform: none }));
    expect(none.delays).toEqual([0, 0]);
  });

  it("begin anew after an event, but not after a connection that gave none", async () => {
    const empty = () => eventAnswer(": hello\n\n");
    const { delays } = await run([down(), empty(), empty(), eventAnswer("data: a\n\n"), down(), stop]);
    expect(delays).toEqual([3_000, 6_000, 12_000, 3_000, 3_000]);
  });

  it("begin anew after a connection that lasted, though there was nothing to tell", async () => {
    const platform = fakePlatform({ random: () => 1 });
    const { body, end } = feed();
    const { fetch } = answering(down(), down(), new Response(body, { headers }), stop);
    const reading = toArray(openEvents({ url, fetch, platform }));
    // The pauses before it, and a minute.
    await platform.advance(9_000 + 60_000);
    end();
    await platform.finish(reading);
    expect(platform.timers).toEqual([3_000, 6_000, 3_000]);
  });

  it("stay below the cap, and do not hammer with retry: 0", async () => {
    const capped = await run([down(), down(), down(), stop], { reconnect: { baseMs: 500, capMs: 1_500 } });
    expect(capped.delays).toEqual([1_000, 1_500, 1_500]);
    const eager = await run([eventAnswer("retry: 0\ndata: a\n\n"), down(), down(), stop]);
    expect(eager.delays).toEqual([0, 1_000, 2_000]);
  });

  it("keep a retry of any length below what a timer can hold", async () => {
    const { delays } = await run([eventAnswer(`retry: ${"9".repeat(400)}\ndata: a\n\n`), down(), stop]);
    expect(delays).toEqual([600_000, 600_000]);
  });

  it.each([
    ["7", 7_000],
    ["0.5", 500],
    ["Tue, 01 Jan 2030 00:00:09 GMT", 9_000],
    ["Mon, 31 Dec 2029 23:59:00 GMT", 0],
    ["soon", 0],
    ["-5", 0],
  ])("are longer by a Retry-After of %s", async (value, ms) => {
    const busy = new Response("", { status: 503, headers: { "retry-after": value } });
    const platform = { ...hurried(), date: () => Date.UTC(2030, 0, 1) };
    const { fetch } = answering(busy, stop);
    await toArray(openEvents({ url, fetch, platform }));
    expect(platform.delays).toEqual([ms + 3_000]);
  });

  it("measure a date of Retry-After from the answer's own Date", async () => {
    const date = "Fri, 01 Jan 1999 00:00:00 GMT";
    const busy = new Response("", { status: 429, headers: { "retry-after": "Fri, 01 Jan 1999 00:00:04 GMT", date } });
    expect((await run([busy, stop])).delays).toEqual([7_000]);
  });

  it("are not made when the service asks for more than is wanted: the stream fails at once", async () => {
    const busy = problemAnswer(503, "unavailable", { "retry-after": "601" });
    expect((await failing([busy])).error).toMatchObject({ kind: "http", status: 503, code: "unavailable" });
  });

  it("come to an end with maxFailures, with the last error", async () => {
    const { error, asked } = await failing([down(), down(), problemAnswer(503, "unavailable")], {
      reconnect: { maxFailures: 2 },
    });
    expect(error).toMatchObject({ kind: "http", status: 503 });
    expect(asked).toHaveLength(3);
    const ended = await failing([eventAnswer("")], { reconnect: { maxFailures: 0 } });
    expect(ended.error).toMatchObject({ kind: "network", operationId: "stream" });
  });
});

describe("a reconnect", () => {
  it("resumes after the last event, and calls the hooks", async () => {
    const seen: unknown[] = [];
    const lost = feed();
    const { fetch, asked } = answering(
      eventAnswer("id: 1\ndata: a\n\nid: 2\ndata: b\n\nid: 3\ndata: cut off"),
      new Response(lost.body, { headers }),
      eventAnswer("data: d\n\n"),
      stop,
    );
    lost.send("id: 9\ndata: c\n\n");
    const stream = openEvents({
      url,
      fetch,
      platform: hurried(),
      onOpen: (connection) => seen.push(connection.lastEventId),
      onReconnect: ({ error, failures, delayMs, lastEventId }) =>
        seen.push([error?.kind ?? null, failures, delayMs, lastEventId]),
    });
    const data: string[] = [];
    for await (const event of stream) {
      data.push(`${event.id} ${event.data}`);
      expect(stream.lastEventId).toBe(event.id);
      if (event.data === "c") lost.fail();
    }
    expect(data).toEqual(["1 a", "2 b", "9 c", "9 d"]);
    expect(asked.map((each) => each.headers.get("last-event-id"))).toEqual([null, "2", "9", "9"]);
    expect(seen).toEqual(["", [null, 0, 3_000, "2"], "2", ["network", 0, 3_000, "9"], "9", [null, 0, 3_000, "9"]]);
  });

  it("is not disturbed by hooks that throw", async () => {
    const hook = vi.fn(() => {
      throw new Error("observer");
    });
    const { data } = await run([eventAnswer("data: a\n\n"), stop], { onOpen: hook, onReconnect: hook });
    expect(data).toEqual(["a"]);
    expect(hook).toHaveBeenCalledTimes(2);
  });

  it("comes after silence, which comments break", async () => {
    const platform = fakePlatform({ random: () => 1 });
    const quiet = feed();
    const { fetch, asked } = answering(new Response(quiet.body, { headers }), eventAnswer("data: a\n\n"), stop);
    const reading = toArray(openEvents({ url, fetch, platform, idleMs: 45_000, reconnect: { baseMs: 1_000 } }));
    await platform.advance(44_999);
    quiet.send(": heartbeat\n\n");
    await platform.advance(44_999);
    expect(asked).toHaveLength(1);
    expect(quiet.cancelled()).toBe(false);
    await platform.advance(1);
    expect(quiet.cancelled()).toBe(true);
    expect(asked[0]?.signal.aborted).toBe(true);
    await platform.finish(reading);
    expect(asked).toHaveLength(3);
    expect(platform.pending()).toBe(0);
  });

  it("comes after an answer that does not begin, even of a fetch that heeds no signal", async () => {
    const platform = fakePlatform();
    const late = feed();
    const handle: { answer?: (response: Response) => void } = {};
    const never = new Promise<Response>((resolve) => (handle.answer = resolve));
    const { fetch, asked } = answering(never, stop);
    await platform.finish(toArray(openEvents({ url, fetch, platform, idleMs: 1_000 })));
    expect(asked).toHaveLength(2);
    handle.answer?.(new Response(late.body, { headers }));
    await platform.advance(0);
    expect(late.cancelled()).toBe(true);
  });

  it("does not take a slow reader for silence", async () => {
    const platform = fakePlatform();
    const { fetch, asked } = answering(eventAnswer("data: a\n\ndata: b\n\n"), stop);
    const iterator = openEvents({ url, fetch, platform, idleMs: 1_000 })[Symbol.asyncIterator]();
    for (const data of ["a", "b"]) {
      expect((await iterator.next()).value?.data).toBe(data);
      await platform.advance(5_000);
    }
    expect(asked).toHaveLength(1);
    await iterator.return?.();
  });
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
    const step = failureOf(toArray(openEvents({ url, fetch, platform, signal: controller.signal })));
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

describe("options", () => {
  it.each<[string, Partial<EventsOptions>]>([
    ["a URL that is none", { url: "canary" }],
    ["a URL of another scheme", { url: "ftp://example.com/canary" }],
    ["a URL with credentials", { url: "https://canary:canary@example.com/" }],
    ["a header that HTTP does not allow", { headers: { authorization: "bearer canary\nx" } }],
    ["a time that no timer keeps", { idleMs: 2 ** 31 }],
    ["a negative pause", { reconnect: { baseMs: -1 } }],
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
