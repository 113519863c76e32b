import { describe, expect, it } from "vitest";
import { BATCH_ROWS, maintenanceJobs } from "../../src/maintenance/index.ts";
import { startServer } from "../../src/index.ts";
import { recordsOfClient } from "../support/create-record.ts";
import { newDatabase, onPostgres, openNewDatabase } from "../support/db.ts";
import { groupKinds } from "../support/group-kinds.ts";
import { useService } from "../support/service.ts";
import type { ChangesPage } from "./support/mirror.ts";
import { allVisible, feeds, placeOf } from "./support/mirror.ts";

const DAY = 24 * 60 * 60_000;
const service = useService();

/** Runs the job that removes old changes, in all batches that it takes; returns how many it removed. */
async function removeOldChanges(now: Date): Promise<number> {
  const job = maintenanceJobs({ auditLogDays: null }).find(({ name }) => name === "changes");
  const batch = await service.server.db.transaction(async (tx) => (await job?.runBatch(tx, now)) ?? -1);
  return batch < BATCH_ROWS ? batch : batch + (await removeOldChanges(now));
}

type Entry = ChangesPage["changes"][number];

/** Reads the feed as a user. */
function reader(token: string, group = "units") {
  const get = (query: string) => service.call<ChangesPage>("GET", `/${group}/changes?${query}`, { token });
  return {
    get,
    /** The entries after a cursor, and the next one; `isHeld` where a transaction of the test holds some back. */
    async after(cursor: string, query = "", isHeld = false): Promise<{ changes: readonly Entry[]; cursor: string }> {
      if (!isHeld) await allVisible(service.server.db);
      const { status, body } = await get(`cursor=${cursor}${query}`);
      expect([status, body.code]).toEqual([200, undefined]);
      return { changes: body.data.changes, cursor: body.data.next_cursor };
    },
    async now(query = ""): Promise<string> {
      await allVisible(service.server.db);
      return (await get(`from=now${query}`)).body.data.next_cursor;
    },
    async codeOf(cursor: string, query = ""): Promise<unknown> {
      const { status, body } = await get(`cursor=${cursor}${query}`);
      return [status, body.code, body.errors?.[0]?.detail ?? body.detail];
    },
  };
}

const short = (entry: Entry): unknown[] =>
  entry.change === "removed" ? [entry.id, entry.reason] : [entry.id, entry.change];

const sql = (text: string, params: number[] = []) => service.server.db.query<{ id: number }>(text, params);

/** Changes something, and waits until readers see it: a transaction of another database on the same server may hold it back. */
async function send(method: string, path: string, body?: object): Promise<void> {
  await sendOnly(method, path, body);
  await allVisible(service.server.db);
}

async function sendOnly(method: string, path: string, body?: object): Promise<void> {
  const token = await service.login();
  const { status } = await service.call(method, path, { token, ...(body && { body }) });
  expect(status).toBeLessThan(300);
}

