/** How assignments are listed, and how the feeds of both sides follow them, also when the clock alone begins or ends one. */
import type { Driver, DriverAssignment } from "@fleet-api/contract/types/drivers";
import type { Vehicle } from "@fleet-api/contract/types/vehicles";
import { beforeEach, describe, expect, it } from "vitest";
import type { ChangesPage } from "../changes/support/mirror.ts";
import { allVisible } from "../changes/support/mirror.ts";
import { assignmentRequests } from "../support/assignments.ts";
import { runJobs } from "../support/run-jobs.ts";
import { useService } from "../support/service.ts";
import { outcome } from "../support/vehicle-requests.ts";

const service = useService();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let token = "";
let serial = 0;

beforeEach(async () => {
  token = await service.login();
});

const requests = assignmentRequests({
  call: service.call,
  clock: service.clock,
  db: () => service.server.db,
  token: () => token,
});
const { at, assign, correct, undo, list, call, vehicle, driver } = requests;

/** Assigns a driver, which must succeed. */
async function assigned(driverId: number, vehicleId: number, more: object = {}): Promise<DriverAssignment> {
  const { status, body } = await assign(driverId, vehicleId, more);
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.data;
}

/** The clock moves, and the jobs run. */
async function pass(ms: number): Promise<void> {
  service.clock.advance(ms);
  await runJobs(service.server.db, service.clock.now());
}

/** Reads both feeds: what they say that the driver and the vehicle show now, undefined where they say nothing. */
async function follow(driverId: number, vehicleId: number) {
  const cursors = new Map<string, string>();
  const look = async (path: string, id: number): Promise<number | null | undefined> => {
    await allVisible(service.server.db);
    const cursor = cursors.get(path);
    const feed = `/${path}/changes?${cursor === undefined ? "from=now" : `cursor=${cursor}`}`;
    const { data } = (await call<ChangesPage>("GET", feed)).body;
    cursors.set(path, data.next_cursor);
    const change = data.changes.find((one) => one.id === id);
    if (change?.change !== "upserted") return undefined;
    const record = change.record as unknown as Driver & Vehicle;
    return path === "drivers" ? record.vehicle_id : record.driver_id;
  };
  const both = async () => [await look("drivers", driverId), await look("vehicles", vehicleId)];
  await both();
  return both;
}
const nothing = [undefined, undefined];
const nobody = [null, null];

