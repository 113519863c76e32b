import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFleetClient } from "../../src/index.ts";
import { type RateLimitState, rateLimits } from "../../src/observe/index.ts";
import { readLimits } from "../../src/observe/rate-limits.ts";
import { type BareItem, parseList } from "../../src/observe/structured-field.ts";
import { baseUrl, jsonResponse, problem } from "../support/answers.ts";
import { fakePlatform } from "../support/fake-platform.ts";

const begin = Date.UTC(2030, 0, 1);

/** A client whose service answers with these headers, in turn, and when it was asked. */
function limited(answers: (Record<string, string> | Response)[], wait = true) {
  const platform = fakePlatform();
  const limits = rateLimits({ wait });
  const queue = [...answers];
  const asked: number[] = [];
  const fetch = async () => {
    asked.push(platform.clock.monotonic());
    const next = queue.shift() ?? {};
    return next instanceof Response ? next : jsonResponse({ data: {} }, { headers: next });
  };
  const fleet = createFleetClient({ baseUrl, fetch, use: [limits], ...platform, retry: false, timeoutMs: 0 });
  return { fleet, limits, platform, asked };
}

const tooMany = (headers: Record<string, string>) =>
  jsonResponse(problem(429, "too_many_requests"), { status: 429, headers });

describe("the state", () => {
  it("has what the answers say about each policy", async () => {
    const { fleet, limits } = limited([
      { "ratelimit-policy": '"burst";q=100;w=60, "daily";q=1000;w=86400', ratelimit: '"burst";r=50;t=30' },
      { ratelimit: '"daily";r=7' },
    ]);
    await fleet.tests.ping();
    await fleet.auth.token();
    expect([...limits.state.values()]).toEqual<RateLimitState[]>([
      {
        policy: "burst",
        remaining: 50,
        limit: 100,
        windowMs: 60_000,
        resetAt: begin + 30_000,
        operations: new Set(["testsPing"]),
      },
      {
        policy: "daily",
        remaining: 7,
        limit: 1000,
        windowMs: 86_400_000,
        resetAt: null,
        operations: new Set(["testsPing", "authToken"]),
      },
    ]);
  });

  it("has what a 429 asks for, also as a date", async () => {
    const { fleet, limits } = limited(
      [tooMany({ "retry-after": "5" }), tooMany({ "retry-after": "Tue, 01 Jan 2030 00:00:07 GMT" })],
      false,
    );
    await fleet.tests.ping();
    await fleet.auth.token();
    expect([...limits.state.values()].map(({ policy, remaining, resetAt }) => [policy, remaining, resetAt])).toEqual([
      ["retry-after testsPing", 0, begin + 5000],
      ["retry-after authToken", 0, begin + 7000],
    ]);
  });

  it("keeps apart the partitions of a policy, and is bounded", async () => {
    const answers = Array.from({ length: 150 }, (_, at) => ({ ratelimit: `"p";r=1;pk=:${btoa(`k${at}`)}:` }));
    const { fleet, limits } = limited(answers, false);
    for (let n = 0; n < 150; n += 1) await fleet.tests.ping();
    expect(limits.state.size).toBe(100);
    expect(limits.state.has(`p;pk=${btoa("k149")}`)).toBe(true);
  });

  it("stays empty without answers and without headers", async () => {
    const { fleet, limits } = limited([{}]);
    await fleet.tests.ping();
    await fleet.tests.ping({}, { signal: AbortSignal.abort() });
    expect(limits.state.size).toBe(0);
  });
});