describe("a feed of changes", () => {
  it("begins with all live records by id, in pages, and has nothing more where nothing happens", async () => {
    const { get } = reader(await service.login("demo-client-north"));
    const ids: number[] = [];
    let query = "per_page=15";
    const flags: boolean[] = [];
    for (let more = true; more;) {
      const { body } = await get(query);
      ids.push(...body.data.changes.map(({ id }) => id));
      query = `per_page=15&cursor=${body.data.next_cursor}`;
      more = body.data.has_more;
      flags.push(more);
    }
    const expected = await sql("select id from units where client_id = 1 and deleted_at is null order by id");
    expect(ids).toEqual(expected.map(({ id }) => id));
    // One page more where transactions of other databases ended meanwhile.
    expect([flags.slice(0, 2), flags.at(-1), flags.length <= 4]).toEqual([[true, true], false, true]);
    const { body } = await get(query);
    expect(body.data).toMatchObject({ changes: [], has_more: false });
  });

  it("goes on with what changed while its first pages were read", async () => {
    const { get, after } = reader(await service.login("demo-client-north"));
    const first = await get("per_page=20");
    const [id = 0] = first.body.data.changes.map((entry) => entry.id);
    await send("PATCH", `/units/${id}`, { notes: "meanwhile" });
    const second = await get(`per_page=200&cursor=${first.body.data.next_cursor}`);
    expect(second.body.data.changes.map((entry) => entry.id)).not.toContain(id);
    expect(second.body.data.has_more).toBe(true);
    const third = await after(second.body.data.next_cursor);
    expect(third.changes).toMatchObject([{ change: "upserted", id, record: { notes: "meanwhile" } }]);
  });

  it("begins at the present with from=now", async () => {
    const { get } = reader(await service.login());
    const { body } = await get("from=now");
    expect(body.data).toMatchObject({ changes: [], has_more: false });
  });

  it("says of each record once on a page what it is now", async () => {
    const feed = reader(await service.login());
    const start = await feed.now();
    await send("PATCH", "/units/11", { notes: "one" });
    await send("PATCH", "/units/12", { notes: "two" });
    await send("PATCH", "/units/11", { notes: "three" });
    const { changes } = await feed.after(start);
    expect(changes).toMatchObject([
      { id: 12, record: { notes: "two", version: expect.any(Number) } },
      { id: 11, record: { notes: "three" } },
    ]);
    const half = await feed.after(start, "&per_page=1");
    expect(half.changes.map(short)).toEqual([[11, "upserted"]]);
  });

  it("has no entry for a request that changes nothing or is only checked", async () => {
    const feed = reader(await service.login());
    await send("PATCH", "/units/13", { notes: "same" });
    const start = await feed.now();
    await send("PATCH", "/units/13", { notes: "same" });
    await send("POST", "/unit_groups/1/remove_units", { unit_ids: [1], dry_run: true, mode: "best_effort" });
    expect((await feed.after(start)).changes).toEqual([]);
  });

  it("has deletions and restorations", async () => {
    const feed = reader(await service.login());
    let at = await feed.now();
    const [unit] = await service.server.db.query<{ id: number }>(
      "select id from units where client_id = 1 and vehicle_id is null order by id desc limit 1",
    );
    await send("DELETE", `/units/${unit?.id}`);
    const deleted = await feed.after(at);
    expect(deleted.changes.map(short)).toEqual([[unit?.id, "deleted"]]);
    at = deleted.cursor;
    await send("POST", `/units/${unit?.id}/restore`);
    expect((await feed.after(at)).changes.map(short)).toEqual([[unit?.id, "upserted"]]);
  });

  it.each(groupKinds)(
    "has $members that are added to a group or removed from it, and those of a group that is deleted or restored",
    async ({ table, members, ids, groupIds }) => {
      const token = await service.login();
      const feed = reader(token, members);
      const [one, two, other] = await recordsOfClient(service, members, { token, client_id: 1, count: 3 });
      const body = { client_id: 1, name: "Fed" };
      const made = await service.call<{ id: number }>("POST", `/${table}`, { token, body });
      const { id } = made.body.data;
      let at = await feed.now();
      const next = async (): Promise<unknown[]> => {
        const { changes, cursor } = await feed.after(at);
        at = cursor;
        return changes.map((entry) => [
          entry.id,
          entry.change === "upserted" && (entry.record[groupIds] as number[]).includes(id),
        ]);
      };
      await send("POST", `/${table}/${id}/add_${members}`, { [ids]: [one, two] });
      expect(await next()).toEqual([
        [one, true],
        [two, true],
      ]);
      await send("POST", `/${table}/${id}/remove_${members}`, { [ids]: [one, other] });
      expect(await next()).toEqual([[one, false]]);
      await send("PATCH", `/${table}/${id}`, { name: "Fed well" });
      expect(await next()).toEqual([]);
      await send("DELETE", `/${table}/${id}`);
      expect(await next()).toEqual([[two, false]]);
      await send("POST", `/${table}/${id}/restore`);
      expect(await next()).toEqual([[two, true]]);
    },
  );

  it("removes what another client or agency gets, by the scope and by the requested client", async () => {
    const north = reader(await service.login("demo-client-north"));
    const south = reader(await service.login("demo-client-south"));
    const all = reader(await service.login());
    const other = reader(await service.login("demo-agency-admin-2"));
    const starts = {
      north: await north.now(),
      south: await south.now(),
      all: await all.now(),
      other: await other.now(),
    };
    const ofNorth = await all.now("&client_id=1");
    await sql("delete from unit_group_members where unit_id = 20");
    await sql("update units set client_id = 2, updated_at = now() where id = 20");
    expect((await north.after(starts.north)).changes.map(short)).toEqual([[20, "left_scope"]]);
    expect((await south.after(starts.south)).changes.map(short)).toEqual([[20, "upserted"]]);
    expect((await all.after(starts.all)).changes.map(short)).toEqual([[20, "upserted"]]);
    expect((await all.after(ofNorth, "&client_id=1")).changes.map(short)).toEqual([[20, "left_scope"]]);
    expect((await other.after(starts.other)).changes.map(short)).toEqual([]);

    const agency = reader(await service.login("demo-agency-admin-1"));
    const start = await agency.now();
    const otherStart = (await other.after(starts.other)).cursor;
    const moved = await sql("select id from units where client_id = 2 and deleted_at is null order by id");
    const byId = (changes: readonly Entry[]): readonly Entry[] =>
      changes.toSorted((one, another) => one.id - another.id);
    await sql("update clients set agency_id = 'demo-agency-2' where id = 2");
    expect(byId((await agency.after(start, "&per_page=200")).changes).map(short)).toEqual(
      moved.map(({ id }) => [id, "left_scope"]),
    );
    expect(byId((await other.after(otherStart, "&per_page=200")).changes).map(short)).toEqual(
      moved.map(({ id }) => [id, "upserted"]),
    );
    await sql("update clients set agency_id = 'demo-agency-1' where id = 2");
  });

  it("refuses a cursor of another operation or client, and what is no cursor", async () => {
    const feed = reader(await service.login());
    const cursor = await feed.now();
    const groups = reader(await service.login(), "unit_groups");
    const refused = (detail: string): unknown[] => [422, "validation_failed", expect.stringContaining(detail)];
    expect(await groups.codeOf(cursor)).toEqual(refused("another operation"));
    expect(await feed.codeOf(cursor, "&client_id=1")).toEqual(refused("without client_id"));
    expect(await feed.codeOf(await feed.now("&client_id=2"))).toEqual(refused("with client_id 2"));
    expect(await feed.codeOf(cursor, "&from=now")).toEqual(refused("no meaning with a cursor"));
    const parts: unknown[] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const wrong = [
      "x",
      "bnVsbA",
      cursor.slice(0, -8),
      encode({}),
      encode([...parts, 1]),
      encode(["units"]),
      encode(parts.map((part, index) => (index === 0 ? 2 : part))),
      ...["-1", "1e3", "99999999999999999999", "", 5, null].map((value) =>
        encode(parts.map((part, index) => (index === 5 ? value : part))),
      ),
    ];
    for (const text of wrong) expect(await feed.codeOf(text)).toEqual(refused("not a next_cursor"));
  });

  it("begins again after a change of the scope or the permissions, and not after one of somebody else", async () => {
    const south = reader(await service.login("demo-client-south"));
    const expired = [410, "cursor_expired", expect.stringContaining("your scope or your permissions changed")];
    const user = "(select id from users where username = 'demo-client-south')";
    let cursor = await south.now();
    await sql("update users set first_name = 'Other' where username like 'demo-client-%'");
    await sql(`insert into user_clients select id, 3 from users where username = 'demo-agency-admin-2'`);
    expect((await south.after(cursor)).changes).toEqual([]);
    await sql(`update clients set limits = limits || '{"max_users": null}'`);
    await sql(`insert into user_clients values (${user}, 1)`);
    expect(await south.codeOf(cursor)).toEqual(expired);
    cursor = await south.now();
    await sql("insert into role_permissions select id, 'units', 'delete' from roles where name = 'client_user'");
    expect(await south.codeOf(cursor)).toEqual(expired);
    cursor = await south.now();
    expect((await south.after(cursor)).changes).toEqual([]);
    await sql(`delete from user_clients where user_id = ${user} and client_id = 1`);
    expect(await south.codeOf(cursor)).toEqual(expired);
  });

  it.each(feeds.map(({ table }) => table.table))(
    "of %s continues after a restart of the service, and begins again after the database was restored",
    async (group) => {
      const feed = reader(await service.login(), group);
      const cursor = await feed.now();
      const [state] = await service.server.db.query<{ epoch: string }>("select epoch from change_feed");
      await service.server.db.query("update change_feed set epoch = gen_random_uuid()");
      const restored = [410, "cursor_expired", expect.stringContaining("the database was restored")];
      expect(await feed.codeOf(cursor)).toEqual(restored);
      await service.server.db.query("update change_feed set epoch = $1::uuid", [state?.epoch ?? ""]);
      expect((await feed.after(cursor)).changes).toEqual([]);
      const parts: unknown[] = JSON.parse(Buffer.from(cursor, "base64url").toString());
      const later = String(BigInt(placeOf(cursor).xid) + 1_000_000n);
      const future = parts.map((part, index) => (index === 5 ? later : part));
      expect(await feed.codeOf(encode(future))).toEqual(restored);
    },
  );

  it("keeps changes for 30 days from when they became visible", async () => {
    const feed = reader(await service.login());
    const { db } = service.server;
    const from = service.clock.now();
    const at = (days: number): Date => new Date(from.getTime() + days * DAY);
    await removeOldChanges(at(0));
    const before = await feed.now();
    await send("PATCH", "/units/18", { notes: "long ago" });
    expect(await removeOldChanges(at(29))).toBe(0);
    expect((await feed.after(before)).changes.map(short)).toEqual([[18, "upserted"]]);
    // The first removal noted what had ended by then: the change came later.
    await removeOldChanges(at(31));
    expect((await feed.after(before)).changes.map(short)).toEqual([[18, "upserted"]]);
    const after = await feed.now();
    await removeOldChanges(at(60));
    expect(await feed.codeOf(before)).toEqual([410, "cursor_expired", expect.stringContaining("older than 30 days")]);
    expect((await feed.after(after)).changes).toEqual([]);
    expect(await db.query("select 1 as one from changes where record_id = 18 and resource = 'units'")).toEqual([]);
  });

  it.runIf(onPostgres)(
    "holds back what is later than a transaction that still runs, for as long as it runs",
    async () => {
      const feed = reader(await service.login());
      const { db } = service.server;
      let at = await feed.now();
      let end = (): void => {};
      const ended = new Promise<void>((resolve) => (end = resolve));
      let slow: Promise<void> | undefined;
      await new Promise<void>((written) => {
        slow = db.transaction(async (tx) => {
          await tx.query("update units set notes = 'slow' where id = 21");
          written();
          await ended;
        });
      });
      await sendOnly("PATCH", "/units/22", { notes: "fast" });
      const during = await feed.after(at, "", true);
      expect(during.changes).toEqual([]);
      at = during.cursor;
      await removeOldChanges(new Date(service.clock.now().getTime() + 90 * DAY));
      end();
      await slow;
      expect((await feed.after(at)).changes.map(short)).toEqual([
        [21, "upserted"],
        [22, "upserted"],
      ]);
    },
  );
});

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

describe("an epoch", () => {
  it("differs between databases that were made from the same template, and stays with its database", async () => {
    const epochs = async (): Promise<unknown> => {
      const database = await openNewDatabase();
      return (await database.owner.query<{ epoch: string }>("select epoch from change_feed"))[0]?.epoch;
    };
    expect(await epochs()).not.toBe(await epochs());
  });

  it.runIf(onPostgres)("is the same for all servers of a database, also when they start at the same time", async () => {
    const { settings, remove } = await newDatabase();
    const seen = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const options = { settings: { ...settings, port: 0, log_level: "silent" } };
      const servers = await Promise.all([1, 2, 3].map(() => startServer(options)));
      const rows = await servers[0]?.db.query<{ epoch: string }>("select epoch from change_feed");
      for (const { epoch } of rows ?? []) seen.add(epoch);
      await Promise.all(servers.map((server) => server.close()));
    }
    expect(seen.size).toBe(1);
    await remove();
  });
});
