import type { Client } from "@fleet-api/contract/types/clients";
import type { UnitGroup } from "@fleet-api/contract/types/unit_groups";
import type { Unit } from "@fleet-api/contract/types/units";
import { describe, expect, expectTypeOf, it } from "vitest";
import { unitsChanges } from "../../src/built/operations.ts";
import { createCore } from "../../src/core.ts";
import { type FailureOf, type FleetClientOptions, createFleetClient } from "../../src/index.ts";
import { sync } from "../../src/paginate/index.ts";
import { example, problem } from "../../src/testing/index.ts";
import { baseUrl, jsonResponse } from "../support/answers.ts";
import { setUp } from "../testing/support.ts";
import { createModelFeed, expired } from "./support/model-feed.ts";

/** A client of a service, and handlers that note what they are told. */
function recorder(fetch: NonNullable<FleetClientOptions["fetch"]>) {
  const told: string[] = [];
  const tell = (what: string) => void told.push(what);
  return {
    fleet: createFleetClient({ baseUrl, fetch, retry: false }),
    told,
    handlers: {
      onUpsert: ({ name }: { name: string }) => tell(name),
      onRemove: (id: number) => tell(`removed ${id}`),
      onReset: () => tell("reset"),
      onCursor: (cursor: string) => tell(`cursor ${cursor}`),
    },
  };
}

const pageOf = (data: object) => async () => jsonResponse({ data });

