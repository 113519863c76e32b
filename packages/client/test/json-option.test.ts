import { inspect } from "node:util";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { unitsListing } from "../src/built/operations.ts";
import { withIfMatch } from "../src/conditional/index.ts";
import { createCore, type JsonCodec, type JsonOptions } from "../src/core.ts";
import { createFleetClient, type FleetClientOptions } from "../src/index.ts";
import { fetchTransport } from "../src/transport/fetch.ts";
import { openapiFetchTransport } from "../src/transport/openapi-fetch.ts";
import { findingsOf, validate } from "../src/validate/index.ts";
import { paginate } from "../src/paginate/index.ts";
import { baseUrl, jsonResponse, page, problem, requestOf } from "./support/answers.ts";
import { bigintJson, type Bigints } from "./support/bigint-json.ts";
import { fakePlatform } from "./support/fake-platform.ts";
import { example } from "./validate/support.ts";

const nationalId = 123456789012345678n;
const unitPath = { unit_id: 1 };

/** A response whose text has 18 digits in the place of each number 18. */
function answer(body: unknown, status = 200): () => Response {
  const text = typeof body === "string" ? body : JSON.stringify(body).replaceAll(/:18\b/g, `:${nationalId}`);
  return () => jsonResponse(text, { status });
}

const threePages = [page([1, 2], 1, 2, 5), page([3, 4], 2, 2, 5), page([5], 3, 2, 5)].map((each) => answer(each));

/** A client of a service that gives these answers in turn, the last one for ever, and the bodies and URLs it was sent. */
function setUp(json: JsonOptions, answers: (() => Response)[], options: Partial<FleetClientOptions> = {}) {
  const sent: { readonly url: string; readonly body: string }[] = [];
  const fetch = async (...given: Parameters<typeof requestOf>): Promise<Response> => {
    const request = requestOf(...given);
    sent.push({ url: request.url, body: await request.text() });
    return answers[Math.min(sent.length, answers.length) - 1]?.() ?? Response.error();
  };
  return { sent, fleet: createFleetClient({ baseUrl, fetch, retry: false, ...options, json }) };
}

/** A body that the types refuse. */
const withBigint = { name: "a", client_id: nationalId } as never;

