import { expect, it } from "vitest";
import type { AnyReport } from "../support/positions.ts";
import { positionRequests } from "../support/positions.ts";
import { useService } from "../support/service.ts";

const service = useService();

const report = (unit_id: number, secondsAgo: number): AnyReport => ({
  unit_id,
  recorded_at: new Date(service.clock.now().getTime() - 1000 * secondsAgo).toISOString(),
  latitude: 0,
  longitude: 0,
});

/** Holds what a statement locks until the result is called. */
async function hold(sql: string): Promise<() => Promise<void>> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let holder: Promise<void> = Promise.resolve();
  await new Promise<void>((held) => {
    holder = service.server.db.transaction(async (tx) => {
      await tx.query(sql);
      held();
      await released;
    });
  });
  return () => {
    release();
    return holder;
  };
}

it("a user whose changes wait for a row keeps nobody else waiting, and is told to try again", async () => {
  const [busy, other] = [await service.login("demo-client-north"), await service.login("demo-client-south")];
  const release = await hold("select from unit_group_forests for update");
  const changes = Array.from({ length: 12 }, (_, index) =>
    service.call("PATCH", "/unit_groups/1", { token: busy, body: { notes: `${index}` } }),
  );
  // Ten connections: with all of them in wait this would be refused.
  const read = await service.call("GET", "/unit_groups/listing", { token: other });
  expect(read.status).toBe(200);
  const first = await Promise.race(changes);
  expect([first.status, first.body.code, first.body.detail]).toEqual([
    503,
    "unavailable",
    "Too many changes at once. Try again.",
  ]);
  await release();
  expect((await Promise.all(changes)).at(-1)?.status).toBe(200);
});

it.each([
  ["the head of the feed", "select from position_feed for update"],
  ["a unit", "select from units where id = 2 for update"],
])("gateways that wait for %s are told to try again, and keep nobody else waiting", async (_name, sql) => {
  const [gateway, other] = [await service.login(), await service.login("demo-client-north")];
  const { send } = positionRequests({ call: service.call, token: () => gateway });
  const release = await hold(sql);
  // More than two at a time, so that some wait for their turn.
  const sent = Array.from({ length: 5 }, (_, index) => send([report(2, index + 1)]));
  for (const path of ["/monitoring/positions/latest", "/monitoring/feed", "/monitoring/summary", "/units/listing"]) {
    expect((await service.call("GET", path, { token: other })).status).toBe(200);
  }
  expect((await service.call("PATCH", "/units/3", { token: gateway, body: { notes: sql } })).status).toBe(200);
  const first = await Promise.race(sent);
  expect([first.status, first.body.code, first.headers.get("retry-after")]).toEqual([503, "unavailable", "1"]);
  await release();
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(new Set([...statuses, 200, 503])).toEqual(new Set([200, 503]));
  // Nothing of a request that was refused is stored, and it is stored when it is sent again.
  const again = await Promise.all(Array.from({ length: 5 }, (_, index) => send([report(2, index + 1)])));
  expect(again.map(({ body }) => body.data.stored)).toEqual(statuses.map((status) => (status === 503 ? 1 : 0)));
  await service.server.db.query("delete from positions where unit_id = 2");
});

it.each([
  ["a unit", "select from units where id = 2 for update"],
  ["the state of a unit", "select from unit_states where unit_id = 2 for update"],
])("a batch that waits for %s does not hold the head of the feed: others are stored meanwhile", async (_name, sql) => {
  const token = await service.login();
  const { send, store } = positionRequests({ call: service.call, token: () => token });
  const release = await hold(sql);
  const waiting = send([report(2, 60), report(3, 60)]);
  const blocked = `select l.pid from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database()`;
  await expect.poll(() => service.server.db.query(blocked)).toHaveLength(1);
  expect(await store([report(3, 61)])).toBe(1);
  await release();
  expect((await waiting).body.data.stored).toBe(2);
  await service.server.db.query("delete from positions where unit_id in (2, 3)");
});
