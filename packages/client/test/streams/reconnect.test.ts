import { describe, expect, it, vi } from "vitest";
import { openEvents, type Reconnect, type ReconnectOptions } from "../../src/streams/index.ts";
import { rejects, unhandledIn } from "../observe/unhandled.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import {
  answering,
  eventAnswer,
  failing,
  feed,
  headers,
  hurried,
  problemAnswer,
  run,
  stop,
  toArray,
  url,
} from "./support.ts";

describe("pauses", () => {
  const down = () => new TypeError("fetch failed");

  /** Delays after connections that last so long, and give an event or none. */
  async function delaysAfter(connections: readonly { ms: number; text: string }[], options: ReconnectOptions = {}) {
    const platform = fakePlatform({ random: () => 1 });
    const feeds = connections.map(({ text }) => {
      const each = feed();
      each.send(text);
      return each;
    });
    const { fetch } = answering(...feeds.map(({ body }) => new Response(body, { headers })), stop);
    const delays: number[] = [];
    const onReconnect = ({ delayMs }: Reconnect): void => void delays.push(delayMs);
    const reading = toArray(openEvents({ url, fetch, ...platform, reconnect: options, onReconnect }));
    for (const [at, { ms }] of connections.entries()) {
      await platform.advance(ms);
      feeds[at]?.end();
      await platform.advance(0);
      await platform.advance(delays[at] ?? 0);
    }
    await reading;
    return delays;
  }

  it("have full jitter below the service's retry, and double with each connection that ends soon", async () => {
    const { delays } = await run([eventAnswer("retry: 2000\ndata: a\n\n"), down(), down(), down(), stop]);
    expect(delays).toEqual([2_000, 4_000, 8_000, 16_000]);
    const half = hurried(0.5);
    const { fetch } = answering(down(), down(), stop);
    await toArray(openEvents({ url, fetch, ...half }));
    expect(half.delays).toEqual([1_500, 3_000]);
  });

  it("begin anew after a connection that gave an event and lasted 5 s, but not after a shorter one", async () => {
    const [told, empty] = ["data: a\n\n", ": hello\n\n"];
    const short = { ms: 0, text: told };
    expect(await delaysAfter([short, short, { ms: 5_000, text: told }, short])).toEqual([3_000, 6_000, 3_000, 3_000]);
    expect(await delaysAfter([short, short, { ms: 4_999, text: told }])).toEqual([3_000, 6_000, 12_000]);
    expect(await delaysAfter([short, short, { ms: 59_999, text: empty }])).toEqual([3_000, 6_000, 12_000]);
  });

  it("grow for a service that greets and hangs up, whatever its retry, and are never nothing", async () => {
    const greeting = { ms: 0, text: "retry: 0\ndata: hello\n\n" };
    const delays = await delaysAfter(Array.from({ length: 9 }, () => greeting));
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    const none = hurried(0);
    const { fetch } = answering(eventAnswer("retry: 0\ndata: a\n\n"), down(), stop);
    await toArray(openEvents({ url, fetch, ...none, reconnect: { baseMs: 0, capMs: 0 } }));
    expect(none.delays).toEqual([100, 100]);
    expect(await delaysAfter([{ ...greeting, ms: 5_000 }])).toEqual([100]);
  });

  it("stay at retry for a service that is polled so, with a capMs of no more", async () => {
    const polled = { ms: 0, text: "retry: 2000\ndata: a\n\n" };
    expect(await delaysAfter([polled, polled, polled], { capMs: 0 })).toEqual([2_000, 2_000, 2_000]);
  });

  it("begin anew after a connection that lasted, though there was nothing to tell", async () => {
    const platform = fakePlatform({ random: () => 1 });
    const { body, end } = feed();
    const { fetch } = answering(down(), down(), new Response(body, { headers }), stop);
    const reading = toArray(openEvents({ url, fetch, ...platform }));
    // The pauses before it, and a minute.
    await platform.advance(9_000 + 60_000);
    end();
    await platform.finish(reading);
    expect(platform.waits).toEqual([3_000, 6_000, 3_000]);
  });

  it("begin anew after a connection that gave heartbeats, and was cut by a proxy", async () => {
    const platform = fakePlatform({ random: () => 1 });
    const feeds = [feed(), feed(), feed()];
    const { fetch } = answering(...feeds.map(({ body }) => new Response(body, { headers })), stop);
    const reading = toArray(openEvents({ url, fetch, ...platform, reconnect: { maxFailures: 0 } }));
    for (const { send, end } of feeds) {
      send(": hello\n\n");
      await platform.advance(15_000);
      send(":\n\n");
      await platform.advance(15_000);
      end();
      await platform.advance(0);
      await platform.advance(3_000);
    }
    await reading;
    expect(platform.waits).toEqual([3_000, 3_000, 3_000]);
  });

  it("stay below the cap, and do not hammer with retry: 0", async () => {
    const capped = await run([down(), down(), down(), stop], { reconnect: { baseMs: 500, capMs: 1_500 } });
    expect(capped.delays).toEqual([1_000, 1_500, 1_500]);
    const eager = await run([eventAnswer("retry: 0\ndata: a\n\n"), down(), down(), stop]);
    expect(eager.delays).toEqual([1_000, 2_000, 4_000]);
  });

  it("keep a retry of any length below what a timer can hold", async () => {
    const { delays } = await run([eventAnswer(`retry: ${"9".repeat(400)}\ndata: a\n\n`), down(), stop]);
    expect(delays).toEqual([600_000, 600_000]);
  });

  it.each([
    ["7", 7_000],
    ["0.5", 0],
    ["Tue, 01 Jan 2030 00:00:09 GMT", 9_000],
    ["Mon, 31 Dec 2029 23:59:00 GMT", 0],
    ["soon", 0],
    ["-5", 0],
    ["1e1", 0],
    ["0x10", 0],
    ["Sun Feb 31 00:00:09 2030", 0],
  ])("are longer by a Retry-After of %s", async (value, ms) => {
    const busy = new Response("", { status: 503, headers: { "retry-after": value } });
    const platform = { ...hurried(), clock: { now: () => Date.UTC(2030, 0, 1) } };
    const { fetch } = answering(busy, stop);
    await toArray(openEvents({ url, fetch, ...platform }));
    expect(platform.delays).toEqual([ms + 3_000]);
  });

  it("measure a date of Retry-After from the answer's own Date", async () => {
    const date = "Fri, 01 Jan 1999 00:00:00 GMT";
    const busy = new Response("", { status: 429, headers: { "retry-after": "Fri, 01 Jan 1999 00:00:04 GMT", date } });
    expect((await run([busy, stop])).delays).toEqual([7_000]);
  });

  it("measure it from our clock where the Date is not valid", async () => {
    const busy = new Response("", {
      status: 503,
      headers: { "retry-after": "Tue, 01 Jan 2030 00:00:09 GMT", date: "5" },
    });
    const platform = { ...hurried(), clock: { now: () => Date.UTC(2030, 0, 1) } };
    await toArray(openEvents({ url, fetch: answering(busy, stop).fetch, ...platform }));
    expect(platform.delays).toEqual([12_000]);
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

  it("do not come to an end with maxFailures while each connection gives an event", async () => {
    const greeting = () => eventAnswer("data: a\n\n");
    const options = { reconnect: { maxFailures: 0 } };
    expect((await run([greeting(), greeting(), greeting(), stop], options)).data).toHaveLength(3);
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
      ...hurried(),
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
    expect(seen).toEqual(["", [null, 0, 3_000, "2"], "2", ["network", 0, 6_000, "9"], "9", [null, 0, 12_000, "9"]]);
  });

  it("is not disturbed by hooks that throw", async () => {
    const hook = vi.fn(() => {
      throw new Error("observer");
    });
    const { data } = await run([eventAnswer("data: a\n\n"), stop], { onOpen: hook, onReconnect: hook });
    expect(data).toEqual(["a"]);
    expect(hook).toHaveBeenCalledTimes(2);
  });

  it("is not disturbed by hooks that reject", async () => {
    const options = { onOpen: rejects, onReconnect: rejects };
    expect(await unhandledIn(() => run([eventAnswer("data: a\n\n"), stop], options))).toEqual([]);
  });

  it("comes after silence, which comments break", async () => {
    const platform = fakePlatform({ random: () => 1 });
    const quiet = feed();
    const { fetch, asked } = answering(new Response(quiet.body, { headers }), eventAnswer("data: a\n\n"), stop);
    const reading = toArray(openEvents({ url, fetch, ...platform, idleMs: 45_000, reconnect: { baseMs: 1_000 } }));
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
    await platform.finish(toArray(openEvents({ url, fetch, ...platform, idleMs: 1_000 })));
    expect(asked).toHaveLength(2);
    handle.answer?.(new Response(late.body, { headers }));
    await platform.advance(0);
    expect(late.cancelled()).toBe(true);
  });

  it("does not take a slow reader for silence", async () => {
    const platform = fakePlatform();
    const { fetch, asked } = answering(eventAnswer("data: a\n\ndata: b\n\n"), stop);
    const iterator = openEvents({ url, fetch, ...platform, idleMs: 1_000 })[Symbol.asyncIterator]();
    for (const data of ["a", "b"]) {
      expect((await iterator.next()).value?.data).toBe(data);
      await platform.advance(5_000);
    }
    expect(asked).toHaveLength(1);
    await iterator.return?.();
  });
});
