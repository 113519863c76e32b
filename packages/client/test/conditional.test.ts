import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type Revalidate, revalidate, withIfMatch } from "../src/conditional/index.ts";
import { type CallOptions, type FleetClientOptions, type Middleware, createFleetClient } from "../src/index.ts";
import { baseUrl, jsonResponse, page, problem, requestOf } from "./support/answers.ts";
import { sendJson, serve } from "./support/server.ts";

type Fetch = NonNullable<FleetClientOptions["fetch"]>;
type Answer = (request: Request) => Response | Promise<Response>;

/** A client with a cache, and the conditions that its service was sent. */
function cached(answer: Answer, cache: Revalidate = revalidate()) {
  const conditions: (string | null)[] = [];
  const fetch: Fetch = async (...given) => {
    const request = requestOf(...given);
    conditions.push(request.headers.get("if-none-match"));
    return answer(request);
  };
  return { cache, conditions, fleet: createFleetClient({ baseUrl, fetch, use: [cache], retry: false }) };
}

/** A service that knows its ETags: 304 where the condition fits. */
function versioned(tags: string[], headers: Record<string, string> = {}): Answer {
  return (request) => {
    const etag = tags.length > 1 ? (tags.shift() ?? "") : (tags[0] ?? "");
    return request.headers.get("if-none-match") === etag
      ? new Response(null, { status: 304, headers: { etag, "x-request-id": "fresh", ...headers } })
      : jsonResponse(
          { data: { tag: etag }, notices: ["n"] },
          { headers: { etag, "x-request-id": "first", ...headers } },
        );
  };
}

