import { describe, expect, it } from "vitest";
import { demoRandom } from "../../src/demo/demo-random.ts";
import { runs } from "../support/db.ts";
import type { ChangesPage, Get } from "./support/mirror.ts";
import { allVisible, feeds, Mirror, placeOf } from "./support/mirror.ts";
import type { FeedWorld } from "./support/world.ts";
import { startFeedWorld } from "./support/world.ts";
import { changeSomething } from "./support/writers.ts";

const WRITERS = 8;
const READER = "username = 'demo-read-only'";

/** What changes the scope or the rights of the reader. The scope always has more than 100 units. */
const changesOfAccess: readonly ((world: FeedWorld) => Promise<unknown>)[] = [
  ({ db }) =>
    db.script(`update users set scope_level = 'client' where ${READER};
      update clients set limits = limits || '{"max_users": null}';
      insert into user_clients (user_id, client_id) select u.id, c.id from users u, clients c
        where ${READER} and c.id <= 5 on conflict do nothing`),
  ({ db }) => db.query("insert into role_permissions select id, 'units', 'edit' from roles where name = 'read_only'"),
  ({ db }) => db.query(`update users set scope_level = 'partner' where ${READER}`),
  async ({ db }) => {
    // Without the permission for a moment, and then with one less than before.
    await db.query("delete from role_permissions where role_id = (select id from roles where name = 'read_only')");
    await db.query(
      `insert into role_permissions select id, resource, 'view' from roles, unnest($1::text[]) resource
       where name = 'read_only'`,
      [feeds.map(({ table }) => table.table)],
    );
  },
];

describe("a feed of changes", () => {
  it("mirrors every group while 8 writers change it, and begins again only after a 410", async () => {
    const world = await startFeedWorld();
    await world.db.query(`update users set scope_level = 'partner', agency_id = null where ${READER}`);
    const writers = await startWriters(world, 20_261_127);
    const get = world.reader(await world.login("demo-read-only"));
    const mirrors = feeds.map((feed) => new Mirror(feed, get));
    expect(mirrors).not.toHaveLength(0);
    const units = mirrors[feeds.findIndex(({ table }) => table.table === "units")];
    const each = Math.ceil(runs(1000) / WRITERS / (changesOfAccess.length + 1));

    for (const [phase, change] of [null, ...changesOfAccess].entries()) {
      const random = demoRandom(phase);
      let running = true;
      const writing = Promise.all(writers.map((write) => write(each))).finally(() => void (running = false));
      const reading = mirrors.map(async (mirror) => {
        while (running) await mirror.read(random.int(1, 60));
      });
      await Promise.all([writing, ...reading, change?.(world)]);
      await allVisible(world.db);
      for (const mirror of mirrors) {
        while (await mirror.read(200));
        const { listed, mirrored } = await mirror.compare();
        expect(mirrored).toEqual(listed);
        expect(mirror.expired).toBeGreaterThanOrEqual(phase);
        expect(mirror.begun).toBe(mirror.expired + 1);
      }
      expect(units?.records.size).toBeGreaterThanOrEqual(100);
    }
  });

  it("shows every change of the scope once its cursor has passed it, however transactions overlap", async () => {
    const world = await startFeedWorld();
    const writers = await startWriters(world, 7);
    const get = world.reader(await world.login("demo-agency-admin-1"));
    let seen = 0;
    for (const { table, path } of feeds) {
      const random = demoRandom(99);
      let running = true;
      const pages: { readonly from: string; readonly to: string; readonly ids: readonly number[] }[] = [];
      const read = async (): Promise<void> => {
        let at = (await page(get, `${path}?from=now`)).next_cursor;
        for (let more = true; more || running;) {
          const part = await page(get, `${path}?per_page=${random.int(1, 20)}&cursor=${at}`);
          pages.push({ from: at, to: part.next_cursor, ids: part.changes.map(({ id }) => id) });
          ({ next_cursor: at, has_more: more } = part);
        }
      };
      const writing = writers.map((write) => write(Math.ceil(runs(160) / WRITERS), table.table));
      const written = Promise.all([...writing, slowWriter(world)]).finally(() => void (running = false));
      await Promise.all([written, read()]);
      for (const { from, to, ids } of pages) {
        const rows = await world.db.query<{ id: number }>(
          `select distinct record_id as id from changes where resource = $1 and agency_id = 'demo-agency-1'
             and (xid, seq) > ($2::xid8, $3::bigint)
             and (xid, seq) <= ($4::xid8, $5::bigint) order by 1`,
          [table.table, placeOf(from).xid, placeOf(from).seq, placeOf(to).xid, placeOf(to).seq],
        );
        expect(ids.toSorted((one, other) => one - other)).toEqual(rows.map(({ id }) => id));
        seen += rows.length;
      }
    }
    expect(seen).toBeGreaterThan(40);
  });
});

async function page(get: Get, path: string): Promise<ChangesPage> {
  const { status, body } = await get<ChangesPage>(path);
  if (status !== 200) throw new Error(`${path} responded ${status} ${body.detail}`);
  return body.data;
}

/** Changes something so many times, one change after the other: every other one in the collection, if one is named. */
type Writer = (times: number, collection?: string) => Promise<void>;

async function startWriters(world: FeedWorld, seed: number): Promise<readonly Writer[]> {
  const { db, service } = world;
  const token = await world.login();
  return Array.from({ length: WRITERS }, (_, index) => {
    const random = demoRandom(seed + index);
    return async (times, collection) => {
      for (let n = 0; n < times; n += 1) {
        const clients = [1, 2, 3, 4, 6];
        await changeSomething({
          service,
          db,
          token,
          random,
          clients,
          collection: n % 2 === 0 ? collection : undefined,
        });
      }
    };
  });
}

/** Transactions that begin before others and end after them. */
async function slowWriter({ db }: FeedWorld): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    await db.transaction(async (tx) => {
      await tx.query("update units set notes = 'slow ' || $1::text where id = 5", [String(n)]);
      await tx.query("select pg_sleep(0.05)");
    });
  }
}