describe("the feeds of a driver and a vehicle", () => {
  it("say when a request changes what they show now, and only then", async () => {
    const [anna, van] = [await driver(), await vehicle()];
    const [changes, together] = [await follow(anna, van), [van, anna]];
    const { version } = await requests.getVehicle(van);
    const { id } = (await assign(anna, van, { started_at: at(-DAY) })).body.data;
    expect(await changes()).toEqual(together);
    const steps: [request: () => Promise<{ status: number }>, expected: unknown[]][] = [
      [() => correct(id, { started_at: at(-2 * DAY), source: "app" }), nothing],
      [() => correct(id, { role: "co_driver" }), nobody],
      [() => correct(id, { ended_at: at(DAY) }), nothing],
      [() => correct(id, { role: "primary" }), together],
      [() => correct(id, { ended_at: at(-DAY) }), nobody],
      [() => assign(anna, van, { started_at: at(-9 * DAY), ended_at: at(-8 * DAY) }), nothing],
      [() => assign(anna, van, { started_at: at(DAY) }), nothing],
      [() => correct(id, { ended_at: at(DAY) }), together],
      [() => undo(id), nobody],
    ];
    for (const [request, expected] of steps) {
      expect([(await request()).status < 300, await changes()]).toEqual([true, expected]);
    }
    // The records themselves did not change.
    expect((await requests.getVehicle(van)).version).toBe(version);
  });

  it("both say that end_current ended an assignment with somebody else", async () => {
    const [anna, ben, van, truck] = [await driver(), await driver(), await vehicle(), await vehicle()];
    await assign(anna, truck, { started_at: at(-DAY) });
    await assign(ben, van, { started_at: at(-DAY) });
    const [left, right] = [await follow(anna, truck), await follow(ben, van)];
    expect((await assign(anna, van, { end_current: true })).status).toBe(201);
    expect([await left(), await right()]).toEqual([
      [van, null],
      [null, anna],
    ]);
  });

  it("say within a minute that the clock began or ended an assignment", async () => {
    const [anna, van, ben] = [await driver(), await vehicle(), await driver()];
    const changes = await follow(anna, van);
    await assign(anna, van, { started_at: at(DAY), ended_at: at(2 * DAY) });
    await assign(ben, van, { started_at: at(DAY), ended_at: at(3 * DAY), role: "co_driver" });
    await pass(DAY - 1);
    expect(await changes()).toEqual(nothing);
    await pass(1);
    expect(await changes()).toEqual([van, anna]);
    await pass(MINUTE);
    expect(await changes()).toEqual(nothing);
    await pass(DAY);
    expect(await changes()).toEqual(nobody);
    // The end of that of a co-driver is shown nowhere.
    await pass(DAY);
    expect(await changes()).toEqual(nothing);
  });

  it.each([
    ["began", DAY + MINUTE / 2, true],
    ["ended", 2 * DAY, false],
  ])("say that one %s which was corrected before the job ran", async (_name, ms, lasts) => {
    const [anna, van] = [await driver(), await vehicle()];
    const { id } = (await assign(anna, van, { started_at: at(DAY), ended_at: at(2 * DAY) })).body.data;
    await pass(lasts ? 0 : DAY + MINUTE);
    const changes = await follow(anna, van);
    service.clock.advance(lasts ? ms : DAY);
    await correct(id, lasts ? { ended_at: at(9 * DAY) } : { started_at: at(-9 * DAY) });
    expect(await changes()).toEqual(lasts ? [van, anna] : nobody);
    await pass(MINUTE);
    expect(await changes()).toEqual(nothing);
  });

  it("say the same to a server whose clock is behind", async () => {
    const [anna, van] = [await driver(), await vehicle()];
    const changes = await follow(anna, van);
    const { id } = (await assign(anna, van, { started_at: at(DAY) })).body.data;
    await pass(DAY);
    service.clock.advance(-2000);
    expect(await changes()).toEqual([van, anna]);
    service.clock.advance(MINUTE);
    await correct(id, { ended_at: at(0) });
    service.clock.advance(-2000);
    // What it sees as lasting comes again.
    expect(await changes()).toEqual([van, anna]);
    await pass(MINUTE);
    expect(await changes()).toEqual(nobody);
  });

  it("say what a request changes that waited while the job announced a beginning or an end", async () => {
    const [anna, van] = [await driver(), await vehicle()];
    const changes = await follow(anna, van);
    const { id: ended } = (await assign(anna, van, { started_at: at(-DAY), ended_at: at(500) })).body.data;
    await pass(1000);
    expect(await changes()).toEqual(nobody);
    service.clock.advance(-900);
    await correct(ended, { ended_at: null });
    expect(await changes()).toEqual([van, anna]);
    const [ben, truck] = [await driver(), await vehicle()];
    const others = await follow(ben, truck);
    const { id: begun } = (await assign(ben, truck, { started_at: at(500) })).body.data;
    await pass(1000);
    expect(await others()).toEqual([truck, ben]);
    service.clock.advance(-900);
    await undo(begun);
    expect(await others()).toEqual(nobody);
  });

  it("say what began while the service was down, all of it", async () => {
    const pairs = [];
    for (let n = 0; n < 3; n += 1) pairs.push([await driver(), await vehicle()] as const);
    const feeds = [];
    for (const [index, [anna, van]] of pairs.entries()) {
      feeds.push(await follow(anna, van));
      await assign(anna, van, { started_at: at((index + 1) * DAY), ended_at: at((index + 1) * DAY + MINUTE) });
    }
    await pass(5 * DAY);
    for (const changes of feeds) expect(await changes()).toEqual(nobody);
    const [left] = await service.server.db.query<{ due: number }>(
      "select count(*) as due from driver_assignment_boundaries where due_at <= $1",
      [service.clock.now()],
    );
    expect(left).toEqual({ due: 0 });
  });
});

