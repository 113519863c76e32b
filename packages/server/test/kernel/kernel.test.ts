import { validators } from "@fleet-api/contract/validators";
import { strictResponses } from "@fleet-api/contract/validators/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Handlers, RequestHead } from "../../src/kernel/index.ts";
import { ContractBreach, ProblemError, contractCheck, rawJson, startingKernel } from "../../src/kernel/index.ts";
import { textOf } from "../../src/kernel/reply.ts";
import type { FakePrincipal, FakeWork } from "./support/fake-service.ts";
import { fakeHandlers, fakeService, fixedRequestId, origin, send } from "./support/fake-service.ts";

const json = { "content-type": "application/json" };
const old = { authorization: "bearer old" };

describe("createKernel", () => {
  it("refuses handlers that differ from the contract, naming both sides", () => {
    const { testsPing, unitsListing, ...rest } = fakeHandlers([]);
    // What a caller without types can do: two handlers missing, one too many.
    const handlers: object = { ...rest, unitsListings: unitsListing };
    expect(() => fakeService({ handlers: handlers as Handlers<FakePrincipal, FakeWork> })).toThrow(
      "The contract and the server differ: operations without a handler: unitsListing, testsPing; handlers without an operation: unitsListings.",
    );
    expect(testsPing).toBeTypeOf("function");
  });

  it("refuses validators that differ from the contract", () => {
    const { testsPing, ...rest } = validators;
    const broken: object = rest;
    expect(() => fakeService({ validators: broken as typeof validators })).toThrow(
      "operations without a validator: testsPing",
    );
    expect(testsPing.body).toBeNull();
  });

  it("answers below the base path it was given", async () => {
    const { kernel } = fakeService({ basePath: "/fleet" });
    const answer = await kernel.fetch(new Request(`${origin}/fleet/tests/ping`), { ip: "" });
    expect(answer.status).toBe(200);
    expect((await send(kernel, "GET", "/tests/ping")).status).toBe(404);
  });
});

describe("an operation", () => {
  it("hands path, query, body, principal and request to its handler", async () => {
    const { kernel, calls } = fakeService();
    await send(kernel, "GET", "/auth/permission/units/action/view?client_id=7", { headers: old });
    await send(kernel, "POST", "/auth/login", { body: '{"username":"a","password":"right"}', headers: json });
    expect(calls).toMatchObject([
      { path: { resource: "units", action: "view" }, query: { client_id: 7 }, principal: { name: "old" } },
      { path: {}, query: {}, body: { username: "a", password: "right" } },
    ]);
    expect(calls[0]).toHaveProperty("request.ip", "192.0.2.1");
    expect(calls[1]).toHaveProperty("principal", undefined);
  });

  it("begins its work for the caller, and only when the input is good", async () => {
    const begun: string[] = [];
    const { kernel } = fakeService({
      beginWork: (principal, request) => {
        const work = { of: principal?.name ?? null };
        begun.push(`${work.of} ${request.path}`);
        return work;
      },
      handlers: {
        ...fakeHandlers([]),
        authToken: async (work, { principal }) => ({ data: { token: `bearer ${work.of}-${principal.name}` } }),
      },
    });
    const answer = await send(kernel, "GET", "/auth/token", { headers: old });
    expect(await answer.json()).toEqual({ data: { token: "bearer old-old" } });
    await send(kernel, "GET", "/tests/ping");
    await send(kernel, "GET", "/units/listing?page=x", { headers: old });
    await send(kernel, "GET", "/units/listing", { headers: { authorization: "bearer poor" } });
    expect(begun).toEqual(["old /api/v1/auth/token", "null /api/v1/tests/ping"]);
  });

  it("hands its handler a signal that aborts with the request", async () => {
    const { kernel, calls } = fakeService();
    const leaving = new AbortController();
    await send(kernel, "GET", "/auth/token", { headers: old, signal: leaving.signal });
    expect(calls[0]).toHaveProperty("request.signal.aborted", false);
    leaving.abort();
    expect(calls[0]).toHaveProperty("request.signal.aborted", true);
  });

  it("answers in the envelope: notices only when there are any, pagination on lists", async () => {
    const { kernel } = fakeService();
    const few: unknown = await (await send(kernel, "GET", "/units/listing?page=3", { headers: old })).json();
    const past: unknown = await (await send(kernel, "GET", "/units/listing?page=4", { headers: old })).json();
    const ping: unknown = await (await send(kernel, "GET", "/tests/ping")).json();
    expect(Object.keys(few as object)).toEqual(["data", "pagination"]);
    expect(past).toMatchObject({
      notices: ["page_past_end: the last page is 3"],
      pagination: { page: 4, per_page: 50, total: 126 },
    });
    expect(Object.keys(ping as object)).toEqual(["data"]);
  });

  it("passes JSON text on as it is, digits that a number cannot hold included", async () => {
    const { kernel } = fakeService({
      checkResponse: () => {},
      handlers: { ...fakeHandlers([]), testsPing: async () => ({ json: rawJson('{"n": 9223372036854775807}') }) },
    });
    expect(await (await send(kernel, "GET", "/tests/ping")).text()).toBe('{"data":{"n": 9223372036854775807}}');
  });
});

