import { describe, expect, it, vi } from "vitest";
import { openEvents, type EventsOptions } from "../../src/streams/index.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { answering, failing, eventAnswer, failureOf, feed, headers, run, stop, toArray, url } from "./support.ts";

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