describe.each([
  ["fetch", fetchTransport],
  ["openapi-fetch", openapiFetchTransport],
])("the option json over %s", (_transport, transport) => {
  describe.each<[Bigints, number | bigint]>([
    ["large", 7],
    ["all", 7n],
  ])("with a parser that reads %s integers as bigints", (bigints, seven) => {
    const json = bigintJson(bigints);
    const clientOf = (answers: (() => Response)[], options: Partial<FleetClientOptions> = {}) =>
      setUp(json, answers, { transport, ...options });

    it("keeps all digits of the data", async () => {
      const { fleet } = clientOf([answer({ data: { id: 7, national_id: 18, name: "a" }, notices: ["a: b", 7] })]);
      const { data, notices } = await fleet.tests.ping().orThrow();
      expect(data).toStrictEqual({ id: seven, national_id: nationalId, name: "a" });
      expect(notices).toEqual(["a: b"]);
    });

    it("gives numbers as the counts of a page", async () => {
      const { fleet } = clientOf(threePages);
      const { pagination } = await fleet.units.listing().orThrow();
      expect(pagination).toStrictEqual({ page: 1, per_page: 2, total: 5 });
    });

    it("refuses a count that a number cannot hold", async () => {
      const { fleet } = clientOf([answer({ data: [], pagination: { page: 1, per_page: 2, total: 18 } })]);
      expect(await fleet.units.listing()).toMatchObject({
        kind: "unexpected",
        error: { message: "unitsListing: 200 has no valid pagination in its envelope" },
      });
    });

    it("pages through a list", async () => {
      const { fleet, sent } = clientOf(threePages);
      const onProgress = vi.fn();
      const units = await fleet.units.listing({ query: { per_page: 2 } }).toArray({ onProgress });
      expect(units.map(({ id }) => Number(id))).toEqual([1, 2, 3, 4, 5]);
      expect(sent.map(({ url }) => new URL(url).searchParams.get("page"))).toEqual([null, "2", "3"]);
      expect(onProgress).toHaveBeenLastCalledWith({ page: 3, pages: 3, retrieved: 5, total: 5 });
    });

    it("stops at the limit of the query, also where that is a bigint", async () => {
      for (const limit of [4, 4n as never]) {
        const { fleet, sent } = clientOf(threePages);
        await fleet.units.listing({ query: { per_page: 2, limit } }).toArray();
        expect(sent).toHaveLength(2);
      }
    });

    it("iterations a list completely", async () => {
      const { fleet } = clientOf([answer(page([1, 2], 1, 50, 2))]);
      expect(await paginate(fleet.units.listing(), { complete: true }).toArray()).toHaveLength(2);
    });

    it("reads problems, and shows them", async () => {
      const errors = [{ in: "body", pointer: "/a", code: "maximum", detail: "d", most: 18, at: 7 }];
      const body = { ...problem(422, "validation_failed"), existing_id: 18, retry_after_s: 7, errors };
      const { fleet } = clientOf([answer(body, 422)]);
      const result = await fleet.units.update({ path: unitPath, body: {} });
      expect(result).toMatchObject({ kind: "http", status: 422, error: { existing_id: nationalId } });
      expect(result.error).toMatchObject({ retry_after_s: seven, errors: [{ most: nationalId, at: seven }] });
      const update = fleet.units.update({ path: unitPath, body: {} });
      const error: unknown = await update.orThrow().catch((each: unknown) => each);
      expect(error).toMatchObject({ code: "validation_failed", status: 422 });
      expect(inspect(error)).toContain(`"most":"${nationalId}"`);
    });

    it("lets responses be validated", async () => {
      const use = [validate({ mode: "fail" })];
      const units = (changes: object) => {
        const body = example("/units/listing", "get", 200);
        Object.assign(Object(body["data"])[0], changes);
        return clientOf([answer(body)], { use }).fleet.units.listing();
      };
      expect(await units({})).toMatchObject({ ok: true });
      expect(await units({ client_id: 18 })).toMatchObject({ ok: true, data: [{ client_id: nationalId }] });
      for (const [changes, rule] of [
        [{ name: 7 }, "type"],
        [{ name: 18 }, "type"],
        [{ client_id: 0 }, "minimum"],
      ] as const)
        expect(findingsOf((await units(changes)).error)).toMatchObject([{ rule }]);
    });

    it("lets requests be validated", async () => {
      const use = [validate({ mode: "fail", requests: true, responses: false })];
      const { fleet, sent } = clientOf([answer({ data: {} })], { use });
      await fleet.units.update({ path: unitPath, body: { reporting_interval_moving_s: 30n as never } });
      expect(sent.map(({ body }) => body)).toEqual(['{"reporting_interval_moving_s":30}']);
      expect(
        await fleet.units.update({ path: unitPath, body: { reporting_interval_moving_s: -30n as never } }),
      ).toMatchObject({
        kind: "request",
      });
    });

    it("gives withIfMatch the version of a record", async () => {
      const { fleet } = clientOf([answer({ data: { id: 1, version: 7, updated_at: "2026-01-15T08:30:00.000Z" } })]);
      const { headers } = withIfMatch(await fleet.units.get({ path: unitPath }).orThrow());
      expect(headers["if-match"]).toBe('"v7-1768465800000"');
    });

    it("writes the digits of a bigint into a body", async () => {
      const { fleet, sent } = clientOf([answer({ data: {} })]);
      await fleet.units.create({ body: withBigint });
      expect(sent.map(({ body }) => body)).toEqual([`{"name":"a","client_id":${nationalId}}`]);
    });
  });

  it("gives what it reads without the parser as a decode failure that names the option", async () => {
    const { fleet } = setUp({}, [answer({ data: { national_id: 18 } })], { transport });
    expect(await fleet.tests.ping()).toMatchObject({
      kind: "decode",
      error: { message: expect.stringContaining("set the option json.parse") },
    });
  });

  it("defaults the function that is not given", async () => {
    const { parse, stringify } = bigintJson("large");
    const reading = setUp({ parse }, [answer({ data: { id: 18 } })], { transport });
    expect(await reading.fleet.tests.ping()).toMatchObject({ data: { id: nationalId } });
    expect(await reading.fleet.units.create({ body: withBigint })).toMatchObject({ kind: "request" });
    expect(reading.sent).toHaveLength(1);
    const writing = setUp({ stringify, parse: undefined }, [answer({ data: { id: 18 } }, 201)], { transport });
    expect(await writing.fleet.units.create({ body: withBigint })).toMatchObject({ kind: "decode" });
    expect(writing.sent.map(({ body }) => body)).toEqual([`{"name":"a","client_id":${nationalId}}`]);
  });

  it("gives a decode failure for a body that the parser refuses with a SyntaxError, and reads again", async () => {
    // Some parsers throw plain objects.
    const errors: unknown[] = [new SyntaxError("hunter2"), { name: "SyntaxError", message: "hunter2" }];
    for (const error of errors) {
      const parse = vi.fn((text: string): unknown => {
        if (parse.mock.calls.length === 1) throw error;
        return JSON.parse(text);
      });
      const cut = answer('{"data":');
      const once = setUp({ parse }, [cut], { transport });
      const result = await once.fleet.tests.ping();
      expect(result).toMatchObject({ kind: "decode", error: { message: "testsPing: 200 has no valid JSON" } });
      parse.mockClear();
      const platform = fakePlatform();
      const { fleet } = setUp({ parse }, [cut, answer({ data: {} })], { transport, retry: {}, ...platform });
      expect(await platform.finish(fleet.tests.ping())).toMatchObject({ ok: true, meta: { attempts: 2 } });
      expect(parse).toHaveBeenCalledTimes(2);
    }
  });

  it("names a parser that fails otherwise, shows nothing of its message, and does not call again", async () => {
    const bug = new RangeError("hunter2");
    const parse = vi.fn(() => {
      throw bug;
    });
    const { fleet, sent } = setUp({ parse }, [answer({ data: {} })], { transport, retry: {} });
    const result = await fleet.tests.ping();
    expect(result).toMatchObject({
      kind: "decode",
      status: 200,
      error: { message: "testsPing: 200 cannot be read by json.parse (RangeError)" },
    });
    expect(Object(result.error).cause).toBe(bug);
    expect(JSON.stringify(result)).not.toContain("hunter2");
    expect(sent).toHaveLength(1);
  });

  it("takes a parser that gives nothing for one that read no JSON, and one that gives no envelope at its word", async () => {
    const read = async (value: unknown) =>
      setUp({ parse: () => value }, [answer({})], { transport }).fleet.tests.ping();
    expect(await read(undefined)).toMatchObject({ kind: "decode" });
    expect(await read(null)).toMatchObject({ kind: "unexpected" });
    for (const promise of [Promise.resolve({ data: {} }), Promise.reject(new Error("hunter2"))])
      expect(await read(promise)).toMatchObject({
        kind: "decode",
        error: { message: "testsPing: 200 json.parse must not return a promise" },
      });
    expect(await read(Object.freeze({ data: Object.freeze({ a: 1 }) }))).toMatchObject({ ok: true, data: { a: 1 } });
  });

  it("gives a parser no text that is empty", async () => {
    const parse = vi.fn(JSON.parse);
    const empty = () => new Response(null, { status: 304 });
    const { fleet } = setUp({ parse }, [empty, answer("", 500)], { transport });
    const headers = { "If-None-Match": '"v1"' };
    expect(await fleet.unitGroups.get({ path: { unit_group_id: 1 }, headers })).toMatchObject({ status: 304 });
    expect(await fleet.tests.ping()).toMatchObject({ kind: "unexpected", status: 500 });
    expect(parse).not.toHaveBeenCalled();
  });

  it("takes a problem that the parser has frozen, without showing its path", async () => {
    const body = Object.freeze(problem(410, "gone", { instance: "/auth/registration/canary" }));
    const { fleet } = setUp({ parse: () => body }, [answer(body, 410)], { transport });
    const result = await fleet.auth.registration({ path: { registration_token: "canary" } });
    expect(result).toMatchObject({ kind: "http", status: 410 });
    expect(JSON.stringify(result)).not.toContain("canary");
  });

  it.each<[string, JsonCodec["stringify"], string]>([
    [
      "throws",
      () => {
        throw new RangeError("hunter2");
      },
      "json.stringify failed (RangeError)",
    ],
    ["gives no text", () => undefined, "json.stringify must return a string"],
    ["gives a promise", (async () => "{}") as never, "json.stringify must not return a promise"],
    [
      "rejects",
      (async () => Promise.reject(new Error("hunter2"))) as never,
      "json.stringify must not return a promise",
    ],
  ])("sends nothing when stringify %s, however often it may retry", async (_what, stringify, message) => {
    const write = vi.fn(stringify);
    const { fleet, sent } = setUp({ stringify: write }, [answer({ data: {} })], {
      transport,
      retry: { shouldRetry: () => true },
    });
    const result = await fleet.units.create({ body: withBigint });
    expect(result).toMatchObject({ kind: "request", status: null, meta: { attempts: 0 } });
    expect(Object(result.error).message).toBe(`unitsCreate: ${message}`);
    expect(sent).toEqual([]);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it("writes a body once for all attempts, which have one key", async () => {
    const stringify = vi.fn(bigintJson("large").stringify);
    const platform = fakePlatform();
    const busy = answer(problem(503, "unavailable"), 503);
    const { fleet, sent } = setUp({ stringify }, [busy, busy, answer({ data: {} }, 201)], {
      transport,
      retry: {},
      ...platform,
    });
    expect(await platform.finish(fleet.units.create({ body: withBigint }))).toMatchObject({ ok: true });
    expect(sent.map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => `{"name":"a","client_id":${nationalId}}`),
    );
    expect(stringify).toHaveBeenCalledTimes(1);
  });
});

describe("the option json", () => {
  it("is an option of the small client and of a client's copy as well", async () => {
    const fetch = async (): Promise<Response> => threePages[2]?.() ?? Response.error();
    const json = bigintJson("all");
    const core = createCore({ baseUrl, fetch, json });
    expect(await unitsListing(core)).toMatchObject({ data: [{ id: 5n }] });
    const fleet = createFleetClient({ baseUrl, fetch });
    expect(await fleet.units.listing()).toMatchObject({ data: [{ id: 5 }] });
    expect(await fleet.with({ json }).units.listing()).toMatchObject({ data: [{ id: 5n }] });
  });

  it("changes no types", () => {
    const fleet = createFleetClient({ baseUrl, json: bigintJson("all") });
    expectTypeOf(fleet.units.listing().toArray).returns.resolves.items.toHaveProperty("id").toEqualTypeOf<number>();
    // @ts-expect-error an id is a number
    void (() => fleet.units.get({ path: { unit_id: 1n } }));
  });

  it("writes the bodies of raw, and leaves what raw reads to JSON.parse and to parseAs", async () => {
    const json = bigintJson("all");
    const { fleet, sent } = setUp(json, [answer({ data: { id: 18 } })]);
    const { data } = await fleet.raw.POST("/units", { body: withBigint });
    expect(sent.map(({ body }) => body)).toEqual([`{"name":"a","client_id":${nationalId}}`]);
    expect(data).toEqual({ data: { id: Number(nationalId) } });
    const read = await fleet.raw.GET("/tests/ping", { parseAs: "text" });
    expect(json.parse(read.data ?? "")).toEqual({ data: { id: nationalId } });
  });

  it("must hold functions", () => {
    for (const json of [{ parse: "bigint" }, { stringify: 1 }, { parse: null }, JSON.parse, null, "json", 1])
      expect(() => createFleetClient({ baseUrl, json: json as never })).toThrow(
        new TypeError("json must be an object with a function parse, a function stringify, or both"),
      );
    for (const json of [{}, JSON, Object.assign(() => {}, JSON, { parse: JSON.parse }), { parse: undefined }])
      expect(() => createFleetClient({ baseUrl, json })).not.toThrow();
  });

  it("calls the functions as methods of the object that holds them", async () => {
    class Codec {
      readonly #read: unknown[] = [];
      parse(text: string): unknown {
        this.#read.push(text);
        return JSON.parse(text);
      }
      stringify(value: unknown): string {
        return JSON.stringify({ ...Object(value), read: this.#read.length });
      }
    }
    const { fleet, sent } = setUp(new Codec(), [answer({ data: {} })]);
    await fleet.tests.ping().orThrow();
    await fleet.units.create({ body: { name: "a" } as never });
    expect(sent[1]?.body).toBe('{"name":"a","read":1}');
  });

  it("names a parser that refuses JSON, and does not call again", async () => {
    const parse = (): never => {
      throw new SyntaxError("hunter2");
    };
    const { fleet, sent } = setUp({ parse }, [answer({ data: {} })], { retry: {} });
    expect(await fleet.tests.ping()).toMatchObject({
      kind: "decode",
      error: { message: "testsPing: 200 cannot be read by json.parse (SyntaxError)" },
    });
    expect(sent).toHaveLength(1);
  });

  it("gives errors that JSON can say", async () => {
    const body = problem(422, "validation_failed", { errors: [{ most: 18 }] as never });
    const { fleet } = setUp(bigintJson("large"), [answer(body, 422)]);
    const error: unknown = await fleet.tests
      .ping()
      .orThrow()
      .catch((each: unknown) => each);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ errors: [{ most: String(nationalId) }] });
  });

  it("shows of a cause only what is an identifier", async () => {
    const parse = (): never => {
      throw Object.assign(new Error("m"), { name: "hunter2 was wrong", code: "token abc" });
    };
    const { fleet } = setUp({ parse }, [answer({ data: {} })]);
    const result = await fleet.tests.ping();
    expect(Object(result.error).message).toBe("testsPing: 200 cannot be read by json.parse (Error)");
    expect(inspect(result)).not.toMatch(/hunter2|abc/);
  });
});