describe("rotation", () => {
  it.each([
    ["200", "GET", "/units/listing", 200],
    ["400", "GET", "/units/listing?page=%zz", 400],
    ["422", "GET", "/units/listing?page=x", 422],
    ["403", "GET", "/units/listing", 403],
  ])("hands the newer token out with %s", async (_name, method, path, status) => {
    const { kernel } = fakeService();
    const token = status === 403 ? "poor" : "old";
    const answer = await send(kernel, method, path, { headers: { authorization: `bearer ${token}` } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("authorization")).toBe("bearer fresh");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("hands it out with 500, also when the authorizer fails", async () => {
    const authorize = () => Promise.reject(new Error("no"));
    const { kernel } = fakeService({ authorize });
    const answer = await send(kernel, "GET", "/units/listing", { headers: old });
    expect([answer.status, answer.headers.get("authorization")]).toEqual([500, "bearer fresh"]);
  });

  it("hands nothing out when there is nothing newer, and nothing after the end of a session", async () => {
    const { kernel } = fakeService();
    const current = await send(kernel, "GET", "/units/listing", { headers: { authorization: "bearer good" } });
    const logout = await send(kernel, "POST", "/auth/logout", { headers: old });
    expect(current.headers.get("authorization")).toBeNull();
    expect(current.headers.get("cache-control")).toBe("no-store");
    expect([logout.status, logout.headers.get("authorization")]).toEqual([200, null]);
  });

  it("keeps everything about logins out of caches", async () => {
    const { kernel } = fakeService();
    const answer = await send(kernel, "GET", "/auth/registration/abc");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("a failure", () => {
  it("is logged with its request id and answered without its text", async () => {
    const { kernel, logged } = fakeService();
    const answer = await send(kernel, "GET", "/auth/registration/boom");
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(text).not.toContain("nobody may see");
    expect(logged.length).toBe(1);
    expect(logged[0]?.fields).toMatchObject({ request_id: fixedRequestId, operation: "authRegistration" });
    expect(String(logged[0]?.fields["error"])).toContain("nobody may see");
  });

  it("of a client is not logged", async () => {
    const { kernel, logged } = fakeService();
    await send(kernel, "GET", "/auth/registration/gone");
    expect(logged).toEqual([]);
  });

  it("that the service foresaw is the problem that it stands for, logged with its reason", async () => {
    const cause = new RangeError("text that nobody may see");
    const { kernel, logged } = fakeService({
      handlers: { ...fakeHandlers([]), testsPing: () => Promise.reject(cause) },
      problemOf: (error) => (error === cause ? new ProblemError("unavailable", "Try again.", { cause }) : null),
    });
    const answer = await send(kernel, "GET", "/tests/ping");
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toContain("nobody may see");
    expect(logged[0]?.fields).toMatchObject({ operation: "testsPing", code: "unavailable", reason: cause.message });
  });

  it.each([
    [{ dat: [] }, "gave a reply without data or json; it has dat."],
    [{}, "gave a reply without data or json; it has nothing."],
    [undefined, "gave undefined instead of a reply."],
    [null, "gave null instead of a reply."],
    [[], "gave a reply without data or json; it has nothing."],
    [{ data: () => 1 }, "gave a reply without data or json; it has data."],
    [{ json: "[]" }, "gave json that is not made with rawJson."],
    [{ data: [] }, "gave a page without pagination; it has data."],
    [{ data: [], status: 201 }, "gave the status 201; the operation answers with 200."],
  ])("of a handler that gives %j say what is misshapen, before its changes are kept", async (reply, wrong) => {
    const handlers: object = { ...fakeHandlers([]), unitsListing: async () => reply };
    let kept = false;
    const { kernel, logged } = fakeService({
      handlers: handlers as Handlers<FakePrincipal, FakeWork>,
      carryOut: async ({ work }, handle) => {
        const result = await handle(work);
        kept = true;
        return result;
      },
    });
    const answer = await send(kernel, "GET", "/units/listing", { headers: { authorization: "bearer good" } });
    expect([answer.status, kept]).toEqual([500, false]);
    expect(await answer.text()).not.toContain("handler");
    expect(logged[0]?.fields).toMatchObject({
      operation: "unitsListing",
      error: { message: `The handler of unitsListing ${wrong}` },
    });
  });

  it("of an authenticator is an answer too", async () => {
    const authenticate = () => Promise.reject(new TypeError("broken"));
    const answer = await send(fakeService({ authenticate }).kernel, "GET", "/auth/token", { headers: old });
    expect(answer.status).toBe(500);
  });
});

describe("problems", () => {
  it("keep secrets of the path out of instance", async () => {
    const answer = await send(fakeService().kernel, "GET", "/auth/registration/absent");
    expect(await answer.json()).toMatchObject({
      code: "not_found",
      instance: "/api/v1/auth/registration/:registration_token",
    });
    const wrongMethod = await send(fakeService().kernel, "PUT", "/auth/registration/s3cret");
    expect(await wrongMethod.text()).not.toContain("s3cret");
  });

  it("show of a path what the log shows, however its client misspelt it", async () => {
    const secret = "zq5ecret";
    const slip = fc.constantFrom<(path: string) => string>(
      (path) => `/${path}`,
      (path) => `${path}/`,
      (path) => `${path}/extra`,
      (path) => `${path}%00`,
      (path) => `${path};a=b`,
      (path) => `${path}?token=${secret}`,
      (path) => `http://service.test${path}`,
      (path) => path.replace("registration", "Registration"),
      (path) => path.replace("/auth", "//auth"),
      (path) => path.replace("/auth", "/%61uth"),
      (path) => path.replace("/api/v1", ""),
      (path) => path.replace("/api", "/api/v2/.."),
      (path) => path.replace("registration/", "registration/x/"),
      (path) => path.replace("registration/", "registration%2F"),
      (path) => path.replace("registration/", "registration"),
      (path) => path.replace("registration", "registration/%zz"),
    );
    const method = fc.constantFrom("GET", "POST", "OPTIONS", "BREW");
    const { kernel } = fakeService();
    const clock = { now: () => new Date(0), monotonic: () => 0 };
    const starting = startingKernel({ basePath: "/api/v1", clock, newRequestId: () => fixedRequestId });
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(slip, { maxLength: 4 }), method, async (slips, verb) => {
        const target = slips.reduce((path, change) => change(path), `/api/v1/auth/registration/${secret}`);
        const head: RequestHead = {
          method: verb,
          target,
          values: () => [],
          hasBody: false,
          ip: "192.0.2.1",
          signal: new AbortController().signal,
        };
        const readBody = async () => new Uint8Array();
        for (const each of [kernel, starting]) {
          const refused = each.refuse(head, new ProblemError("malformed_request", "The framing is broken."));
          for (const { body } of [await each.handle(head, readBody), refused]) {
            const text = textOf(body ?? "{}");
            expect(text).not.toContain(secret);
            const { instance = null, code } = JSON.parse(text);
            if (code === undefined) continue;
            expect(instance).toBe(each.loggedPath(target));
            shown += 1;
          }
        }
      }),
    );
    expect(shown).toBeGreaterThan(300);
  });

  it.each([
    ["busy login", "POST", "/auth/login", 429, "30"],
    ["database down", "GET", "/auth/registration/down", 503, "7"],
  ])("carry Retry-After: %s", async (_name, method, path, status, seconds) => {
    const body = method === "POST" ? '{"username":"busy","password":"x"}' : null;
    const answer = await send(fakeService().kernel, method, path, { body, headers: json });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([status, seconds]);
    expect(await answer.json()).toMatchObject({ retry_after_s: Number(seconds) });
  });
});

describe("Retry-After of a 503", () => {
  it.each([
    [undefined, "1"],
    [0.2, "1"],
    [1.5, "2"],
    [1_000_000, "86400"],
  ])("is a whole number of the contract for %s", async (seconds, header) => {
    const extra = seconds === undefined ? {} : { retry_after_s: seconds };
    const testsPing = () => Promise.reject(new ProblemError("unavailable", "x", extra));
    const { kernel } = fakeService({ handlers: { ...fakeHandlers([]), testsPing } });
    const answer = await send(kernel, "GET", "/tests/ping");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, header]);
  });
});

describe("HEAD and OPTIONS", () => {
  it("HEAD is GET without a body, secured the same", async () => {
    const { kernel } = fakeService();
    const answer = await send(kernel, "HEAD", "/units/listing", { headers: old });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect((await send(kernel, "HEAD", "/units/listing")).status).toBe(401);
    expect((await send(kernel, "HEAD", "/auth/logout", { headers: old })).status).toBe(405);
  });

  it("OPTIONS names the methods, without a token", async () => {
    const answer = await send(fakeService().kernel, "OPTIONS", "/auth/login");
    expect([answer.status, answer.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
  });
});

describe("contractCheck", () => {
  const checkResponse = contractCheck(strictResponses);
  const kernelWith = (handlers: Partial<Handlers<FakePrincipal, FakeWork>>) =>
    fakeService({ checkResponse, handlers: { ...fakeHandlers([]), ...handlers } }).kernel;

  it("makes an answer that breaks the contract an error", async () => {
    const kernel = kernelWith({ testsPing: async () => ({ json: rawJson('{"pong":true,"version":1}') }) });
    await expect(send(kernel, "GET", "/tests/ping")).rejects.toThrow(ContractBreach);
  });

  it("sees a member that the contract does not name", async () => {
    const data = { pong: true, version: "1.0.0", time: "2026-01-15T08:30:00.000Z", password_hash: "x" } as const;
    await expect(send(kernelWith({ testsPing: async () => ({ data }) }), "GET", "/tests/ping")).rejects.toThrow(
      "must NOT have additional properties",
    );
  });

  it("sees a status that the operation does not have", async () => {
    const testsPing = async () => Promise.reject(new ProblemError("duplicate", "x"));
    await expect(send(kernelWith({ testsPing }), "GET", "/tests/ping")).rejects.toThrow(
      "testsPing answered 409, which the contract does not have",
    );
  });
});
