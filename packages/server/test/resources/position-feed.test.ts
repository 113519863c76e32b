import type { PositionFeed } from "@fleet-api/contract/types/monitoring";
import { describe, expect, it, onTestFinished } from "vitest";
import { partitionJob } from "../../src/maintenance/index.ts";
import { createRecord } from "../support/create-record.ts";
import { installationRequests } from "../support/installations.ts";
import { positionRequests } from "../support/positions.ts";
import { useService } from "../support/service.ts";

const service = useService();
const DAY = 24 * 60 * 60_000;

/** Requests of a user, whose session lasts for a part of the time that a test lets pass. */
async function requests(username?: string) {
  const token = await service.login(username);
  const sender = { call: service.call, clock: service.clock, db: () => service.server.db, token: () => token };
  return { token, ...positionRequests(sender), ...installationRequests(sender) };
}

/** Sends so many positions of a unit as one batch. */
async function sendBatch(unit: number, count: number): Promise<void> {
  const { store } = await requests();
  const at = service.clock.now().getTime();
  const items = Array.from({ length: count }, (_, index) => ({
    unit_id: unit,
    recorded_at: new Date(at - 1000 * index).toISOString(),
    latitude: 0,
    longitude: 0,
  }));
  expect(await store(items)).toBe(count);
}

const newUnit = async (client = 1): Promise<number> => (await requests()).unit(client);

async function read(cursor: string, query = "", username?: string): Promise<PositionFeed> {
  const { token } = await requests(username);
  const path = `/monitoring/feed?cursor=${cursor}${query}`;
  const { status, body } = await service.call<PositionFeed>("GET", path, { token });
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.data;
}

const outcome = async (cursor: string, query = ""): Promise<unknown[]> => {
  const { token } = await requests();
  const { status, body } = await service.call("GET", `/monitoring/feed?cursor=${cursor}${query}`, { token });
  const [finding] = body.errors ?? [];
  return [status, body.code, ...(finding === undefined ? [body.detail] : [`${finding.name} ${finding.detail}`])];
};

/** A cursor behind everything. */
async function now(query = ""): Promise<string> {
  const { follow } = await requests();
  return (await follow(null, query))[1];
}

const runJob = (): Promise<number> => partitionJob.runWhole(service.server.db, service.clock.now());

const partsOf = (cursor: string): unknown[] => JSON.parse(Buffer.from(cursor, "base64url").toString());
const encode = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString("base64url");

describe("a cursor of the feed of positions", () => {
  it("is valid for 7 days: until then nothing is removed, and later it is refused if it missed anything", async () => {
    const unit = await newUnit();
    const starts = [await now(), await now("&client_id=1")];
    await sendBatch(unit, 3);
    const inside = (await read(starts[0] ?? "", "&per_page=2")).next_cursor;
    const after = (await read(inside)).next_cursor;
    service.clock.advance(7 * DAY);
    await runJob();
    expect((await read(starts[0] ?? "")).positions).toHaveLength(3);
    expect((await read(inside)).positions).toHaveLength(1);
    await sendBatch(unit, 1);
    service.clock.advance(DAY);
    await runJob();
    const expired = [410, "cursor_expired", expect.stringContaining("The cursor is too old.")];
    expect(await outcome(starts[0] ?? "")).toEqual(expired);
    expect(await outcome(starts[1] ?? "", "&client_id=1")).toEqual(expired);
    expect(await outcome(inside)).toEqual(expired);
    expect((await read(after)).positions).toHaveLength(1);
    expect((await read(await now())).positions).toEqual([]);
  });

  it("does not grow old while nothing arrives", async () => {
    const unit = await newUnit();
    await sendBatch(unit, 1);
    const cursor = await now();
    service.clock.advance(40 * DAY);
    await runJob();
    await sendBatch(unit, 1);
    expect((await read(cursor)).positions).toHaveLength(1);
  });

  it("ends with its database, and survives a restart of the service", async () => {
    const { db } = service.server;
    const unit = await newUnit();
    const cursor = await now();
    await sendBatch(unit, 1);
    const [state] = await db.query<{ epoch: string }>("select epoch from change_feed");
    await db.query("update change_feed set epoch = gen_random_uuid()");
    const restored = [410, "cursor_expired", expect.stringContaining("the database was restored")];
    expect(await outcome(cursor)).toEqual(restored);
    await db.query("update change_feed set epoch = $1::uuid", [state?.epoch ?? ""]);
    expect((await read(cursor)).positions).toHaveLength(1);
    // As after a restore of an older copy that has the same epoch.
    const [format, epoch, client, batch, n] = partsOf(await now());
    expect(await outcome(encode([format, epoch, client, Number(batch) + 1, n]))).toEqual(restored);
    expect(await outcome(encode([format, epoch, client, batch, n]))).toEqual([200, undefined, undefined]);
  });

  it("is one of this operation and of the same client", async () => {
    const refused = (detail: string): unknown[] => [
      422,
      "validation_failed",
      expect.stringMatching(`^cursor .*${detail}`),
    ];
    const cursor = await now();
    expect(await outcome(cursor, "&client_id=1")).toEqual(refused("without client_id"));
    expect(await outcome(await now("&client_id=2"))).toEqual(refused("with client_id 2"));
    expect(await outcome(await now("&client_id=2"), "&client_id=1")).toEqual(refused("with client_id 2"));
    const { token, get } = await requests();
    const changes = await get<{ next_cursor: string }>("/units/changes?from=now");
    const other = await service.call("GET", `/units/changes?cursor=${cursor}`, { token });
    expect([other.status, other.body.code]).toEqual([422, "validation_failed"]);
    const [format, epoch, client, batch, n] = partsOf(cursor);
    const wrong = [
      changes.next_cursor,
      "x",
      cursor.slice(0, -8),
      encode({}),
      encode(null),
      encode([format, epoch, client, batch]),
      encode([format, epoch, client, batch, n, 1]),
      encode(["history 1", epoch, client, batch, n]),
      ...[-1, 1.5, 2 ** 53, "1", null].flatMap((value) => [
        encode([format, epoch, client, value, n]),
        encode([format, epoch, client, batch, value]),
      ]),
      encode([format, 1, client, batch, n]),
      encode([format, epoch, client, batch, 3_000_000_000]),
    ];
    for (const text of wrong) expect([text, await outcome(text)]).toEqual([text, refused("not a next_cursor")]);
  });
});

