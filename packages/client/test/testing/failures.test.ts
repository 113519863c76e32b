import { describe, expect, it } from "vitest";
import { problem } from "../../src/testing/index.ts";
import { deferred } from "../support/deferred.ts";
import { send, setUp } from "./support.ts";

const badGateway = (): Response =>
  new Response("<html>Bad Gateway</html>", { status: 502, headers: { "content-type": "text/html" } });

describe("failNext", () => {
  it("makes so many calls of one operation fail, and no others", async () => {
    const { server, fleet } = setUp();
    server.failNext("unitsListing", "network", { times: 2 });
    expect((await fleet.tests.ping()).ok).toBe(true);
    expect(await fleet.units.listing()).toMatchObject({ ok: false, kind: "network" });
    expect(await fleet.units.listing()).toMatchObject({ ok: false, kind: "network" });
    expect((await fleet.units.listing()).ok).toBe(true);
    server.assertNoErrors();
  });

  it("takes failures in the order in which they were planned", async () => {
    const { server, fleet } = setUp();
    server.failNext("*", problem("unavailable", { retry_after_s: 7 }));
    server.failNext("unitsListing", badGateway(), { times: 2 });
    const first = await fleet.units.listing();
    expect(first).toMatchObject({ kind: "http", status: 503, error: { code: "unavailable", retry_after_s: 7 } });
    expect(first.headers?.get("retry-after")).toBe("7");
    expect(await fleet.units.listing()).toMatchObject({ kind: "unexpected", status: 502 });
    expect(await fleet.units.listing()).toMatchObject({ kind: "unexpected", status: 502 });
    expect((await fleet.units.listing()).ok).toBe(true);
  });

  it("is seen by a client that retries", async () => {
    const { server, fleet } = setUp({}, { retry: { maxDelayMs: 1, baseDelayMs: 1 } });
    server.failNext("unitsListing", "network", { times: 2 });
    expect((await fleet.units.listing().orThrow()).meta.attempts).toBe(3);
    expect(server.callsOf("unitsListing")).toHaveLength(3);
  });

  it("refuses a response that has been read", async () => {
    const { server, fleet } = setUp();
    const response = badGateway();
    await response.text();
    server.failNext("testsPing", response);
    await fleet.tests.ping();
    expect(() => server.assertNoErrors()).toThrow(
      "testsPing: the response breaks the contract: it is a Response whose body",
    );
  });

  it("takes an error response of the platform for no answer", async () => {
    const { server } = setUp();
    server.failNext("testsPing", Response.error());
    await expect(send(server, "/tests/ping")).rejects.toThrow(new TypeError("fetch failed"));
  });

  it("hangs until the signal aborts", async () => {
    const { server, fleet } = setUp();
    server.failNext("unitsListing", "hang", { times: 2 });
    expect(await fleet.units.listing({}, { timeoutMs: 1 })).toMatchObject({ kind: "timeout" });
    const controller = new AbortController();
    const pending = send(server, "/units/listing", { signal: controller.signal });
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });

  it("is what a handler may give as well", async () => {
    const { server, fleet } = setUp();
    server.use({ unitsListing: ({ query }) => (query.page === 2 ? "network" : { data: [] }), testsPing: badGateway });
    expect((await fleet.units.listing()).ok).toBe(true);
    expect(await fleet.units.listing({ query: { page: 2 } })).toMatchObject({ kind: "network" });
    expect(await fleet.tests.ping()).toMatchObject({ kind: "unexpected", status: 502 });
    server.assertNoErrors();
  });
});

describe("delayNext", () => {
  it("holds a call until the promise of the test is fulfilled", async () => {
    const { server, fleet } = setUp();
    const gate = deferred();
    server.delayNext("unitsListing", () => gate.promise);
    let answered = false;
    const held = Promise.resolve(fleet.units.listing()).then((result) => {
      answered = true;
      return result;
    });
    expect((await fleet.tests.ping()).ok).toBe(true);
    expect(answered).toBe(false);
    gate.resolve();
    expect((await held).ok).toBe(true);
  });

  it("comes before a failure", async () => {
    const { server, fleet } = setUp();
    const order: string[] = [];
    server.delayNext("*", async () => void order.push("delayed"));
    server.failNext("*", "network");
    await fleet.tests.ping();
    order.push("failed");
    expect(order).toEqual(["delayed", "failed"]);
  });

  it("that fails is a mistake of the test", async () => {
    const { server, fleet } = setUp();
    server.delayNext("*", () => Promise.reject(new Error("no clock")));
    await fleet.tests.ping();
    expect(() => server.assertNoErrors()).toThrow("testsPing: the delay failed: Error: no clock");
  });
});

describe("signals", () => {
  it("that aborted before leave no call", async () => {
    const { server } = setUp();
    await expect(send(server, "/tests/ping", { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(server.calls).toEqual([]);
  });

  it("end a handler that is still at work, whose error is then nobody's mistake", async () => {
    const { server } = setUp();
    const controller = new AbortController();
    server.use({
      testsPing: ({ signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    });
    const pending = send(server, "/tests/ping", { signal: controller.signal });
    setTimeout(() => controller.abort(), 0);
    await expect(pending).rejects.toMatchObject({ name: "AbortError" });
    server.assertNoErrors();
  });

  it("of calls from before a reset change nothing after it", async () => {
    const { server, fleet } = setUp();
    const gate = deferred();
    server.use({ testsPing: () => gate.promise.then(() => Object({ data: 1 })) });
    const late = Promise.resolve(fleet.tests.ping());
    await fleet.units.listing();
    server.reset();
    gate.resolve();
    expect((await late).ok).toBe(false);
    expect([server.errors, server.calls]).toEqual([[], []]);
  });
});
