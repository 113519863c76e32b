import { inspect } from "node:util";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createFleetClient, type Middleware } from "../../src/index.ts";
import { logger, type LoggerOptions, type LogRecord } from "../../src/observe/index.ts";
import { baseUrl, jsonResponse, problem } from "../support/answers.ts";
import { fakePlatform } from "../support/fake-platform.ts";

const secret = "hunter22-s3cr3t";

/** A client with a logger, and what it told. */
function logged(fetch: () => Promise<Response>, options: Partial<LoggerOptions> = {}, more: Middleware[] = []) {
  const records: LogRecord[] = [];
  const levels: string[] = [];
  const log = (record: LogRecord, level: string) => (records.push(record), levels.push(level));
  const platform = fakePlatform();
  const use = [logger({ log, ...options }), ...more];
  return { records, levels, platform, fleet: createFleetClient({ baseUrl, fetch, use, ...platform, retry: false }) };
}

const pong = async () => jsonResponse({ data: {} }, { headers: { "x-request-id": "r-1" } });

describe("logger", () => {
  it("tells of a call once, when it is over", async () => {
    const slow: Middleware = async (context, next) => (await platform.advance(12.4), next(context));
    const { fleet, records, levels, platform } = logged(pong, {}, [slow]);
    await fleet.tests.ping();
    expect(levels).toEqual(["info"]);
    expect(records).toEqual([
      {
        event: "call",
        operationId: "testsPing",
        verb: "GET",
        path: "/tests/ping",
        status: 200,
        kind: null,
        code: null,
        attempts: 1,
        durationMs: 12,
        requestId: "r-1",
      },
    ]);
  });

  it.each<[string, () => Promise<Response>, Partial<LogRecord>, string]>([
    [
      "a problem",
      async () => jsonResponse(problem(422, "validation_failed"), { status: 422 }),
      { kind: "http", code: "validation_failed", status: 422 },
      "warn",
    ],
    [
      "a fault of the service",
      async () => jsonResponse(problem(503, "unavailable"), { status: 503 }),
      { kind: "http", code: "unavailable", status: 503 },
      "error",
    ],
    [
      "no answer",
      () => Promise.reject(new TypeError("fetch failed")),
      { kind: "network", code: "network", status: null, requestId: null },
      "error",
    ],
  ])("tells of a failure: %s", async (_what, fetch, expected, level) => {
    const { fleet, records, levels } = logged(fetch);
    await fleet.tests.ping();
    expect(records).toMatchObject([{ event: "failure", ...expected }]);
    expect(levels).toEqual([level]);
  });

  it("tells of an abort as a warning", async () => {
    const { fleet, records, levels } = logged(pong);
    await fleet.tests.ping({}, { signal: AbortSignal.abort() });
    expect([records[0]?.kind, levels[0]]).toEqual(["abort", "warn"]);
  });

  it.each([
    ["info", 3],
    ["warn", 2],
    ["error", 1],
  ] as const)("with level %s tells of %i of a success, a refusal and a fault", async (level, count) => {
    const statuses = [200, 422, 503];
    const { fleet, records } = logged(
      async () => {
        const status = statuses.shift() ?? 0;
        return jsonResponse(status === 200 ? { data: {} } : problem(status, "unavailable"), { status });
      },
      { level },
    );
    for (let n = 0; n < 3; n += 1) await fleet.tests.ping();
    expect(records).toHaveLength(count);
  });

  it("with level debug adds headers, without those that may hold a credential", async () => {
    const { fleet, records } = logged(
      async () => jsonResponse({ data: {} }, { headers: { authorization: `bearer ${secret}`, etag: '"v1"' } }),
      { level: "debug" },
    );
    await fleet.tests.ping({}, { headers: { "X-Api-Key": secret, "If-None-Match": '"v0"' } });
    expect(records[0]).toMatchObject({
      requestHeaders: { "x-api-key": "[redacted]", "if-none-match": '"v0"' },
      responseHeaders: { authorization: "[redacted]", etag: '"v1"' },
    });
    expect(JSON.stringify(records)).not.toContain(secret);
  });

  it("shows query and path, without secret path parameters", async () => {
    const { fleet, records } = logged(pong);
    await fleet.auth.registration({ path: { registration_token: secret } });
    await fleet.auth.permission({ path: { resource: "units", action: "view" }, query: { client_id: 7 } });
    expect(records.map(({ path, query }) => [path, query])).toEqual([
      ["/auth/registration/REDACTED", undefined],
      ["/auth/permission/units/action/view", { client_id: 7 }],
    ]);
  });

  it("shows bodies only when asked to, and then without secrets, also those that the service repeats", async () => {
    const answer = problem(422, "validation_failed", {
      detail: `the password ${secret} is too short`,
      instance: `/api/v1/x/${secret}`,
      request_id: secret,
    });
    const fetch = async () => jsonResponse(answer, { status: 422, headers: { "x-request-id": `r-${secret}` } });
    const quiet = logged(fetch);
    const body = { username: "ada", password: secret };
    await quiet.fleet.auth.login({ body });
    expect(quiet.records[0]).not.toHaveProperty("requestBody");
    expect(quiet.records[0]).not.toHaveProperty("responseBody");

    const { fleet, records } = logged(fetch, { bodies: true, level: "debug" });
    await fleet.auth.login({ body });
    expect(records[0]).toMatchObject({
      requestId: "r-[redacted]",
      requestBody: { username: "ada", password: "[redacted]" },
      responseBody: { detail: "the password [redacted] is too short", code: "validation_failed" },
    });
    expect(JSON.stringify(records)).not.toContain('"instance"');
    for (const text of [JSON.stringify(records), inspect(records, { depth: 9, showHidden: true })])
      expect(text).not.toContain(secret);
  });

  it("keeps the secrets of a login answer out of the log", async () => {
    const data = { id: 1, publish_key: secret, settings: { subscribe_key: secret } };
    const { fleet, records } = logged(async () => jsonResponse({ data }), { bodies: true });
    await fleet.auth.login({ body: { username: "ada", password: "x" } });
    expect(records[0]?.responseBody).toEqual({
      id: 1,
      publish_key: "[redacted]",
      settings: { subscribe_key: "[redacted]" },
    });
  });

  it.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("full disk");
      },
    ],
    ["rejects", () => Promise.reject(new Error("full disk"))],
  ])("that %s changes nothing for the call", async (_how, log) => {
    const { fleet } = logged(pong, { log });
    expect(await fleet.tests.ping()).toMatchObject({ ok: true, status: 200 });
  });

  it("sees attempts where it stands inside of what repeats", async () => {
    const again: Middleware = async (context, next) => (await next(context), next(context));
    const records: LogRecord[] = [];
    const log = logger({ log: (record) => records.push(record) });
    await createFleetClient({ baseUrl, fetch: pong, use: [log, again, log], retry: false }).tests.ping();
    expect(records.map(({ attempts }) => attempts)).toEqual([1, 2, 2]);
  });

  it("tells the attempts of the client's own retries as one call", async () => {
    const platform = fakePlatform();
    const answers = [jsonResponse(problem(503, "unavailable"), { status: 503 }), await pong()];
    const records: LogRecord[] = [];
    const use = [logger({ log: (record) => records.push(record) })];
    const fetch = async () => answers.shift() ?? Response.error();
    await platform.finish(createFleetClient({ baseUrl, fetch, use, ...platform }).tests.ping());
    expect(records).toMatchObject([{ event: "call", attempts: 2, status: 200, requestId: "r-1" }]);
  });

  it("refuses options that cannot work", () => {
    // @ts-expect-error there is no such level
    expect(() => logger({ log: () => {}, level: "loud" })).toThrow(TypeError);
    // @ts-expect-error a name that every object has is no level either
    expect(() => logger({ log: () => {}, level: "constructor" })).toThrow(TypeError);
    // @ts-expect-error a log is needed
    expect(() => logger({})).toThrow(TypeError);
    expectTypeOf(logger).returns.toEqualTypeOf<Middleware>();
  });
});