describe("GET /drivers/assignments/listing", () => {
  it("lists by side, role, source and time; a beginning counts and an end does not", async () => {
    const [anna, ben, van, truck] = [await driver(), await driver(), await vehicle(), await vehicle()];
    const { id: past } = await assigned(anna, van, { started_at: at(-9 * DAY), ended_at: at(-5 * DAY), source: "app" });
    const { id: present } = await assigned(ben, van, { started_at: at(-5 * DAY) });
    const { id: along } = await assigned(anna, van, { role: "co_driver", started_at: at(-DAY) });
    const { id: future } = await assigned(anna, truck, { started_at: at(DAY) });
    const ids = async (query: string): Promise<number[]> => {
      const { status, body } = await list(query);
      expect([status, body.pagination.total]).toEqual([200, body.data.length]);
      return body.data.map((one) => one.id);
    };
    const wanted: [query: string, ids: number[]][] = [
      [`vehicle_id=${van}`, [along, present, past]],
      [`driver_id=${anna}`, [future, along, past]],
      [`driver_id=${anna}&vehicle_id=${truck}`, [future]],
      [`vehicle_id=${van}&role=primary`, [present, past]],
      [`vehicle_id=${van}&source=app,import`, [past]],
      [`vehicle_id=${van}&at=${at(-9 * DAY - 1)}`, []],
      [`vehicle_id=${van}&at=${at(-9 * DAY)}`, [past]],
      [`vehicle_id=${van}&at=${at(-5 * DAY - 1)}`, [past]],
      [`vehicle_id=${van}&at=${at(-5 * DAY)}`, [present]],
      [`vehicle_id=${van}&at=${at(0)}`, [along, present]],
      [`driver_id=${anna}&at=${at(DAY)}`, [future, along]],
      [`vehicle_id=${van}&from=${at(-5 * DAY)}`, [along, present]],
      [`vehicle_id=${van}&from=${at(-5 * DAY - 1)}&to=${at(-DAY)}`, [present, past]],
      [`vehicle_id=${van}&to=${at(-9 * DAY)}`, []],
      [`driver_id=${anna}&client_id=2`, []],
    ];
    for (const [query, expected] of wanted) expect([query, await ids(query)]).toEqual([query, expected]);
    token = await service.login("demo-client-south");
    expect(await ids(`vehicle_id=${van}`)).toEqual([]);
  });
});

describe("an Idempotency-Key", () => {
  it("assigns once; a replay shows the assignment as it is now, and 404 once it is deleted", async () => {
    const [anna, van, key] = [await driver(), await vehicle(), { "Idempotency-Key": `assignment-${(serial += 1)}` }];
    const [first, again] = [await assign(anna, van, {}, key), await assign(anna, van, {}, key)];
    expect([first.status, again.status, again.body.data]).toEqual([201, 201, first.body.data]);
    expect(["idempotency-replayed", "location"].map((name) => again.headers.get(name))).toEqual([
      "true",
      first.headers.get("location"),
    ]);
    await correct(first.body.data.id, { ended_at: at(DAY) });
    expect((await assign(anna, van, {}, key)).body.data.ended_at).toBe(at(DAY));
    expect(outcome(await assign(anna, van, { role: "co_driver" }, key))).toEqual([422, "idempotency_key_reused"]);
    await undo(first.body.data.id);
    expect(outcome(await assign(anna, van, {}, key))).toEqual([404, "not_found"]);
  });

  it("is free again after a conflict", async () => {
    const [anna, van, truck] = [await driver(), await vehicle(), await vehicle()];
    const key = { "Idempotency-Key": `assignment-${(serial += 1)}` };
    const { id } = await assigned(anna, truck);
    expect(outcome(await assign(anna, van, {}, key))).toEqual([409, "assignment_overlap"]);
    await undo(id);
    expect((await assign(anna, van, {}, key)).status).toBe(201);
  });
});
