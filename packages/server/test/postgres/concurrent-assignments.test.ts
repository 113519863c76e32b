/** Assignments of drivers that several requests change at once, behind two servers on one database. */
import { byTier } from "@fleet-api-tools/test-tier";
import { expect, it } from "vitest";
import type { FeedWorld } from "../changes/support/world.ts";
import { startFeedWorld } from "../changes/support/world.ts";
import { assignmentRequests } from "../support/assignments.ts";
import { outcome } from "../support/vehicle-requests.ts";

const ROUNDS = byTier(40, 1000);
const DAY = 24 * 60 * 60_000;

async function startWorld() {
  const world = await startFeedWorld();
  const token = await world.login();
  const { service, clock, db } = world;
  const requests = assignmentRequests({ call: service.call, clock, db: () => db, token: () => token });
  return { world, ...requests };
}

/** Rows that no order of requests may leave: two at a time, and those of deleted records that last. */
async function violations({ db, clock }: FeedWorld): Promise<object[]> {
  return db.query(
    `with live as (select *, tstzrange(started_at, ended_at) as time from driver_assignments where deleted_at is null)
     select one.id, other.id as other from live one join live other on one.id < other.id and one.time && other.time
       and (one.driver_id = other.driver_id or one.vehicle_id = other.vehicle_id)
       and (one.role = 'primary' and other.role = 'primary'
         or one.driver_id = other.driver_id and one.vehicle_id = other.vehicle_id)
     union all
     select a.id, null from live a join drivers d on d.id = a.driver_id join vehicles v on v.id = a.vehicle_id
       where (d.deleted_at is not null or v.deleted_at is not null) and coalesce(a.ended_at, 'infinity') > $1`,
    [clock.now()],
  );
}

it.each(["driver", "vehicle"] as const)(
  `one of two requests gets a %s for overlapping times, ${ROUNDS} times`,
  async (side) => {
    const { world, driver, vehicle, assign, at } = await startWorld();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [own, others] =
        side === "driver"
          ? [await driver(), [await vehicle(), await vehicle()]]
          : [await vehicle(), [await driver(), await driver()]];
      const times = [
        { started_at: at(-DAY), ended_at: round % 2 === 0 ? null : at(1) },
        { started_at: at(round % 3 === 0 ? -2 * DAY : 0), ended_at: null },
      ];
      const answers = await Promise.all(
        others.map((other, index) =>
          side === "driver" ? assign(own, other, times[index]) : assign(other, own, times[index]),
        ),
      );
      const won = answers.findIndex(({ status }) => status === 201);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const id = answers[won]?.body.data.id;
      expect(answers[1 - won]?.body).toMatchObject({
        code: "assignment_overlap",
        existing_id: id,
        references: [{ resource: "driver_assignments", ids: [id], count: 1 }],
      });
    }
    expect(await violations(world)).toEqual([]);
  },
);

it.each(["drivers", "vehicles"] as const)(`nobody is assigned in or to %s that are deleted at once`, async (side) => {
  const { world, driver, vehicle, assign, correct, call, at } = await startWorld();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [anna, van] = [await driver(), await vehicle()];
    const path = side === "drivers" ? `/drivers/${anna}` : `/vehicles/${van}`;
    const isAgain = round % 2 === 1;
    const past = isAgain ? await assign(anna, van, { started_at: at(-DAY), ended_at: at(0) }) : null;
    const [assigned, deleted] = await Promise.all([
      past === null ? assign(anna, van) : correct(past.body.data.id, { ended_at: null }),
      call("DELETE", path),
    ]);
    expect([
      [isAgain ? 200 : 201, undefined, 409, "in_use"],
      [...(isAgain ? [409, "invalid_state"] : [422, "validation_failed"]), 200, undefined],
    ]).toContainEqual([...outcome(assigned), ...outcome(deleted)]);
  }
  expect(await violations(world)).toEqual([]);
});

it("end_current never ends in a deadlock, whoever takes whose vehicle", async () => {
  const { world, driver, vehicle, assign, correct, undo, list, at, call } = await startWorld();
  const [drivers, vehicles] = [
    [await driver(), await driver()],
    [await vehicle(), await vehicle()],
  ] as const;
  const [[a = 0, b = 0], [v = 0, w = 0]] = [drivers, vehicles];
  const counts = new Map<number, number>();
  for (let round = 0; round < Math.ceil(ROUNDS / 4); round += 1) {
    world.clock.advance(1000);
    const [present, now] = [{ end_current: true }, at(0)];
    const [last] = (await list(`driver_id=${a}`)).body.data;
    const answers = await Promise.all([
      assign(a, v, present),
      assign(b, w, present),
      assign(a, w, { end_current: true, role: "co_driver" }),
      assign(b, v, { ...present, started_at: at(-500) }),
      ...(last === undefined ? [] : [correct(last.id, { ended_at: now }), undo(last.id)]),
      call("DELETE", `/drivers/${b}`).then(() => call("POST", `/drivers/${b}/restore`)),
    ]);
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
    expect(await violations(world)).toEqual([]);
  }
  expect(counts.get(201)).toBeGreaterThan(ROUNDS / 4);
  expect([...counts.keys()].filter((status) => ![200, 201, 404, 409, 422, 503].includes(status))).toEqual([]);
});

it("of two requests that end the current assignment of a driver at once, the later beginning lasts", async () => {
  const { world, driver, vehicle, assign, list, at } = await startWorld();
  for (let round = 0; round < ROUNDS / 2; round += 1) {
    const anna = await driver();
    await assign(anna, await vehicle(), { started_at: at(-DAY) });
    const answers = await Promise.all([
      assign(anna, await vehicle(), { started_at: at(-2000), end_current: true }),
      assign(anna, await vehicle(), { started_at: at(-1000), end_current: true }),
    ]);
    const statuses = answers.map(({ status }) => status);
    // The earlier one cannot end what begins later.
    expect([
      [201, 201],
      [409, 201],
    ]).toContainEqual(statuses);
    const listed = (await list(`driver_id=${anna}`)).body.data.map(({ started_at, ended_at }) => [
      started_at,
      ended_at,
    ]);
    expect(listed).toEqual([
      [at(-1000), null],
      ...(statuses[0] === 201 ? [[at(-2000), at(-1000)]] : []),
      [at(-DAY), statuses[0] === 201 ? at(-2000) : at(-1000)],
    ]);
  }
  expect(await violations(world)).toEqual([]);
});
