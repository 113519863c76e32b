import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createCore } from "../src/core.ts";
import { createFleetClient, type Middleware } from "../src/index.ts";
import type { OperationFacts } from "../src/call/operation.ts";
import { openapiFetchTransport } from "../src/transport/openapi-fetch.ts";
import { fetchTransport } from "../src/transport/fetch.ts";
import { baseUrl, jsonResponse, problem } from "./support/answers.ts";
import { fakePlatform } from "./support/fake-platform.ts";

const fetch = async (): Promise<Response> => jsonResponse({ data: { ok: true } });
const untyped = (value: unknown): never => value as never;

describe("a call never rejects", () => {
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a Response", new Response()],
  ])("when a middleware gives %s instead of a result", async (_what, given) => {
    const fleet = createFleetClient({ baseUrl, fetch, use: [async () => untyped(given)] });
    expect(await fleet.tests.ping()).toMatchObject({
      kind: "request",
      error: { message: expect.stringMatching(/gave no result/) },
    });
  });

  it("when a middleware gives a frozen result", async () => {
    const frozen: Middleware = async (context, next) => {
      const result = await next(context);
      Object.freeze(result.meta);
      return Object.freeze({ ...result });
    };
    const result = await createFleetClient({ baseUrl, fetch, use: [frozen] }).tests.ping();
    expect(result).toMatchObject({ ok: true, meta: { attempts: 1 } });
  });

  it("when a middleware freezes the very result", async () => {
    const freezing: Middleware = async (context, next) => {
      const result = await next(context);
      Object.freeze(result.meta);
      return Object.freeze(result);
    };
    const result = await createFleetClient({ baseUrl, fetch, use: [freezing] }).tests.ping();
    expect(result).toMatchObject({ ok: true, meta: { attempts: 1 } });
  });

  it("when an untyped caller gives null for input or options", async () => {
    const fleet = createFleetClient({ baseUrl, fetch, retry: false });
    expect(await fleet.tests.ping(untyped(null), untyped(null))).toMatchObject({ ok: true });
    expect(await fleet.units.listing(untyped(null), untyped(null))).toMatchObject({ ok: false, kind: "unexpected" });
  });
});

describe("meta", () => {
  it("is the call's own where a middleware shares one result between calls", async () => {
    let kept: ReturnType<Middleware> | undefined;
    const share: Middleware = (context, next) => (kept ??= next(context));
    const fleet = createFleetClient({ baseUrl, fetch, use: [share] });
    const first = await fleet.tests.ping();
    const before = { ...first.meta };
    const second = await fleet.tests.ping();
    expect(first.meta).toEqual(before);
    expect([first.meta.attempts, second.meta.attempts]).toEqual([1, 0]);
    expect(second).toMatchObject({ ok: true, data: { ok: true } });
    expect(second.headers?.get("content-type")).toBe("application/json");
  });

  it("is known to middleware when next has answered", async () => {
    const seen: number[] = [];
    const watching: Middleware = async (context, next) => {
      for (const _ of [1, 2]) seen.push((await next(context)).meta.attempts);
      return next(context);
    };
    await createFleetClient({ baseUrl, fetch, use: [watching] }).tests.ping();
    expect(seen).toEqual([1, 2]);
  });
});

describe("limits that a middleware sets", () => {
  const hanging = () => new Promise<Response>(() => {});

  it("end its attempt: a signal", async () => {
    const controller = new AbortController();
    const limit: Middleware = (context, next) => next({ ...context, signal: controller.signal });
    const call = createFleetClient({ baseUrl, fetch: hanging, retry: false, use: [limit] }).tests.ping();
    await Promise.resolve();
    controller.abort("enough");
    expect(await call).toMatchObject({ kind: "abort", error: { cause: "enough" } });
  });

  it("end its attempt: a time", async () => {
    const limit: Middleware = (context, next) => next({ ...context, options: { ...context.options, timeoutMs: 5 } });
    const result = await createFleetClient({ baseUrl, fetch: hanging, retry: false, use: [limit] }).tests.ping();
    expect(result).toMatchObject({ kind: "timeout", error: { message: expect.stringMatching(/5 ms/) } });
  });

  it.each<[string, "abort" | "timeout", (stop: AbortController) => object]>([
    ["the caller", "abort", (stop) => (stop.abort(), { signal: stop.signal })],
    ["the deadline", "timeout", () => ({ deadlineMs: 1 })],
  ])("do not hide that %s has ended the call", async (_who, kind, options) => {
    const waiting: Middleware = (context) =>
      new Promise((_resolve, reject) => {
        const { signal } = context.call;
        const fail = (): void => reject(new DOMException("aborted", "AbortError"));
        if (signal.aborted) fail();
        else signal.addEventListener("abort", fail);
      });
    const fleet = createFleetClient({ baseUrl, fetch, use: [waiting] });
    expect(await fleet.tests.ping({}, options(new AbortController()))).toMatchObject({ kind });
  });
});

