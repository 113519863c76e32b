import type { MonitoringFeedInput, Position } from "@fleet-api/contract/types/monitoring";
import { describe, expect, expectTypeOf, it } from "vitest";
import { monitoringFeed } from "../../src/built/operations.ts";
import { createCore } from "../../src/core.ts";
import { createFleetClient, type FleetClientOptions } from "../../src/index.ts";
import { type FeedReset, type FeedRetry, follow, type FollowOptions } from "../../src/paginate/index.ts";
import { problem as problemAnswer } from "../../src/testing/index.ts";
import { baseUrl, jsonResponse, problem } from "../support/answers.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { setUp } from "../testing/support.ts";
import { createPositionFeed } from "./support/position-feed.ts";

type Fetch = NonNullable<FleetClientOptions["fetch"]>;

/** Follows a feed in a time that passes only when a step waits, and notes what happens. */
function setUpFollow(fetch: Fetch, options: Partial<FollowOptions<MonitoringFeedInput["query"]>> = {}) {
  const platform = fakePlatform();
  const fleet = createFleetClient({ baseUrl, fetch, retry: false });
  const told: unknown[] = [];
  const pages = follow(fleet.monitoring.feed, {
    ...platform,
    onReset: (reset) => told.push(reset),
    onRetry: ({ error, ...rest }) => told.push({ code: error.code, ...rest }),
    ...options,
  });
  /** The next page: the ids of its positions, and its cursor. */
  const next = async (): Promise<[number[], string] | undefined> => {
    const { value } = await platform.finish(pages.next());
    return value ? [value.positions.map(({ unit_id }) => unit_id), value.cursor] : undefined;
  };
  return { platform, fleet, told, pages, next };
}

/** Answers each request with the next of these, and then with a page. */
function answers(...given: readonly (Response | Error)[]): Fetch & { sent: number } {
  const fetch = Object.assign(
    async () => {
      const answer = given[fetch.sent++] ?? jsonResponse(pageOf([7], "c9"));
      if (answer instanceof Error) throw answer;
      return answer;
    },
    { sent: 0 },
  );
  return fetch;
}

const pageOf = (ids: readonly number[], next_cursor: string, has_more = false): object => ({
  data: { positions: ids.map((unit_id) => ({ unit_id })), next_cursor, has_more },
});
const failing = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(problem(status, "unavailable")), {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
  });
/** The error of a session, as the auth package brands it. */
const authError = (code: string, more: object = {}): Error =>
  Object.assign(new Error("no token"), { [Symbol.for("fleet-api.auth-error")]: true, code, ...more });

