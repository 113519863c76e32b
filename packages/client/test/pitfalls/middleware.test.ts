import type { Middleware as TheirMiddleware } from "openapi-fetch";
import { describe, expect, it } from "vitest";
import type { Middleware } from "../../src/index.ts";
import { jsonResponse, problem } from "../support/answers.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { requestOf } from "../support/request-of.ts";
import { both, ours, recorder, theirs } from "./support.ts";

describe("sending a call again", () => {
  const login = { username: "ada", password: "ä" };

  it("P7 finds the body used up in onResponse of theirs; our next sends the same bytes again", async () => {
    const service = recorder();
    const client = theirs({ fetch: service.fetch });
    const failures: unknown[] = [];
    client.use({
      onResponse({ request }) {
        for (const again of [() => new Request(request), () => request.clone()]) failures.push(errorOf(again));
      },
    });
    await client.POST("/auth/login", { body: login });
    expect(failures).toEqual([expect.any(TypeError), expect.any(TypeError)]);

    const again: Middleware = async (context, next) => {
      await next(context);
      return next(context);
    };
    const { fetch, sent } = recorder();
    await ours({ fetch, use: [again] }, (fleet) => fleet.auth.login({ body: login }));
    expect(sent.map(({ body }) => body)).toEqual(Array.from({ length: 4 }, () => JSON.stringify(login)));
  });

  it("P7 costs no copy with ours: no request is ever cloned, sent again or not", async () => {
    class Watched extends Request {
      static clones = 0;
      override clone(): Request {
        Watched.clones += 1;
        return super.clone();
      }
    }
    const platform = fakePlatform();
    let answers = 0;
    const fetch = async (...given: Parameters<typeof requestOf>): Promise<Response> => {
      await requestOf(...given).text();
      return (answers += 1) % 3
        ? jsonResponse(problem(503, "unavailable"), { status: 503 })
        : jsonResponse({ data: {} });
    };
    const options = { fetch, Request: Watched, ...platform, retry: {} };
    for (const result of await platform.finish(ours(options, (fleet) => fleet.tests.ping()))) {
      expect(result.meta.attempts).toBeGreaterThan(1);
    }
    expect(Watched.clones).toBe(0);
  });
});

describe("an answer that a middleware makes up", () => {
  it("P8 from onRequest is seen by no onResponse of theirs, though one from onError is", async () => {
    const made = (): Response => jsonResponse({ data: {} }, { headers: { authorization: "bearer t2" } });
    const seenAfter = async (middleware: TheirMiddleware): Promise<unknown[]> => {
      const seen: unknown[] = [];
      const client = theirs({ fetch: () => Promise.reject(new TypeError("fetch failed")) });
      client.use({ onResponse: ({ response }) => void seen.push(response.headers.get("authorization")) }, middleware);
      await client.GET("/tests/ping");
      return seen;
    };
    expect(await seenAfter({ onRequest: made })).toEqual([]);
    expect(await seenAfter({ onError: made })).toEqual(["bearer t2"]);
  });

  it("P8 is seen by all of ours around it, and cannot bring a token: fetch never had it", async () => {
    let fetched = 0;
    const fetch = async (): Promise<Response> => ((fetched += 1), jsonResponse({ data: {} }));
    const [made] = await ours({ fetch }, (fleet) => fleet.tests.ping());
    fetched = 0;
    const seen: boolean[] = [];
    const watch: Middleware = async (context, next) => {
      const result = await next(context);
      seen.push(result.ok);
      return result;
    };
    const results = await ours({ fetch, use: [watch, async () => made] }, (fleet) => fleet.tests.ping());
    expect(results).toMatchObject(both({ ok: true, meta: { attempts: 0 } }));
    expect([seen, fetched]).toEqual([[true, true], 0]);
  });
});

describe("the order of middleware", () => {
  it("P9 of theirs ends with that of the call; ours is one list, the outermost first, both ways", async () => {
    const steps: string[] = [];
    const their = (name: string): TheirMiddleware => ({
      onRequest: () => void steps.push(`${name} before`),
      onResponse: () => void steps.push(`${name} after`),
    });
    const { fetch } = recorder();
    const client = theirs({ fetch });
    client.use(their("a"), their("b"));
    await client.GET("/units/listing", { middleware: [their("call")] });
    expect(steps.splice(0)).toEqual(["a before", "b before", "call before", "call after", "b after", "a after"]);

    const our =
      (name: string): Middleware =>
      async (context, next) => {
        steps.push(`${name} before`);
        const result = await next(context);
        steps.push(`${name} after`);
        return result;
      };
    const listed = ours({ fetch, use: [our("a"), our("b")] }, async (fleet) => {
      await fleet.units.listing();
      return steps.splice(0);
    });
    expect(await listed).toEqual(both(["a before", "b before", "b after", "a after"]));
  });
});

describe("a timeout", () => {
  it("P10 that is a signal of their client is one clock for its life: once it is over, every call fails", async () => {
    const over = new AbortController();
    const { fetch, sent } = recorder();
    const client = theirs({
      signal: over.signal,
      fetch: (request) => (request.signal.aborted ? Promise.reject(request.signal.reason) : fetch(request)),
    });
    await client.GET("/tests/ping");
    over.abort(new Error("late"));
    await expect(client.GET("/tests/ping")).rejects.toThrow("late");
    expect(sent.length).toBe(1);
  });

  it("P10 of ours begins anew with each request: a client of any age has its whole time", async () => {
    const platform = fakePlatform();
    const slow = async (): Promise<Response> => {
      await new Promise<void>((resolve) => platform.timers.setTimeout(resolve, 90));
      return jsonResponse({ data: {} });
    };
    const calls = ours({ fetch: slow, ...platform, timeoutMs: 100 }, async (fleet) => {
      const results = [await fleet.tests.ping(), await fleet.tests.ping(), await fleet.tests.ping()];
      return [...results, await fleet.tests.ping({}, { timeoutMs: 80 })].map((each) => each.ok || each.kind);
    });
    expect(await platform.finish(calls)).toEqual(both([true, true, true, "timeout"]));
  });
});

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
