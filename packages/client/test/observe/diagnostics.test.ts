import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { notify } from "../../src/call/notify.ts";
import { type Middleware, createFleetClient } from "../../src/index.ts";
import { type CallMessage, diagnostics } from "../../src/observe/index.ts";
import { baseUrl, jsonResponse, problem } from "../support/answers.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { rejects, unhandledIn } from "./unhandled.ts";

const pong = async () => jsonResponse({ data: {} }, { headers: { "x-request-id": "r-1" } });

/** Listens to channels until the test ends; gives copies, and the messages themselves. */
function listen(...names: string[]) {
  const heard: [string, object][] = [];
  const messages: unknown[] = [];
  for (const name of names) {
    const hear = (message: unknown): void => {
      messages.push(message);
      heard.push([name, { ...Object(message) }]);
    };
    subscribe(`fleet-api:call:${name}`, hear);
    onTestFinished(() => void unsubscribe(`fleet-api:call:${name}`, hear));
  }
  return { heard, messages };
}

describe("diagnostics", () => {
  it("publishes start and end of a call, as one object", async () => {
    const { heard, messages } = listen("start", "end", "error");
    const use = [diagnostics()];
    await createFleetClient({ baseUrl, fetch: pong, use, retry: false, ...fakePlatform() }).tests.ping();
    const subject = { operationId: "testsPing", verb: "GET", path: "/tests/ping" };
    const end = { status: 200, kind: null, code: null, attempts: 1, durationMs: 0, requestId: "r-1" };
    expect(heard).toEqual([
      ["start", subject],
      ["end", { ...subject, ...end }],
    ]);
    expect(messages[0]).toBe(messages[1]);
  });

  it("publishes a failure before the end, without secrets", async () => {
    const { heard } = listen("start", "end", "error");
    const fetch = async () =>
      jsonResponse(problem(404, "not_found"), { status: 404, headers: { "x-request-id": "for hunter22" } });
    const fleet = createFleetClient({ baseUrl, fetch, use: [diagnostics()], retry: false });
    await fleet.auth.registration({ path: { registration_token: "hunter22" } });
    expect(heard.map(([name]) => name)).toEqual(["start", "error", "end"]);
    expect(heard[1]?.[1]).toMatchObject({ kind: "http", code: "not_found", path: "/auth/registration/REDACTED" });
    expect(JSON.stringify(heard)).not.toContain("hunter22");
  });

  it("is heard by one who listens to failures only", async () => {
    const { heard } = listen("error");
    const fleet = createFleetClient({ baseUrl, fetch: pong, use: [diagnostics()], retry: false });
    await fleet.tests.ping();
    await fleet.tests.ping({}, { signal: AbortSignal.abort() });
    expect(heard).toMatchObject([["error", { kind: "abort" } satisfies Partial<CallMessage>]]);
  });

  it("does nothing while nobody listens", async () => {
    const publish = vi.spyOn(channel("fleet-api:call:start"), "publish");
    onTestFinished(() => publish.mockRestore());
    const monotonic = vi.fn(() => 0);
    const reads = async (use: Middleware[]): Promise<number> => {
      monotonic.mockClear();
      const clock = { now: () => 0, monotonic };
      await createFleetClient({ baseUrl, fetch: pong, use, retry: false, clock }).tests.ping();
      return monotonic.mock.calls.length;
    };
    expect(await reads([diagnostics()])).toBe(await reads([]));
    expect(publish).not.toHaveBeenCalled();
  });

  it.each([
    ["there is no such function", undefined],
    ["there is no such module", () => undefined],
  ])("does nothing where %s", async (_where, getBuiltinModule) => {
    listen("start");
    vi.stubGlobal("process", { ...process, getBuiltinModule });
    const use = [diagnostics()];
    vi.unstubAllGlobals();
    expect(await createFleetClient({ baseUrl, fetch: pong, use, retry: false }).tests.ping()).toMatchObject({
      ok: true,
    });
  });

  it("does nothing where there is no process", async () => {
    vi.stubGlobal("process", undefined);
    const use = [diagnostics()];
    vi.unstubAllGlobals();
    expect(await createFleetClient({ baseUrl, fetch: pong, use, retry: false }).tests.ping()).toMatchObject({
      ok: true,
    });
  });
});

describe("notify", () => {
  it("calls the observer at once", () => {
    const observer = vi.fn();
    notify(observer);
    expect(observer).toHaveBeenCalledTimes(1);
  });

  it("drops what it throws", () => {
    const observer = (): never => {
      throw new Error("observer");
    };
    expect(() => notify(observer)).not.toThrow();
  });

  it("drops what it rejects with, also if that is no Promise of ours", async () => {
    const thenable = new Proxy({}, { get: () => (_ok: unknown, no: (reason: unknown) => void) => no("no") });
    expect(await unhandledIn(() => [rejects, () => thenable].forEach(notify))).toEqual([]);
  });

  it("drops what the answer itself throws when it is looked at", async () => {
    const answer = new Proxy(
      {},
      {
        get: () => {
          throw new Error("getter");
        },
      },
    );
    expect(await unhandledIn(() => notify(() => answer))).toEqual([]);
  });
});