describe("revalidate", () => {
  it("asks with the ETag of the kept success, and gives that for a 304", async () => {
    const { fleet, conditions } = cached(versioned(['"1"'], { authorization: "bearer t" }));
    const first = await fleet.tests.ping();
    const second = await fleet.tests.ping();
    expect(conditions).toEqual([null, '"1"']);
    expect(second).toMatchObject({ ok: true, status: 200, data: { tag: '"1"' }, notices: ["n"] });
    expect([first.meta.requestId, second.meta.requestId]).toEqual(["first", "fresh"]);
    expect(second.headers?.get("content-type")).toBe("application/json");
  });

  it("takes what is new, and asks for that from then on", async () => {
    const { fleet, conditions } = cached(versioned(['"1"', '"2"', '"2"']));
    const results = [await fleet.tests.ping(), await fleet.tests.ping(), await fleet.tests.ping()];
    expect(conditions).toEqual([null, '"1"', '"2"']);
    expect(results.map((result) => result.ok && Object(result.data).tag)).toEqual(['"1"', '"2"', '"2"']);
  });

  it("gives each caller a copy", async () => {
    const { fleet } = cached(versioned(['"1"']));
    for (let n = 0; n < 3; n += 1) {
      const { data } = await fleet.tests.ping().orThrow();
      expect(data).toEqual({ tag: '"1"' });
      Object.assign(data, { tag: "spoilt" });
    }
  });

  it("keeps pages with their pagination, by query, in whatever order its members come", async () => {
    const { fleet, conditions } = cached(({ url, headers }) => {
      const etag = `"${new URL(url).searchParams.get("page")}"`;
      return headers.has("if-none-match")
        ? new Response(null, { status: 304, headers: { etag } })
        : jsonResponse(page([1], 1, 1, 1), { headers: { etag } });
    });
    await fleet.units.listing({ query: { page: 1, per_page: 1 } });
    await fleet.units.listing({ query: { page: 2, per_page: 1 } });
    const again = await fleet.units.listing({ query: { per_page: 1, limit: undefined, page: 1 } });
    expect(conditions).toEqual([null, null, '"1"']);
    expect(again).toMatchObject({ ok: true, pagination: { page: 1, per_page: 1, total: 1 } });
  });

  it("keeps what one caller asked for in another language apart", async () => {
    const { fleet, conditions } = cached(versioned(['"1"']));
    await fleet.tests.ping({}, { headers: { "Accept-Language": "de" } });
    await fleet.tests.ping();
    await fleet.tests.ping({}, { headers: { "accept-language": "de" } });
    expect(conditions).toEqual([null, null, '"1"']);
  });

  it("asks without a condition when a header that the answer varies with is another one", async () => {
    const { fleet, conditions } = cached(versioned(['"1"'], { vary: "Origin, X-Tenant" }));
    const as = (tenant: string) => fleet.tests.ping({}, { headers: { "X-Tenant": tenant } });
    await as("a");
    await as("a");
    await as("b");
    await as("b");
    await fleet.tests.ping();
    expect(conditions).toEqual([null, '"1"', null, '"1"', null]);
  });

  it("sees what clients with one cache send by default, too", async () => {
    const { fleet, conditions } = cached(versioned(['"1"'], { vary: "accept-language" }));
    const german = fleet.with({ headers: { "Accept-Language": "de" } });
    for (const client of [fleet, german, german, fleet]) await client.tests.ping();
    expect(conditions).toEqual([null, null, '"1"', null]);
  });

  it("takes names that every object has, and no names, for what they are", async () => {
    const { fleet, conditions } = cached(versioned(['"1"'], { vary: "constructor, __proto__, not a name," }));
    await fleet.tests.ping();
    await fleet.tests.ping();
    await fleet.tests.ping({}, { headers: { constructor: "a" } });
    expect(conditions).toEqual([null, '"1"', null]);
  });

  it("never gives an answer to a call that differs in what the answer varies with", async () => {
    const names = ["x-a", "x-b", "x-c"];
    const headers = fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom("1", "2", undefined)])));
    const varies = fc.subarray(names);
    await fc.assert(
      fc.asyncProperty(varies, fc.array(headers, { maxLength: 8 }), async (vary, calls) => {
        const content = (sent: Headers): string => vary.map((name) => sent.get(name)).join();
        const { fleet } = cached((request) => {
          const answer = { headers: { etag: '"same"', ...(vary.length > 0 && { vary: vary.join(", ") }) } };
          if (request.headers.has("if-none-match")) return new Response(null, { status: 304, ...answer });
          return jsonResponse({ data: { content: content(request.headers) } }, answer);
        });
        for (const given of calls) {
          const sent = new Headers(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])));
          expect(await fleet.tests.ping({}, { headers: sent })).toMatchObject({ data: { content: content(sent) } });
        }
      }),
    );
  });

  it("takes a 304 whose ETag a proxy weakened, and one without", async () => {
    const tags = ['"1"', 'W/"1"', undefined];
    const { fleet } = cached(() => {
      const etag = tags.shift();
      if (etag === '"1"') return jsonResponse({ data: { a: 1 } }, { headers: { etag } });
      return new Response(null, { status: 304, headers: etag === undefined ? {} : { etag } });
    });
    await fleet.tests.ping();
    expect(await fleet.tests.ping()).toMatchObject({ ok: true, data: { a: 1 } });
    const last = await fleet.tests.ping();
    expect([last.ok, last.headers?.get("etag")]).toEqual([true, '"1"']);
  });

  it("asks again without a condition when the 304 is about something else", async () => {
    const { fleet, conditions } = cached((request) =>
      request.headers.has("if-none-match")
        ? new Response(null, { status: 304, headers: { etag: '"other"' } })
        : jsonResponse({ data: {} }, { headers: { etag: '"1"' } }),
    );
    await fleet.tests.ping();
    expect(await fleet.tests.ping()).toMatchObject({ ok: true });
    expect(conditions).toEqual([null, '"1"', null]);
  });

  it.each<[string, Record<string, string>]>([
    ["without an ETag", {}],
    ["that must not be stored", { etag: '"1"', "cache-control": "private, No-Store" }],
    ["that varies with everything", { etag: '"1"', vary: "*" }],
    ["that varies with everything and a header", { etag: '"1"', vary: "accept, *" }],
  ])("does not keep an answer %s", async (_what, headers) => {
    const { fleet, conditions } = cached(() => jsonResponse({ data: {} }, { headers }));
    await fleet.tests.ping();
    await fleet.tests.ping();
    expect(conditions).toEqual([null, null]);
  });

  it("leaves writes alone, and calls with conditions of their own", async () => {
    const { fleet, conditions } = cached(versioned(['"1"']));
    await fleet.auth.logout();
    await fleet.auth.logout();
    await fleet.tests.ping();
    await fleet.tests.ping({}, { headers: { "If-Match": '"1"' } });
    const own = await fleet.tests.ping({}, { headers: { "If-None-Match": '"1"' } });
    expect(conditions).toEqual([null, null, null, null, '"1"']);
    expect(own).toMatchObject({ ok: false, kind: "unexpected", status: 304 });
  });

  it.each(["Authorization", "cookie"])(
    "leaves calls with %s of their own alone: they may be of another user",
    async (name) => {
      const { fleet, conditions } = cached((request) =>
        request.headers.has("if-none-match")
          ? new Response(null, { status: 304, headers: { etag: '"1"' } })
          : jsonResponse({ data: { of: request.headers.get(name) } }, { headers: { etag: '"1"' } }),
      );
      await fleet.tests.ping();
      const owners: unknown[] = [];
      for (const user of ["bearer a", "bearer b"]) {
        const result = await fleet.tests.ping({}, { headers: { [name]: user } });
        owners.push(result.ok && Object(result.data).of);
      }
      expect(owners).toEqual(["bearer a", "bearer b"]);
      expect(await fleet.tests.ping()).toMatchObject({ ok: true, data: { of: null } });
      expect(conditions).toEqual([null, null, null, '"1"']);
    },
  );

  it("passes failures on, keeps what it has, and forgets what is gone", async () => {
    const statuses = [200, 503, 200, 404, 200];
    const { fleet, conditions } = cached(() => {
      const status = statuses.shift() ?? 0;
      if (status === 200) return jsonResponse({ data: {} }, { headers: { etag: '"1"' } });
      return jsonResponse(problem(status, status === 404 ? "not_found" : "unavailable"), { status });
    });
    const path = { registration_token: "t" };
    for (let n = 0; n < 5; n += 1) await fleet.auth.registration({ path });
    expect(conditions).toEqual([null, '"1"', '"1"', '"1"', null]);
  });
});