describe("with", () => {
  it("keeps the clock for the retries, and takes a new one for them too", async () => {
    const failing = async (): Promise<Response> => jsonResponse(problem(503, "unavailable"), { status: 503 });
    const [first, second] = [fakePlatform(), fakePlatform()];
    const fleet = createFleetClient({ baseUrl, fetch: failing, ...first });
    const child = fleet.with({ retry: { attempts: 2 } });
    expect(await first.finish(child.tests.ping())).toMatchObject({ meta: { attempts: 2 } });
    const other = fleet.with({ ...second });
    expect(await second.finish(other.tests.ping())).toMatchObject({ meta: { attempts: 3 } });
  });
});

describe("failures", () => {
  const read: OperationFacts = {
    id: "made",
    verb: "GET",
    path: "/a",
    statuses: [422],
    paged: undefined,
    keyed: false,
  };

  it.each([
    ["openapi-fetch", openapiFetchTransport],
    ["fetch", fetchTransport],
  ])("are read as exactly as successes over %s", async (_name, transport) => {
    const text = JSON.stringify({ ...problem(422, "validation_failed"), n: 0 }).replace(/0}$/, "9007199254740993}");
    const answer = async (): Promise<Response> => jsonResponse(text, { status: 422 });
    expect(await createCore({ baseUrl, fetch: answer, transport }).call(read)).toMatchObject({ kind: "decode" });
    const quoted = async (): Promise<Response> => jsonResponse(JSON.stringify(text), { status: 422 });
    expect(await createCore({ baseUrl, fetch: quoted, transport }).call(read)).toMatchObject({ kind: "unexpected" });
  });

  it("do not show the path of a call with a token in it when they are logged", async () => {
    const gone = problem(410, "gone", { instance: "/auth/registration/canary" });
    const answer = async (): Promise<Response> => jsonResponse(gone, { status: 410 });
    const fleet = createFleetClient({ baseUrl, fetch: answer });
    const result = await fleet.auth.registration({ path: { registration_token: "canary" } });
    expect(JSON.stringify(result)).not.toContain("canary");
    expect(!result.ok && result.kind === "http" && result.error.instance).toBe("/auth/registration/canary");
  });
});

describe("an uncaught error", () => {
  it("does not print what its cause says", async () => {
    const client = fileURLToPath(new URL("../src/index.ts", import.meta.url));
    const program = `
      const { createFleetClient } = await import(${JSON.stringify(client)});
      const cause = Object.assign(new Error("canary one"), { code: "ECONNRESET", token: "canary two" });
      const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
      await createFleetClient({ baseUrl: "${baseUrl}", fetch, retry: false }).tests.ping().orThrow();`;
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
    const { stderr } = await run.then(
      () => expect.unreachable("it did not fail"),
      (error: { stderr: string }) => error,
    );
    expect(stderr).toContain("testsPing: no response from");
    expect(stderr).not.toContain("canary");
  });
});

describe("an observer", () => {
  it("may be async and fail", async () => {
    const notices = async () => jsonResponse({ data: {}, notices: ["a: 1"] });
    const onNotice = (): Promise<void> => Promise.reject(new Error("observer"));
    expect(await createFleetClient({ baseUrl, fetch: notices, onNotice }).tests.ping()).toMatchObject({ ok: true });
  });
});

describe("close", () => {
  it("ends a client where there is no symbol for it", async () => {
    const fleet = createFleetClient({ baseUrl, fetch });
    fleet.close();
    expect(await fleet.tests.ping()).toMatchObject({
      kind: "request",
      error: { message: expect.stringMatching(/is closed/) },
    });
  });
});