describe("follow", () => {
  it("begins now without a cursor, and hands out that cursor first", async () => {
    const feed = createPositionFeed();
    feed.receive();
    const { next, told } = setUpFollow(feed.fetch);
    expect(await next()).toEqual([[], "0-1"]);
    expect(told).toEqual([{ expired: false, cursor: "0-1" }]);
    feed.receive();
    expect(await next()).toEqual([[2], "0-2"]);
    expect(feed.asked).toEqual(["", "?cursor=0-1"]);
  });

  it("asks at once while there is more, and after the interval otherwise", async () => {
    const feed = createPositionFeed();
    for (let count = 0; count < 3; count++) feed.receive();
    const { next, told, pages, platform } = setUpFollow(feed.fetch, { cursor: "0-0", pollIntervalMs: 2_000 });
    expect([await next(), await next()]).toEqual([
      [[1, 2], "0-2"],
      [[3], "0-3"],
    ]);
    expect(platform.waits).toEqual([]);
    const waiting = pages.next();
    await platform.advance(5_999);
    expect(feed.asked).toHaveLength(4);
    feed.receive();
    await platform.advance(1);
    expect(await waiting).toMatchObject({ value: { positions: [{ unit_id: 4 }], cursor: "0-4" } });
    expect(platform.waits).toEqual([2_000, 2_000, 2_000]);
    expect(told).toEqual([]);
  });

  it("hands out a cursor that is new, also without positions: an old one would expire", async () => {
    const feed = createPositionFeed();
    for (let count = 0; count < 3; count++) feed.receive(false);
    const { next } = setUpFollow(feed.fetch, { cursor: "0-0" });
    expect([await next(), await next()]).toEqual([
      [[], "0-2"],
      [[], "0-3"],
    ]);
  });

  it("sends the parameters of the feed and the options of a call with every request", async () => {
    const asked: Request[] = [];
    const fetch: Fetch = async (url, init) => {
      asked.push(new Request(url, init));
      return jsonResponse(pageOf([asked.length], `c${asked.length}`, true));
    };
    const options = { query: { client_id: 5, per_page: 10 }, headers: { "x-request-id": "follow-00001" }, fetch };
    const { next } = setUpFollow(async () => expect.unreachable("the call has its own fetch"), options);
    await next();
    await next();
    expect(asked.map(({ url }) => new URL(url).search)).toEqual([
      "?client_id=5&per_page=10",
      "?client_id=5&per_page=10&cursor=c1",
    ]);
    expect(asked.map(({ headers }) => headers.get("x-request-id"))).toEqual(["follow-00001", "follow-00001"]);
  });

  it("says that the cursor has expired, and goes on from a moment before it says so", async () => {
    const feed = createPositionFeed();
    feed.receive();
    feed.expire();
    const resets: FeedReset[] = [];
    const onReset = async (reset: FeedReset): Promise<void> => {
      resets.push(reset);
      // Comes while the latest positions are read.
      feed.receive();
    };
    const { next, platform } = setUpFollow(feed.fetch, { cursor: "0-0", onReset });
    expect(await next()).toEqual([[], "1-1"]);
    expect(resets).toEqual([{ expired: true, cursor: "1-1" }]);
    expect(platform.waits).toEqual([]);
    expect(await next()).toEqual([[2], "1-2"]);
  });

  it("asks more and more slowly when each cursor expires at once, and ends when the feed without one is gone", async () => {
    const feed = createPositionFeed();
    feed.expire();
    const { next, told, platform } = setUpFollow(feed.fetch, { cursor: "0-0", onReset: () => feed.expire() });
    for (let run = 0; run < 3; run++) await next();
    expect(told).toEqual([
      { code: "cursor_expired", failures: 2, delayMs: 7_000 },
      { code: "cursor_expired", failures: 3, delayMs: 9_000 },
    ]);
    expect(platform.waits).toEqual([5_000, 7_000, 5_000, 9_000]);
    const gone = async () => jsonResponse(problem(410, "cursor_expired"), { status: 410 });
    await expect(setUpFollow(gone).next()).rejects.toMatchObject({ status: 410, code: "cursor_expired" });
  });

  it("sends a request again after failures that pass, however many, with growing pauses", async () => {
    const fetch = answers(
      new TypeError("fetch failed"),
      ...[429, 500, 502, 503, 504, 408, 425].map((status) => failing(status)),
      new Response("<html>", { status: 502, headers: { "content-type": "text/html" } }),
    );
    const { next, told, platform } = setUpFollow(fetch, { cursor: "c0" });
    expect(await next()).toEqual([[7], "c9"]);
    expect(fetch.sent).toBe(10);
    expect(told.map((each) => Object(each).failures)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(platform.waits).toEqual([6, 7, 9, 13, 21, 35, 35, 35, 35].map((seconds) => seconds * 1_000));
    expect(told[0]).toEqual({ code: "network", failures: 1, delayMs: 6_000 });
  });

  it("begins to count again after a success", async () => {
    const fetch = answers(failing(503), jsonResponse(pageOf([], "c1", true)), failing(503));
    const { next, told } = setUpFollow(fetch, { cursor: "c0" });
    await next();
    await next();
    expect(told.map((each) => Object(each).failures)).toEqual([1, 1]);
  });

  it("waits for Retry-After, and for a session whose login has to wait", async () => {
    const retryAt = Date.UTC(2030, 0, 1, 0, 1);
    const fetch = answers(failing(503, { "retry-after": "120" }), authError("login_backoff", { retryAt }));
    const { next, told } = setUpFollow(fetch, { cursor: "c0" });
    await next();
    expect(told).toEqual([
      { code: "unavailable", failures: 1, delayMs: 121_000 },
      { code: "auth", failures: 2, delayMs: 7_000 },
    ]);
    const early = setUpFollow(answers(authError("login_backoff", { retryAt })), { cursor: "c0" });
    await early.next();
    expect(early.told).toEqual([{ code: "auth", failures: 1, delayMs: 61_000 }]);
    const far = setUpFollow(answers(failing(429, { "retry-after": "99999999999" })), { cursor: "c0" });
    await far.next();
    expect(far.platform.waits).toEqual([86_401_000]);
  });

  it.each([
    [401, jsonResponse(problem(401, "token_revoked"), { status: 401 }), "token_revoked"],
    [403, jsonResponse(problem(403, "permission_denied"), { status: 403 }), "permission_denied"],
    [422, jsonResponse(problem(422, "validation_failed"), { status: 422 }), "validation_failed"],
    [503, failing(503, { "x-should-retry": "false" }), "unavailable"],
    [null, authError("credentials_rejected"), "auth"],
  ])("ends with the failure that does not pass: %s", async (status, answer, code) => {
    const fetch = answers(jsonResponse(pageOf([1], "c1", true)), answer);
    const { next, told, pages } = setUpFollow(fetch, { cursor: "c0" });
    expect(await next()).toEqual([[1], "c1"]);
    await expect(next()).rejects.toMatchObject({ name: "FleetError", code, status, operationId: "monitoringFeed" });
    expect([told, fetch.sent, await pages.next()]).toEqual([[], 2, { done: true, value: undefined }]);
  });

  it.each([
    ["a repeated cursor", [pageOf([1], "c1", true), pageOf([2], "c0", true)]],
    ["positions without a new cursor", [pageOf([1], "c0")]],
    ["no cursor", [{ data: { positions: [], next_cursor: null, has_more: false } }]],
    ["nothing that says whether there is more", [{ data: { positions: [], next_cursor: "c1" } }]],
    ["no list", [{ data: { next_cursor: "c1", has_more: false } }]],
  ])("ends when the service gives %s", async (_what, pages) => {
    const { next } = setUpFollow(answers(...pages.map((page) => jsonResponse(page))), { cursor: "c0" });
    for (let good = 1; good < pages.length; good++) await next();
    await expect(next()).rejects.toMatchObject({ kind: "unexpected", status: 200, operationId: "monitoringFeed" });
  });

  it("ends when page after page brings nothing, but not when it waits between them", async () => {
    let sent = 0;
    const empty = (most: number) => async () => jsonResponse(pageOf([], `c${sent++}`, sent < most));
    const waits = setUpFollow(empty(0));
    for (let page = 0; page < 1_500; page++) await waits.next();
    expect(sent).toBe(1_500);
    sent = 0;
    const { pages } = setUpFollow(empty(Infinity));
    const all = async (): Promise<void> => {
      for await (const { positions } of pages) expect(positions).toEqual([]);
    };
    await expect(all()).rejects.toMatchObject({ kind: "unexpected" });
    expect(sent).toBe(1_001);
  });

  it("ends with what onReset throws", async () => {
    const mine = new Error("the disk is full");
    const { next } = setUpFollow(createPositionFeed().fetch, { onReset: () => Promise.reject(mine) });
    await expect(next()).rejects.toBe(mine);
  });

  it("drops what onRetry throws", async () => {
    const onRetry = (): never => {
      throw new Error("of the observer");
    };
    const { next } = setUpFollow(answers(failing(503)), { cursor: "c0", onRetry });
    expect(await next()).toEqual([[7], "c9"]);
  });

  it("refuses options that cannot work", () => {
    const { fleet } = setUpFollow(answers());
    const untyped: (feed: unknown, options: object) => unknown = follow as never;
    expect(() => untyped(fleet.monitoring.feed, {})).toThrow(TypeError);
    for (const pollIntervalMs of [0, -1, Number.NaN, Infinity])
      expect(() => untyped(fleet.monitoring.feed, { onReset: () => {}, pollIntervalMs })).toThrow(
        new TypeError("pollIntervalMs must be 1 to 86400000"),
      );
  });
});

describe("the end of a followed feed", () => {
  const aborted = { name: "FleetError", code: "abort", cause: "enough", operationId: "monitoringFeed" };

  it("comes with the signal: before a request, during one, in a pause, in onReset and between two pages", async () => {
    const early = answers();
    await expect(setUpFollow(early, { signal: AbortSignal.abort("enough") }).next()).rejects.toMatchObject(aborted);
    expect(early.sent).toBe(0);

    const during = new AbortController();
    const hanging: Fetch = (_url, init) => {
      queueMicrotask(() => during.abort("enough"));
      return new Promise((_resolve, reject) =>
        init?.signal?.addEventListener("abort", () => reject(new Error("gone"))),
      );
    };
    await expect(setUpFollow(hanging, { signal: during.signal }).next()).rejects.toMatchObject(aborted);

    const paused = new AbortController();
    const { pages, platform, next } = setUpFollow(answers(), { cursor: "c0", signal: paused.signal });
    await next();
    const waiting = pages.next();
    await platform.advance(1_000);
    expect(platform.pending()).toBe(1);
    paused.abort("enough");
    await expect(waiting).rejects.toMatchObject(aborted);
    expect(platform.pending()).toBe(0);

    const inReset = new AbortController();
    const onReset = () => inReset.abort("enough");
    await expect(setUpFollow(answers(), { onReset, signal: inReset.signal }).next()).rejects.toMatchObject(aborted);

    const between = new AbortController();
    const fetch = answers();
    const last = setUpFollow(fetch, { cursor: "c0", signal: between.signal });
    await last.next();
    between.abort("enough");
    await expect(last.next()).rejects.toMatchObject(aborted);
    expect(fetch.sent).toBe(1);
  });

  it("comes with a signal whose time is over, which is no failure that passes", async () => {
    const over = AbortSignal.abort(new DOMException("too late", "TimeoutError"));
    const { next, told } = setUpFollow(answers(), { signal: over });
    await expect(next()).rejects.toMatchObject({ code: "abort", cause: over.reason });
    expect(told).toEqual([]);
  });

  it("comes when the loop is left, without a timer or a listener", async () => {
    const listeners = new Set<unknown>();
    const signal: AbortSignal = Object.assign(new AbortController().signal, {
      addEventListener: (_type: string, listener: unknown) => void listeners.add(listener),
      removeEventListener: (_type: string, listener: unknown) => void listeners.delete(listener),
    });
    const { pages, platform, next } = setUpFollow(answers(), { cursor: "c0", signal });
    await next();
    expect(listeners.size).toBe(0);
    const waiting = pages.next();
    await platform.advance(1_000);
    expect([platform.pending(), listeners.size]).toEqual([1, 1]);
    await pages.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect([platform.pending(), listeners.size]).toEqual([0, 0]);
  });

  it("comes when the client is closed", async () => {
    const { fleet, next } = setUpFollow(answers(), { cursor: "c0" });
    await next();
    fleet.close();
    await expect(next()).rejects.toMatchObject({ code: "request" });
  });
});

describe("follow of other clients", () => {
  it("takes the function of an operation, for the smallest bundle", async () => {
    const core = createCore({ baseUrl, fetch: createPositionFeed().fetch });
    const pages = follow((input, options) => monitoringFeed(core, input, options), { onReset: () => {} });
    expect(await pages.next()).toEqual({ done: false, value: { positions: [], cursor: "0-0" } });
  });

  it("reads the test server", async () => {
    const { server, fleet } = setUp();
    const platform = fakePlatform();
    const resets: FeedReset[] = [];
    const pages = follow(fleet.monitoring.feed, { ...platform, onReset: (reset) => resets.push(reset) });
    const first = await pages.next();
    server.use({ monitoringFeed: ({ query }) => (query.cursor ? problemAnswer("cursor_expired") : { data: empty }) });
    const empty = { positions: [], next_cursor: "c1", has_more: false };
    expect(await platform.finish(pages.next())).toEqual({ done: false, value: { positions: [], cursor: "c1" } });
    expect(resets.map(({ expired }) => expired)).toEqual([false, true]);
    expect(Object(first.value).positions).toHaveLength(1);
    server.assertNoErrors();
  });
});

describe("the types of follow", () => {
  const { fleet } = setUpFollow(answers());
  const onReset = (): void => {};

  it("give the items of the feed, the cursor and the reason of a retry", async () => {
    const onRetry = (retry: FeedRetry) => void expectTypeOf(retry.delayMs).toEqualTypeOf<number>();
    for await (const page of follow(fleet.monitoring.feed, {
      query: { client_id: 1, per_page: 10 },
      onReset,
      onRetry,
    })) {
      expectTypeOf(page.positions).toEqualTypeOf<Position[]>();
      expectTypeOf(page.cursor).toEqualTypeOf<string>();
      // @ts-expect-error pages come one after the other: what tells how the feed goes on is not handed out
      expect(page.has_more).toBeUndefined();
      break;
    }
  });

  it("refuse other operations, a missing handler, and what the feed does not take", () => {
    const wrong = [
      // @ts-expect-error a history has an end
      () => follow(fleet.monitoring.history, { onReset }),
      // @ts-expect-error a feed of changes begins with all records: `sync` reads it
      () => follow(fleet.units.changes, { onReset }),
      // @ts-expect-error a list by page
      () => follow(fleet.monitoring.latestListing, { onReset }),
      // @ts-expect-error a group
      () => follow(fleet.monitoring, { onReset }),
      // @ts-expect-error a call
      () => follow(fleet.monitoring.feed(), { onReset }),
      // @ts-expect-error without it, a gap would stay unseen
      () => follow(fleet.monitoring.feed, {}),
      // @ts-expect-error the cursor is an option
      () => follow(fleet.monitoring.feed, { onReset, query: { cursor: "c1" } }),
      // @ts-expect-error an unknown parameter
      () => follow(fleet.monitoring.feed, { onReset, query: { unit_id: 1 } }),
      // @ts-expect-error a key makes no sense for a read
      () => follow(fleet.monitoring.feed, { onReset, idempotencyKey: "k" }),
    ];
    expect(wrong).toHaveLength(9);
  });
});