describe("what is kept", () => {
  it("is forgotten by clear, by a login and by a logout", async () => {
    const { fleet, cache, conditions } = cached(versioned(['"1"']));
    const steps = [
      () => cache.clear(),
      () => fleet.auth.login({ body: { username: "a", password: "b" } }),
      () => fleet.auth.logout(),
    ];
    for (const step of steps) {
      await fleet.tests.ping();
      await fleet.tests.ping();
      await step();
    }
    await fleet.tests.ping();
    expect(conditions).toEqual([null, '"1"', null, '"1"', null, null, '"1"', null, null]);
  });

  it("is nothing of a call that began before clear", async () => {
    let answer = (_response: Response): void => {};
    const answers: Answer[] = [() => new Promise((resolve) => (answer = resolve)), versioned(['"1"'])];
    const { fleet, cache, conditions } = cached((request) => (answers.shift() ?? Response.error)(request));
    const pending = fleet.tests.ping().withResponse();
    await new Promise((resolve) => setImmediate(resolve));
    cache.clear();
    answer(jsonResponse({ data: { of: "the former user" } }, { headers: { etag: '"1"' } }));
    expect((await pending).result.ok).toBe(true);
    await fleet.tests.ping();
    expect(conditions).toEqual([null, null]);
  });

  it("has no token: that of the first answer does not come back", async () => {
    const { fleet } = cached((request) =>
      request.headers.has("if-none-match")
        ? new Response(null, { status: 304 })
        : jsonResponse(
            { data: {} },
            { headers: { etag: '"1"', authorization: "bearer old", "x-ratelimit-remaining": "1" } },
          ),
    );
    await fleet.tests.ping();
    const { headers } = await fleet.tests.ping().orThrow();
    expect([headers.get("authorization"), headers.get("x-ratelimit-remaining")]).toEqual([null, null]);
  });

  it("is at most max, and the least recently used goes first", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(fc.integer({ min: 1, max: 6 })), async (max, pages) => {
        const { fleet, conditions } = cached(
          ({ headers }) =>
            headers.has("if-none-match")
              ? new Response(null, { status: 304 })
              : jsonResponse(page([1], 1, 1, 1), { headers: { etag: '"1"' } }),
          revalidate({ max }),
        );
        const recent: number[] = [];
        for (const number of pages) {
          const known = recent.indexOf(number);
          await fleet.units.listing({ query: { page: number } });
          expect(conditions.at(-1)).toBe(known < 0 ? null : '"1"');
          if (known >= 0) recent.splice(known, 1);
          recent.push(number);
          if (recent.length > max) recent.shift();
        }
      }),
      { numRuns: 40 },
    );
  });

  it("belongs to the base address", async () => {
    const cache = revalidate();
    const seen: (string | null)[] = [];
    const fetch: Fetch = async (_url, init) => {
      seen.push(new Headers(init?.headers).get("if-none-match"));
      return jsonResponse({ data: {} }, { headers: { etag: '"1"' } });
    };
    for (const base of [baseUrl, "https://other.example.com/api/v1"])
      await createFleetClient({ baseUrl: base, fetch, use: [cache], retry: false }).tests.ping();
    expect(seen).toEqual([null, null]);
  });

  it("comes over a real connection too", async () => {
    const { baseUrl: real, seen } = await serve(({ headers }, response) => {
      if (headers["if-none-match"] === '"v1"') response.writeHead(304, { etag: '"v1"' }).end();
      else sendJson(response, 200, { data: { n: 1 } }, { etag: '"v1"' });
    });
    const fleet = createFleetClient({ baseUrl: real, use: [revalidate()] });
    await fleet.tests.ping();
    expect(await fleet.tests.ping()).toMatchObject({ ok: true, data: { n: 1 } });
    expect(seen).toHaveLength(2);
  });
});