describe("holding back", () => {
  it("is off by default", async () => {
    const { fleet, asked } = limited([{ ratelimit: '"p";r=0;t=30' }], false);
    await fleet.tests.ping();
    await fleet.tests.ping();
    expect(asked).toEqual([0, 0]);
  });

  it("waits for the reset, for the operations of the policy only", async () => {
    const { fleet, asked, platform } = limited([{ ratelimit: '"p";r=0;t=30' }]);
    await fleet.tests.ping();
    const held = fleet.tests.ping();
    await fleet.auth.token();
    expect(asked).toEqual([0, 0]);
    expect(await platform.finish(held)).toMatchObject({ ok: true });
    expect(asked).toEqual([0, 0, 30_000]);
    expect(platform.pending()).toBe(0);
  });

  it("waits after a 429", async () => {
    const { fleet, asked, platform } = limited([tooMany({ "retry-after": "5" })]);
    await fleet.tests.ping();
    await platform.finish(fleet.tests.ping());
    expect(asked).toEqual([0, 5000]);
  });

  it("lets no more leave together than remain", async () => {
    const { fleet, asked, platform } = limited([{ "ratelimit-policy": '"p";q=2', ratelimit: '"p";r=2;t=10' }]);
    await fleet.tests.ping();
    await platform.finish(Promise.all(Array.from({ length: 5 }, () => fleet.tests.ping())));
    // Two remain; two more after the reset; nothing is known about the window after that, so the last one goes too.
    expect(asked.filter((at) => at === 0)).toHaveLength(3);
    expect(asked.filter((at) => at === 10_000)).toHaveLength(3);
  });

  it("does not wait when nobody says until when", async () => {
    const { fleet, asked } = limited([{ ratelimit: '"p";r=0' }]);
    await fleet.tests.ping();
    await fleet.tests.ping();
    expect(asked).toEqual([0, 0]);
  });

  it("fails at once when the deadline comes before the reset", async () => {
    const { fleet, asked, platform } = limited([{ ratelimit: '"p";r=0;t=30' }]);
    await fleet.tests.ping();
    const result = await fleet.tests.ping({}, { deadlineMs: 30_000 });
    expect(result).toMatchObject({ ok: false, kind: "timeout", status: null, meta: { attempts: 0 } });
    expect([asked.length, platform.clock.monotonic(), platform.pending()]).toEqual([1, 0, 0]);
    expect(await platform.finish(fleet.tests.ping({}, { deadlineMs: 30_001 }))).toMatchObject({ ok: true });
  });

  it("ends when the caller aborts, and leaves no timer", async () => {
    const { fleet, asked, platform } = limited([{ ratelimit: '"p";r=0;t=30' }]);
    await fleet.tests.ping();
    const caller = new AbortController();
    const held = fleet.tests.ping({}, { signal: caller.signal }).withResponse();
    await platform.advance(10);
    caller.abort(new Error("enough"));
    expect((await held).result).toMatchObject({ kind: "abort", error: { cause: { message: "enough" } } });
    expect([asked.length, platform.pending()]).toEqual([1, 0]);
  });
});

describe("headers of rate limits", () => {
  it.each<[string, Record<string, string>, unknown]>([
    ["the draft", { "ratelimit-policy": '"a";q=9;w=1', ratelimit: '"a";r=3;t=4' }, ["a", 3, 4000, 9]],
    ["a policy alone", { "ratelimit-policy": '"a";q=9' }, ["a", undefined, undefined, 9]],
    [
      "the three before it",
      { "ratelimit-limit": "10, 10;w=1", "ratelimit-remaining": "9", "ratelimit-reset": "1" },
      ["default", 9, 1000, 10],
    ],
    [
      "those with X-",
      { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "60" },
      ["default", 0, 60_000, 10],
    ],
    [
      "a reset in seconds since 1970",
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": `${begin / 1000 + 8}` },
      ["default", 0, 8000, undefined],
    ],
    [
      "a reset that is over",
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": `${begin / 1000 - 8}` },
      ["default", 0, 0, undefined],
    ],
  ])("%s", (_what, headers, expected) => {
    const read = readLimits(new Headers(headers), begin);
    expect(read.map(({ policy, remaining, resetMs, limit }) => [policy, remaining, resetMs, limit])).toEqual([
      expected,
    ]);
  });

  it.each([{ ratelimit: '"a";r=-1' }, { ratelimit: '"a";r=1.5;t=x' }])("takes no count from %j", (headers) => {
    expect(readLimits(new Headers(headers), begin)).toMatchObject([
      { policy: "a", remaining: undefined, resetMs: undefined },
    ]);
  });

  it.each([{ ratelimit: "limit=3" }, { "x-ratelimit-remaining": "many" }, { "x-ratelimit-limit": "3" }, {}])(
    "has nothing from %j",
    (headers) => {
      expect(readLimits(new Headers(headers), begin)).toEqual([]);
    },
  );

  it("gives counts and times that are none or not negative, for any text", () => {
    const name = fc.constantFrom(
      "ratelimit",
      "ratelimit-policy",
      "x-ratelimit-remaining",
      "x-ratelimit-reset",
      "ratelimit-remaining",
    );
    const value = fc.oneof(
      fc.stringMatching(/^[\x20-\x7e]*$/),
      fc.integer().map(String),
      fc.integer().map((n) => `"p";r=${n};t=${n};q=${n}`),
    );
    fc.assert(
      fc.property(fc.dictionary(name, value), (headers) => {
        for (const { remaining = 0, resetMs = 0, limit = 0 } of readLimits(new Headers(headers), begin))
          expect([remaining, resetMs, limit].every((each) => each >= 0)).toBe(true);
      }),
    );
  });
});

