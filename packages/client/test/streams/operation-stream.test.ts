import type { ProblemCode } from "@fleet-api/contract";
import type { Position, StreamEvent } from "@fleet-api/contract/types/monitoring";
import { describe, expect, expectTypeOf, it } from "vitest";
import { monitoringStream } from "../../src/built/operations.ts";
import { openStream } from "../../src/call/event-stream.ts";
import { createCore } from "../../src/core.ts";
import { createFleetClient, type FleetClient } from "../../src/index.ts";
import { createTestServer } from "../../src/testing/index.ts";
import { jsonResponse, problem } from "../support/answers.ts";
import { eventAnswer, failureOf, feed, headers, hurried, stop, toArray } from "./support.ts";

const baseUrl = "https://fleet.example.com/api/v1";
const end = (id: string): string => `event: end\nid: ${id}\ndata: {"reason":"renewal"}\n\n`;

const refusal = (status: number, code: ProblemCode): Response =>
  jsonResponse(problem(status, code), { status, headers: { "content-type": "application/problem+json" } });

/** A client whose requests get these responses in turn, and what it asked for. */
function clientOf(...responses: (Response | Error)[]) {
  const asked: { url: string; lastEventId: string | null; authorization: string | null }[] = [];
  const fetch = async (input: string | Request, init: RequestInit = {}): Promise<Response> => {
    const sent = new Headers(init.headers);
    asked.push({
      url: String(input),
      lastEventId: sent.get("last-event-id"),
      authorization: sent.get("authorization"),
    });
    const response = responses.shift() ?? stop;
    if (response instanceof Error) throw response;
    return response;
  };
  const options = { baseUrl, fetch, ...hurried() };
  return { asked, fetch, options, fleet: createFleetClient(options) };
}