describe("options", () => {
  it.each([0, 1.5, NaN, -1])("max %d is refused", (max) => {
    expect(() => revalidate({ max })).toThrow(TypeError);
  });

  it("make a middleware", () => {
    expectTypeOf(revalidate).returns.toExtend<Middleware>();
    // @ts-expect-error there is no such option
    revalidate({ size: 1 });
  });
});

/** The result of a read whose answer has these headers. */
function read(headers: Record<string, string>, data: object = { id: 1 }) {
  const fetch = async () => jsonResponse({ data }, { headers });
  return createFleetClient({ baseUrl, fetch, retry: false }).tests.ping().orThrow();
}

describe("withIfMatch", () => {
  it("takes the ETag of a result", async () => {
    expect(withIfMatch(await read({ etag: '"v7"' }, { version: 9 }))).toEqual({ headers: { "if-match": '"v7"' } });
  });

  const changed = { version: 3, updated_at: "2026-01-15T08:30:00.000Z" };

  it("takes version and time of a record, also of one in a result without ETag", async () => {
    const expected = { headers: { "if-match": '"v3-1768465800000"' } };
    expect(withIfMatch(changed)).toEqual(expected);
    expect(withIfMatch(await read({}, changed))).toEqual(expected);
  });

  it.each([
    ["2026-01-15T08:30:00Z", 1768465800000],
    ["2026-01-15t08:30:00.5z", 1768465800500],
    ["2026-01-15T10:30:00.123999+02:00", 1768465800123],
    ["2026-01-15T08:30:00.999999999-00:00", 1768465800999],
    ["1970-01-01T00:00:00.000Z", 0],
  ])("writes %s in milliseconds, as the service does", (updated_at, time) => {
    expect(withIfMatch({ version: 1, updated_at }).headers["if-match"]).toBe(`"v1-${time}"`);
  });

  it("makes call options that send the header", async () => {
    const { baseUrl: real, seen } = await serve((_seen, response) => sendJson(response, 200, { data: {} }));
    const fleet = createFleetClient({ baseUrl: real });
    const { signal } = new AbortController();
    await fleet.auth.logout({}, { ...withIfMatch(changed), signal });
    expect(seen[0]?.headers["if-match"]).toBe('"v3-1768465800000"');
    expectTypeOf(withIfMatch).returns.toExtend<CallOptions>();
  });

  it("refuses a weak ETag, which If-Match never matches", async () => {
    const result = await read({ etag: 'W/"v7"' }, { version: 7 });
    expect(() => withIfMatch(result)).toThrow(/strong ETag/);
  });

  it.each(["v7", '"a" "b"', '"', ""])("refuses an ETag that is none: %j", async (etag) => {
    const result = await read({ etag });
    expect(() => withIfMatch(result)).toThrow(TypeError);
  });

  it.each([
    {},
    { ...changed, version: "3" },
    { ...changed, version: 1.5 },
    { ...changed, version: -1 },
    { ...changed, version: null },
    { version: 3 },
    { version: 3, updated_at: null },
    { version: 3, updated_at: 1768465800000 },
    { version: 3, updated_at: "yesterday" },
    { version: 3, updated_at: "2026-01-15" },
    { version: 3, updated_at: "2026-01-15T08:30:00" },
    { version: 3, updated_at: "2026-02-30T25:00:00Z" },
  ])("refuses what has no version or no time: %j", async (record) => {
    const result = await read({}, record);
    expect(() => withIfMatch(result)).toThrow(/ETag, or a record with version and updated_at/);
    // What an untyped caller gives.
    expect(() => withIfMatch(Object(record))).toThrow(TypeError);
  });

  it("refuses a failure", async () => {
    const fetch = async () => jsonResponse(problem(503, "unavailable"), { status: 503, headers: { etag: '"x"' } });
    const result = await createFleetClient({ baseUrl, fetch, retry: false }).tests.ping();
    // @ts-expect-error it may have failed
    expect(() => withIfMatch(result)).toThrow(/failed/);
    // @ts-expect-error a version alone comes again after a restored backup
    expect(() => withIfMatch({ version: 3 })).toThrow(TypeError);
    // @ts-expect-error a record without a version
    expect(() => withIfMatch({ id: 1 })).toThrow(TypeError);
  });
});