describe("a page of the feed of positions", () => {
  it("ends anywhere in a batch, whatever its length is", async () => {
    const unit = await newUnit();
    const start = await now();
    for (const count of [1, 7, 4]) {
      service.clock.advance(60_000);
      await sendBatch(unit, count);
    }
    const whole = await read(start);
    expect([whole.positions.length, whole.has_more]).toEqual([12, false]);
    for (const size of [1, 2, 3, 4, 6, 11, 12, 13]) {
      const { follow } = await requests("demo-client-north");
      const [found, end] = await follow(start, `per_page=${size}`);
      expect([size, found]).toEqual([size, whole.positions]);
      expect(partsOf(end)).toEqual(partsOf(whole.next_cursor));
    }
  });

  it("may be empty while there is more, once: it looks at 200 batches of all clients, and then where the next position is", async () => {
    const { db } = service.server;
    await db.script(`insert into partners values ('quiet', 'Quiet', now(), now());
      insert into agencies values ('quiet', 'quiet', 'Quiet', now(), now());
      update users set partner_id = 'quiet' where username = 'demo-read-only';
      update users set scope_level = 'partner' where username = 'demo-read-only'`);
    const { token } = await requests();
    const client = await createRecord(service, "clients", { token, members: { agency_id: "demo-agency-1" } });
    await db.query("update clients set agency_id = 'quiet', updated_at = now() where id = $1", [client]);
    const [own, foreign] = [await newUnit(client), await newUnit()];
    onTestFinished(() => db.script("update users set partner_id = 'demo-partner' where username = 'demo-read-only'"));
    const start = await now();
    await sendBatch(foreign, 2);
    await db.query("update position_feed set batch = batch + 450");
    // The scope of the partner that sends does not have it.
    await db.query("update clients set agency_id = 'demo-agency-1' where id = $1", [client]);
    await sendBatch(own, 1);
    await db.query("update clients set agency_id = 'quiet' where id = $1", [client]);
    const pages: unknown[] = [];
    let cursor = start;
    for (let hasMore = true; hasMore;) {
      const page = await read(cursor, "", "demo-read-only");
      pages.push([page.positions.map(({ unit_id }) => unit_id), page.has_more]);
      ({ next_cursor: cursor, has_more: hasMore } = page);
    }
    expect(pages).toEqual([
      [[], true],
      [[own], false],
    ]);
    const quiet = await now("&client_id=1");
    await db.query("update position_feed set batch = batch + 100000");
    expect(await read(quiet, "&client_id=1")).toMatchObject({ positions: [], has_more: false });
  });
});
