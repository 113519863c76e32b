import { expect, it } from "vitest";
import { removePositions } from "../../../src/telemetry/remove-positions.ts";
import { positionRequests } from "../../support/positions.ts";
import { useService } from "../../support/service.ts";

const service = useService();
const HOUR = 60 * 60_000;

it("removes what was recorded before an instant, and no cursor continues where positions are missing", async () => {
  const token = await service.login();
  const { store, history, latest, follow } = positionRequests({ call: service.call, token: () => token });
  const { db } = service.server;
  const now = (): number => service.clock.now().getTime();
  const report = (hoursAgo: number) => ({
    unit_id: 2,
    recorded_at: new Date(now() - hoursAgo * HOUR).toISOString(),
    latitude: 0,
    longitude: -30,
  });
  const [, before] = await follow(null);
  await store([report(3), report(1)]);
  const [, between] = await follow(before);
  service.clock.advance(3 * HOUR);
  await store([report(0), report(5)]);
  const [{ count }] = (await db.query<{ count: number }>(
    "select count(*)::integer as count from positions where recorded_at < $1::timestamptz",
    [new Date(now() - 2 * HOUR)],
  )) as [{ count: number }];
  const units = (await latest("")).length;

  expect(await removePositions(db, new Date(now() - 2 * HOUR))).toBe(count);
  const range = `from=${new Date(now() - 24 * HOUR).toISOString()}&to=${new Date(now() + 1).toISOString()}`;
  const left = await history(`unit_id=2&${range}`);
  expect(left.map(({ recorded_at }) => recorded_at)).toEqual([new Date(now()).toISOString()]);
  // Also of units whose positions are all gone.
  expect(await latest("")).toHaveLength(units);
  // Its batch has arrived since, and one of its positions is left.
  expect((await follow(between))[0].map(({ recorded_at }) => recorded_at)).toEqual([new Date(now()).toISOString()]);
  const { status, body } = await service.call("GET", `/monitoring/feed?cursor=${before}`, { token });
  expect([status, body.code]).toEqual([410, "cursor_expired"]);
  expect(await removePositions(db, new Date(now() - 2 * HOUR))).toBe(0);
});