/** Items as plain data. */
function readList(field: string | null): unknown {
  return parseList(field).map(({ value, params }) => [value, Object.fromEntries(params)]);
}

describe("a list of items, RFC 9651", () => {
  it.each<[string, unknown]>([
    ['"default";r=50;t=30', [["default", { r: 50, t: 30 }]]],
    [
      '"a;b, \\"c\\""; q=1 ,\t"d"',
      [
        ['a;b, "c"', { q: 1 }],
        ["d", {}],
      ],
    ],
    ["@1688169599", [[new Date(1_688_169_599_000), {}]]],
    ["?1;a;b=?0", [[true, { a: true, b: false }]]],
    [
      "-1.5, text/html;q=0.8, :aGk=:",
      [
        [-1.5, {}],
        ["text/html", { q: 0.8 }],
        ["aGk=", {}],
      ],
    ],
    ["a;x=1;x=2", [["a", { x: 2 }]]],
    ["", []],
    ["   ", []],
  ])("%s", (field, expected) => {
    expect(readList(field)).toEqual(expected);
  });

  it.each([
    '"open',
    '"a" ;r=1',
    "a,",
    ",a",
    "a b",
    "a;=1",
    "a;R=1",
    "1.2345",
    "1.",
    "1234567890123456",
    "@1.5",
    "@99999999999999",
    "?2",
    ":?:",
    "(a b)",
    "é",
    "a;b=",
    '"\t"',
  ])("is ignored as a whole when malformed: %s", (field) => {
    expect(parseList(`ok, ${field}`)).toEqual([]);
    expect(parseList(field)).toEqual([]);
  });

  it("is empty with white space that HTTP does not know", () => {
    for (const field of ["\u00a0ok", "ok\u00a0", "ok,\u00a0ok"]) expect(parseList(field)).toEqual([]);
  });

  it("is empty when absent", () => expect(parseList(null)).toEqual([]));

  it("reads what a serialiser writes", () => {
    const text = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
    const bare = fc.oneof(
      text,
      fc.boolean(),
      fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
      fc.integer({ min: -9_999_999, max: 9_999_999 }).map((n) => n / 8),
      fc.integer({ min: -60_000_000_000, max: 250_000_000_000 }).map((seconds) => new Date(seconds * 1000)),
    );
    const params = fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_.*-]{0,5}$/), bare, { noNullPrototype: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(bare, params), { minLength: 1 }), (items) => {
        const field = items
          .map(([value, more]) =>
            [write(value), ...Object.entries(more).map(([k, v]) => `${k}=${write(v)}`)].join("; "),
          )
          .join(", ");
        expect(readList(field)).toEqual(items.map(([value, more]) => [value, more]));
      }),
    );
  });

  it("never throws, and takes no longer for being malformed", () => {
    fc.assert(fc.property(fc.string(), (field) => Array.isArray(parseList(field))));
    expect(parseList(`${"a;".repeat(50_000)}!`)).toEqual([]);
  });
});

function write(value: BareItem): string {
  if (value instanceof Date) return `@${value.getTime() / 1000}`;
  if (typeof value === "boolean") return value ? "?1" : "?0";
  return typeof value === "string" ? `"${value.replaceAll(/["\\]/g, "\\$&")}"` : String(value);
}
