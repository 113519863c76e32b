import { expect, describe, it } from "vitest";
import { monitoringIngest } from "../../src/built/operations.ts";
import { type OperationFacts, createCore } from "../../src/core.ts";
import { createFleetClient } from "../../src/index.ts";
import { retry, type RetryOptions } from "../../src/retry/index.ts";
import { baseUrl, jsonResponse, problem } from "../support/answers.ts";
import { fakePlatform, type FakePlatformOptions } from "../support/fake-platform.ts";
import { sendJson, serve } from "../support/server.ts";

const units: OperationFacts = { id: "unitsListing", verb: "GET", path: "/units", statuses: [200, 503] };

/** A client whose service answers as told, and when it was asked. */
function setUp(
  answer: (nth: number) => Response | Promise<Response>,
  { attempts = 3, ...options }: RetryOptions & FakePlatformOptions = {},
) {
  const platform = fakePlatform(options);
  const times: number[] = [];
  const fetch = async (): Promise<Response> => answer(times.push(platform.clock.monotonic()));
  const core = createCore({ baseUrl, ...platform, use: [retry({ ...options, attempts })], fetch });
  return { platform, core, times };
}

const busy = (headers: HeadersInit = {}): Response =>
  jsonResponse(problem(503, "internal_error"), { status: 503, headers });
const well = (): Response => jsonResponse({ data: { id: 1 } });

describe("a client that retries", () => {
  it("ends a wait when the caller aborts, and sends nothing more", async () => {
    const { core, platform, times } = setUp(() => busy({ "retry-after": "20" }));
    const controller = new AbortController();
    const call = core.call(units, {}, { signal: controller.signal }).withResponse();
    await platform.advance(1000);
    controller.abort(new Error("left the page"));
    const { result } = await call;
    expect(result).toMatchObject({
      kind: "abort",
      error: { cause: { message: "left the page" } },
      meta: { attempts: 1 },
    });
    await platform.advance(60_000);
    expect([times, platform.pending()]).toEqual([[0], 0]);
  });

  it("ends with the deadline of the call, and does not wait past it", async () => {
    const { core, platform, times } = setUp(() => busy(), { attempts: 9, random: () => 0.999 });
    const result = await platform.finish(core.call(units, {}, { deadlineMs: 2000 }));
    expect(result).toMatchObject({ status: 503, meta: { attempts: 4 } });
    expect(times.every((at) => at < 2000)).toBe(true);
    expect(platform.pending()).toBe(0);
  });

  it("takes a deadline that passes during a try for the end of the call, not for a reason to try again", async () => {
    const { core, platform, times } = setUp((nth) => (nth === 1 ? busy() : new Promise(() => {})));
    const result = await platform.finish(core.call(units, {}, { deadlineMs: 1000 }));
    expect(result).toMatchObject({ kind: "timeout", meta: { attempts: 2, durationMs: 1000 } });
    expect([times.length, platform.pending()]).toEqual([2, 0]);
  });

  it("makes a try again that took too long", async () => {
    const { core, platform, times } = setUp((nth) => (nth === 1 ? new Promise(() => {}) : well()));
    expect(await platform.finish(core.call(units, {}, { timeoutMs: 500 }))).toMatchObject({ ok: true });
    expect(times).toEqual([0, 625]);
  });

  it("sends a POST again that the contract marks as safe to repeat, without a key, and no other", async () => {
    const server = await serve((_seen, response) => {
      if (server.seen.length === 1) response.destroy();
      else if (server.seen.length === 2) sendJson(response, 503, problem(503, "unavailable"));
      else sendJson(response, 200, { data: { stored: 1, duplicates: 0, failed: 0, failures: [] } });
    });
    const fleet = createFleetClient({ baseUrl: server.baseUrl, retry: { baseDelayMs: 0 } });
    const items = [{ unit_id: 1, recorded_at: "2026-01-15T08:30:00.000Z", latitude: 0, longitude: 0 }];
    const core = createCore({ baseUrl: server.baseUrl, use: [retry({ baseDelayMs: 0 })] });
    for (const call of [
      () => fleet.monitoring.ingest({ body: { items } }),
      () => monitoringIngest(core, { body: { items } }),
    ]) {
      server.seen.length = 0;
      expect(await call()).toMatchObject({ ok: true, meta: { attempts: 3 } });
      expect(server.seen.map(({ body, headers }) => [body, headers["idempotency-key"]])).toEqual(
        Array.from({ length: 3 }, () => [JSON.stringify({ items }), undefined]),
      );
    }
    server.seen.length = 0;
    const login = await fleet.auth.login({ body: { username: "a", password: "b" } });
    expect(login).toMatchObject({ kind: "network", meta: { attempts: 1 } });
  });

  it("works over a socket, on the clock of the machine: cut off, refused for now, then well", async () => {
    const server = await serve((_seen, response) => {
      const nth = server.seen.length;
      if (nth === 1) {
        response.writeHead(200, { "content-type": "application/json", "content-length": 100 }).write('{"data":');
        response.destroy();
      } else if (nth === 2) sendJson(response, 503, {}, { "retry-after": "0" });
      else sendJson(response, 200, { data: { id: 7 } });
    });
    const core = createCore({ baseUrl: server.baseUrl, use: [retry({ baseDelayMs: 0 })] });
    const result = await core.call({ ...units, verb: "PUT", keyed: true }, { body: { name: "ä" } });
    expect(result).toMatchObject({ ok: true, data: { id: 7 }, meta: { attempts: 3 } });
    const [first] = server.seen;
    expect(first?.headers["idempotency-key"]).toMatch(/^[\da-f-]{36}$/);
    expect(server.seen.map(({ method, body, headers }) => [method, body, headers["idempotency-key"]])).toEqual(
      Array.from({ length: 3 }, () => ["PUT", '{"name":"ä"}', first?.headers["idempotency-key"]]),
    );
  });
});