describe("sync", () => {
  it("reads all records without a cursor, page by page, and the changes after it", async () => {
    const feed = createModelFeed([1, 2, 3]);
    const { fleet, told, handlers } = recorder(feed.fetch);
    const { data, status, meta } = await sync(fleet.units, { ...handlers, query: { per_page: 2 } }).orThrow();
    expect(told).toEqual(["reset", "name 1", "name 2", "cursor 0-0-2", "name 3", "cursor 0-0"]);
    expect([data, status, meta.operationId]).toEqual([{ cursor: "0-0" }, 200, "unitsChanges"]);
    feed.set(2, "new name");
    feed.remove(1);
    told.length = 0;
    await sync(fleet.units, { ...handlers, cursor: data.cursor }).orThrow();
    expect(told).toEqual(["new name", "removed 1", "cursor 0-2"]);
    expect(feed.asked).toEqual(["?per_page=2", "?per_page=2&cursor=0-0-2", "?per_page=200&cursor=0-0"]);
  });

  it("says nothing when nothing has changed", async () => {
    const { fleet, told, handlers } = recorder(createModelFeed([1]).fetch);
    const result = await sync(fleet.units, { ...handlers, cursor: "0-0" });
    expect([told, result.ok && result.data.cursor]).toEqual([[], "0-0"]);
  });

  it("begins with all records for a cursor of null, as a database gives it", async () => {
    const { fleet, told, handlers } = recorder(createModelFeed().fetch);
    await sync(fleet.units, { ...handlers, cursor: null }).orThrow();
    expect(told).toEqual(["reset", "cursor 0-0"]);
  });

  it("begins with all records, also if the query says from=now", async () => {
    const feed = createModelFeed([1]);
    const { fleet, told, handlers } = recorder(feed.fetch);
    // Only a literal is refused by the types.
    const query = { per_page: 5, from: "now" as const };
    await sync(fleet.units, { ...handlers, query }).orThrow();
    expect([told, feed.asked]).toEqual([["reset", "name 1", "cursor 0-0"], ["?per_page=5"]]);
  });

  it("waits for each handler", async () => {
    const feed = createModelFeed([1, 2]);
    const { fleet, told } = recorder(feed.fetch);
    const slow = (name: string) => async () => {
      told.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      told.push(`${name} ends`);
    };
    const handlers = {
      onUpsert: slow("upsert"),
      onRemove: slow("remove"),
      onReset: slow("reset"),
      onCursor: slow("cursor"),
    };
    const { data } = await sync(fleet.units, handlers).orThrow();
    feed.remove(1);
    feed.remove(2);
    await sync(fleet.units, { ...handlers, cursor: data.cursor }).orThrow();
    const names = ["reset", "upsert", "upsert", "cursor", "remove", "remove", "cursor"];
    expect(told).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it("hands each handler the entry, too", async () => {
    const feed = createModelFeed([1]);
    feed.remove(7);
    const { fleet, handlers } = recorder(feed.fetch);
    const entries: unknown[] = [];
    await sync(fleet.units, {
      ...handlers,
      cursor: "0-0",
      onRemove: (_id, { reason, changed_at }) => entries.push(reason, changed_at),
    }).orThrow();
    await sync(fleet.units, { ...handlers, onUpsert: (_unit, { id, change }) => entries.push(id, change) }).orThrow();
    expect(entries).toEqual(["deleted", "2026-01-15T08:30:00.000Z", 1, "upserted"]);
  });

  it("begins again when the cursor has expired, and says so before the first record", async () => {
    const feed = createModelFeed([1]);
    feed.expire();
    const { fleet, told, handlers } = recorder(feed.fetch);
    await sync(fleet.units, { ...handlers, cursor: "0-0" }).orThrow();
    expect(told).toEqual(["reset", "name 1", "cursor 1-0"]);
  });

  it("does not announce a beginning that fails", async () => {
    const answers = [expired(), new Response("", { status: 502 })];
    const { fleet, told, handlers } = recorder(async () => answers.shift() ?? Response.error());
    const result = await sync(fleet.units, { ...handlers, cursor: "0-0" });
    expect([result.ok, result.status, told]).toEqual([false, 502, []]);
  });

  it("fails when a cursor expires twice in a run, or without a cursor", async () => {
    let sent = 0;
    const { fleet, handlers } = recorder(async () => (sent++, expired()));
    const result = await sync(fleet.units, { ...handlers, cursor: "0-0" });
    expect([result.ok, result.status, sent]).toEqual([false, 410, 2]);
    await expect(sync(fleet.units, handlers).orThrow()).rejects.toMatchObject({ code: "cursor_expired" });
    expect(sent).toBe(3);
    const feed = createModelFeed([1, 2]);
    const onUpsert = (): void => feed.expire();
    const twice = await sync(recorder(feed.fetch).fleet.units, { ...handlers, onUpsert, query: { per_page: 1 } });
    expect([twice.status, feed.asked.length]).toEqual([410, 4]);
  });

  it.each(["onUpsert", "onRemove", "onReset", "onCursor"])(
    "rejects with what %s throws, and stops there",
    async (name) => {
      const feed = createModelFeed([1, 2]);
      feed.remove(3);
      const { fleet, told, handlers } = recorder(feed.fetch);
      const mine = new Error("the disk is full");
      const fail = () => Promise.reject(mine);
      const run = () =>
        sync(fleet.units, { ...handlers, cursor: name === "onRemove" ? "0-0" : undefined, [name]: fail });
      await expect(run()).rejects.toBe(mine);
      await expect(run().orThrow()).rejects.toBe(mine);
      expect(told.filter((what) => what.startsWith("cursor"))).toEqual([]);
    },
  );

  it("gives the failure of a request as its result, and keeps the cursor of the page before it", async () => {
    const feed = createModelFeed([1, 2]);
    const fetch = async (url: string | Request) => {
      if (feed.asked.length > 0) throw new TypeError("fetch failed");
      return feed.fetch(url);
    };
    const { fleet, told, handlers } = recorder(fetch);
    const result = await sync(fleet.units, { ...handlers, query: { per_page: 1 } });
    expect(result.kind).toBe("network");
    expect(told).toEqual(["reset", "name 1", "cursor 0-0-1"]);
  });

  it("sends each request again as the client does", async () => {
    const feed = createModelFeed([1]);
    let sent = 0;
    const fetch = async (url: string | Request) => (sent++ ? feed.fetch(url) : new Response("", { status: 503 }));
    const { handlers, told } = recorder(fetch);
    const fleet = createFleetClient({ baseUrl, fetch, retry: { baseDelayMs: 1 } });
    const { meta } = await sync(fleet.units, handlers).orThrow();
    expect([meta.attempts, told]).toEqual([2, ["reset", "name 1", "cursor 0-0"]]);
  });

  it("passes on the options of a call, and the parameters of the feed", async () => {
    const asked: Request[] = [];
    const { fleet, handlers } = recorder(async () => expect.unreachable("the call has its own fetch"));
    await sync(fleet.units, {
      ...handlers,
      query: { client_id: 5, per_page: 10 },
      headers: { "x-request-id": "mirror-00001" },
      fetch: async (url, init) => {
        asked.push(new Request(url, init));
        return jsonResponse({ data: { changes: [], next_cursor: "c1", has_more: false } });
      },
    }).orThrow();
    expect(asked.map(({ url }) => url)).toEqual([`${baseUrl}/units/changes?per_page=10&client_id=5`]);
    expect(asked[0]?.headers.get("x-request-id")).toBe("mirror-00001");
  });

  it("ends with a signal: before a request, during one, and between two entries", async () => {
    const feed = createModelFeed([1, 2]);
    const { fleet, told, handlers } = recorder(feed.fetch);
    const early = await sync(fleet.units, { ...handlers, signal: AbortSignal.abort() });
    expect([early.kind, told, feed.asked]).toEqual(["abort", [], []]);
    const controller = new AbortController();
    const onUpsert = () => controller.abort("enough");
    const between = await sync(fleet.units, { ...handlers, onUpsert, signal: controller.signal });
    expect(between).toMatchObject({
      ok: false,
      kind: "abort",
      error: { cause: "enough", operationId: "unitsChanges" },
    });
    expect(told).toEqual(["reset"]);
    const during = new AbortController();
    const waiting = recorder((_url, init) => {
      queueMicrotask(() => during.abort());
      return new Promise((_resolve, reject) =>
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
      );
    });
    expect((await sync(waiting.fleet.units, { ...handlers, signal: during.signal })).kind).toBe("abort");
  });

  it("is done when the signal comes after the last entry", async () => {
    const { fleet, told, handlers } = recorder(createModelFeed([1]).fetch);
    const controller = new AbortController();
    const result = await sync(fleet.units, {
      ...handlers,
      onUpsert: () => controller.abort(),
      signal: controller.signal,
    });
    expect([result.ok, told]).toEqual([true, ["reset", "cursor 0-0"]]);
  });

  it.each([["c0"], ["c0", "c1"]])("fails when a cursor comes again and there is more", async (...cycle) => {
    let sent = 0;
    const { fleet, handlers } = recorder(async () =>
      jsonResponse({ data: { changes: [], next_cursor: cycle[sent++ % cycle.length], has_more: true } }),
    );
    const result = await sync(fleet.units, handlers);
    expect(result).toMatchObject({ ok: false, kind: "unexpected", status: 200, meta: { attempts: 1 } });
    expect([sent, !result.ok && result.kind !== "http" && result.error.message]).toEqual([
      cycle.length + 1,
      "unitsChanges: the service gave a cursor that was used before",
    ]);
  });

  it("fails when page after page brings nothing, each with another cursor", async () => {
    let sent = 0;
    const { fleet, handlers } = recorder(async () =>
      jsonResponse({ data: { changes: [], next_cursor: `c${sent++}`, has_more: true } }),
    );
    expect((await sync(fleet.units, handlers)).kind).toBe("unexpected");
    expect(sent).toBe(1001);
  });

  it.each([
    {},
    { changes: {}, next_cursor: "c1", has_more: false },
    { changes: [], has_more: true },
    { changes: [], next_cursor: "c1" },
    { changes: [null], next_cursor: "c1", has_more: false },
    { changes: [{ change: "archived", id: 1 }], next_cursor: "c1", has_more: false },
  ])("fails for a page that would lose entries silently: %j", async (data) => {
    const { fleet, told, handlers } = recorder(pageOf(data));
    expect(await sync(fleet.units, handlers)).toMatchObject({ ok: false, kind: "unexpected", status: 200 });
    expect(told).toEqual([]);
  });

  it("takes the function of an operation, for the smallest bundle", async () => {
    const { told, handlers } = recorder(async () => Response.error());
    const core = createCore({ baseUrl, fetch: createModelFeed([1]).fetch });
    await sync({ changes: (input, options) => unitsChanges(core, input, options) }, handlers).orThrow();
    expect(told).toEqual(["reset", "name 1", "cursor 0-0"]);
  });
});

describe("sync with the test server", () => {
  it("gets the example of the contract, and then nothing new", async () => {
    const { server, fleet } = setUp();
    const units: Unit[] = [];
    const handlers = { onUpsert: (unit: Unit) => units.push(unit), onRemove: () => units.pop(), onReset: () => {} };
    const { data } = await sync(fleet.units, handlers).orThrow();
    expect(units).toEqual([example("unitsListing")]);
    await sync(fleet.units, { ...handlers, ...data }).orThrow();
    expect(units).toHaveLength(1);
    server.assertNoErrors();
  });

  it("gets the pages and the problems of handlers", async () => {
    const { server, fleet } = setUp();
    const feed = createModelFeed([1, 2, 3]);
    feed.remove(2);
    server.use({
      unitGroupsChanges({ query }) {
        const page = feed.page(query.cursor, query.per_page);
        if (!page) return problem("cursor_expired");
        const changes = page.changes.map((entry) =>
          entry.change === "removed" ? entry : { ...entry, record: example("unitGroupsListing", entry.record) },
        );
        return { data: { ...page, changes } };
      },
    });
    feed.expire();
    const names = new Map<number, string>([[9, "gone"]]);
    await sync(fleet.unitGroups, {
      cursor: "0-0",
      query: { per_page: 1 },
      onUpsert: ({ id, name }) => names.set(id, name),
      onRemove: (id) => names.delete(id),
      onReset: () => names.clear(),
    }).orThrow();
    expect([...names.values()]).toEqual(["name 1", "name 3"]);
    expect(server.callsOf("unitGroupsChanges").map(({ query }) => query.cursor)).toEqual(["0-0", undefined, "1-1-1"]);
    server.assertNoErrors();
  });
});

describe("the types of sync", () => {
  const { fleet, handlers } = recorder(createModelFeed().fetch);

  it("give each group its records, its parameters and its failures", async () => {
    const calls = [
      sync(fleet.units, { ...handlers, onUpsert: (unit) => void expectTypeOf(unit).toEqualTypeOf<Unit>() }),
      sync(fleet.unitGroups, { ...handlers, onUpsert: (group) => void expectTypeOf(group).toEqualTypeOf<UnitGroup>() }),
      sync(fleet.clients, { ...handlers, onUpsert: (client) => void expectTypeOf(client).toEqualTypeOf<Client>() }),
    ];
    const result = await sync(fleet.units, { ...handlers, query: { client_id: 1 } });
    if (result.ok) expectTypeOf(result.data).toEqualTypeOf<{ cursor: string }>();
    else expectTypeOf(result).toEqualTypeOf<FailureOf<typeof fleet.units.changes>>();
    if (!result.ok && result.status === 410 && result.kind === "http")
      expectTypeOf(result.error.code).toEqualTypeOf<"cursor_expired">();
    expect((await Promise.all(calls)).map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  it("give the entries of the feed", async () => {
    const result = await sync(fleet.units, {
      ...handlers,
      onUpsert: (_unit, entry) => void expectTypeOf(entry.changed_at).toEqualTypeOf<string>(),
      onRemove: (id, { reason }) => {
        expectTypeOf(id).toEqualTypeOf<number>();
        expectTypeOf<"deleted" | "left_scope">().toExtend<typeof reason>();
      },
    });
    expect(result.ok).toBe(true);
  });

  it("refuse a group without changes, missing handlers and what the feed does not take", () => {
    const wrong = [
      // @ts-expect-error a group without a feed
      () => sync(fleet.auth, handlers),
      // @ts-expect-error the function of the operation is not its group
      () => sync(fleet.units.changes, handlers),
      // @ts-expect-error without it, records that are gone would stay
      () => sync(fleet.units, { onUpsert: () => {}, onRemove: () => {} }),
      // @ts-expect-error the cursor is an option
      () => sync(fleet.units, { ...handlers, query: { cursor: "c1" } }),
      // @ts-expect-error a copy cannot begin now
      () => sync(fleet.units, { ...handlers, query: { from: "now" } }),
      // @ts-expect-error an unknown parameter
      () => sync(fleet.units, { ...handlers, query: { agency_id: "a" } }),
      // @ts-expect-error a key makes no sense for a read
      () => sync(fleet.units, { ...handlers, idempotencyKey: "k" }),
      // @ts-expect-error a member that a unit does not have
      () => sync(fleet.units, { ...handlers, onUpsert: (unit) => unit.nmae }),
    ];
    expect(wrong).toHaveLength(8);
  });
});