describe("a stream of the contract", () => {
  it("is opened by its first step, with parameters and headers as any operation has them", async () => {
    const { fleet, asked } = clientOf(eventAnswer(end("a")));
    const query = { channels: ["telemetry", "units"], client_id: 1, unit_ids: [1, 2], cursor: "abc" };
    const stream = fleet.monitoring.stream({ query }, { headers: { authorization: "bearer own" } });
    query.client_id = 2;
    expect(asked).toEqual([]);
    expect(await toArray(stream)).toEqual([{ event: "end", id: "a", data: { reason: "renewal" } }]);
    const search = "channels=telemetry,units&client_id=1&unit_ids=1,2&cursor=abc";
    expect(asked[0]).toEqual({
      url: `${baseUrl}/monitoring/stream?${search}`,
      lastEventId: null,
      authorization: "bearer own",
    });
  });

  it("continues after the last event, through a lost connection and a service that is away", async () => {
    const { fleet, asked } = clientOf(
      eventAnswer(end("a") + end("b")),
      new TypeError("fetch failed"),
      refusal(503, "unavailable"),
      eventAnswer(end("c")),
    );
    const stream = fleet.monitoring.stream({}, { lastEventId: "0" });
    expect(stream.lastEventId).toBe("0");
    expect((await toArray(stream)).map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(asked.map(({ lastEventId }) => lastEventId)).toEqual(["0", "b", "b", "b", "c"]);
    expect(stream.lastEventId).toBe("c");
  });

  it("moves on with an id that has no data", async () => {
    const { fleet, asked } = clientOf(eventAnswer("id: x\n\n"));
    expect(await toArray(fleet.monitoring.stream())).toEqual([]);
    expect(asked.map(({ lastEventId }) => lastEventId)).toEqual([null, "x"]);
  });

  it.each([
    [401, "token_revoked"],
    [403, "permission_denied"],
    [422, "validation_failed"],
  ] as const)("ends with the problem of a %i", async (status, code) => {
    const { fleet } = clientOf(refusal(status, code));
    expect(await failureOf(toArray(fleet.monitoring.stream()))).toMatchObject({
      kind: "http",
      operationId: "monitoringStream",
      status,
      code,
    });
  });

  it("reads events as exactly as responses, and says so where it cannot", async () => {
    const text = 'event: units\ndata: [{"unit_id":9007199254740993}]\n\n';
    const failure = await failureOf(toArray(clientOf(eventAnswer(text)).fleet.monitoring.stream()));
    expect(failure).toMatchObject({ kind: "decode", operationId: "monitoringStream" });
    expect(JSON.stringify(failure) + String(failure)).not.toContain("9007199254740993");
    const { options } = clientOf(eventAnswer(text));
    const own = createFleetClient({ ...options, json: { parse: (json) => [json.length] } });
    expect(await toArray(own.monitoring.stream())).toMatchObject([{ data: [30] }]);
  });

  it.each([
    ["close", (stream: { close(): void }) => stream.close()],
    ["the client", (_stream: unknown, fleet: FleetClient) => fleet.close()],
  ])("is ended by %s while it waits, without an error", async (_what, act) => {
    const source = feed();
    const { fleet } = clientOf(new Response(source.body, { headers }));
    const stream = fleet.monitoring.stream();
    const events = stream[Symbol.asyncIterator]();
    const first = events.next();
    source.send(end("a"));
    expect((await first).value).toMatchObject({ id: "a" });
    const second = events.next();
    act(stream, fleet);
    expect(await second).toEqual({ done: true, value: undefined });
    await expect.poll(() => source.cancelled()).toBe(true);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it("sends nothing after the client was closed", async () => {
    const { fleet, asked } = clientOf();
    fleet.close();
    expect(await toArray(fleet.monitoring.stream())).toEqual([]);
    expect(asked).toEqual([]);
  });

  it("connects again after three heartbeats of silence, unless another time is given", async () => {
    for (const [idleMs, expected] of [
      [undefined, 45_000],
      [7, 7],
    ] as const) {
      const waits: number[] = [];
      const timers = {
        setTimeout: (callback: () => void, ms: number): unknown => {
          waits.push(ms);
          return setTimeout(callback, 0);
        },
        clearTimeout: (timer: unknown): void => clearTimeout(timer as NodeJS.Timeout),
      };
      const { options, asked } = clientOf(new Response(feed().body, { headers }));
      const fleet = createFleetClient({ ...options, timers });
      expect(await toArray(fleet.monitoring.stream({}, { idleMs }))).toEqual([]);
      expect(asked).toHaveLength(2);
      expect(waits).toContain(expected);
    }
  });

  it("is ended by its signal, and by leaving the loop", async () => {
    const source = feed();
    const { fleet } = clientOf(new Response(source.body, { headers }));
    source.send(end("a") + end("b"));
    for await (const { id } of fleet.monitoring.stream()) {
      expect(id).toBe("a");
      break;
    }
    await expect.poll(() => source.cancelled()).toBe(true);
    const aborted = fleet.monitoring.stream({}, { signal: AbortSignal.abort() });
    expect(await failureOf(toArray(aborted))).toMatchObject({ kind: "abort", operationId: "monitoringStream" });
  });

  it("sends nothing that it refuses, and names the operation", async () => {
    const { fleet, asked } = clientOf();
    const wrong = fleet.monitoring.stream({ query: { unit_ids: [] } });
    expect(await failureOf(toArray(wrong))).toMatchObject({ kind: "request", operationId: "monitoringStream" });
    expect(asked).toEqual([]);
  });

  it("has path parameters as any operation has them", async () => {
    const { options, asked } = clientOf();
    const facts = { id: "unitsStream", verb: "GET", path: "/units/{unit_id}/stream", statuses: [200] };
    expect(await toArray(createCore(options).stream(openStream, facts, { path: { unit_id: 7 } }))).toEqual([]);
    expect(asked[0]?.url).toBe(`${baseUrl}/units/7/stream`);
  });

  it("is the same by its id, and in the small client", async () => {
    const { fleet, options } = clientOf(eventAnswer(end("a")), stop, eventAnswer(end("b")), stop);
    expect(await toArray(fleet.op("monitoringStream"))).toHaveLength(1);
    expect(await toArray(monitoringStream(createCore(options), { query: { client_id: 1 } }))).toHaveLength(1);
  });

  it("has events of the contract in a service in memory", async () => {
    const server = createTestServer({ sessions: false });
    const fleet = createFleetClient({ baseUrl: server.baseUrl, fetch: server.fetch, ...hurried() });
    for await (const { event, data } of fleet.monitoring.stream()) {
      expect([event, data]).toEqual(["positions", [expect.objectContaining({ unit_id: expect.any(Number) })]]);
      break;
    }
    server.use({ monitoringStream: () => ({ events: [{ event: "end", id: "x", data: { reason: "shutdown" } }] }) });
    for await (const { event } of fleet.monitoring.stream()) {
      expect(event).toBe("end");
      break;
    }
  });
});

it("knows its events by their names, and its options", () => {
  const read = async (fleet: FleetClient): Promise<void> => {
    for await (const event of fleet.monitoring.stream()) {
      expectTypeOf(event).toEqualTypeOf<StreamEvent>();
      if (event.event === "positions") expectTypeOf(event.data).toEqualTypeOf<Position[]>();
    }
    // @ts-expect-error a stream has no time limit
    fleet.monitoring.stream({}, { timeoutMs: 1 });
    // @ts-expect-error a misspelt parameter
    fleet.monitoring.stream({ query: { unit_id: 1 } });
    // @ts-expect-error a stream is no call with a result
    void fleet.monitoring.stream().orThrow;
    // @ts-expect-error a call is no stream
    void fleet.monitoring.feed().close;
  };
  expectTypeOf(read).returns.toEqualTypeOf<Promise<void>>();
});
