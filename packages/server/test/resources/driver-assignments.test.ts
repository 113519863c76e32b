import type { DriverAssignment } from "@fleet-api/contract/types/drivers";
import { beforeEach, describe, expect, it } from "vitest";
import { assignmentRequests } from "../support/assignments.ts";
import { tagOf, useService } from "../support/service.ts";
import { findings, outcome } from "../support/vehicle-requests.ts";

const service = useService();
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
let token = "";

beforeEach(async () => {
  token = await service.login();
});

const requests = assignmentRequests({
  call: service.call,
  clock: service.clock,
  db: () => service.server.db,
  token: () => token,
});
const { at, assign, correct, undo, list, call, vehicle, driver, getVehicle, getDriver } = requests;

/** Which vehicle a driver has, and which driver the vehicle has. */
async function sides(driverId: number, vehicleId: number): Promise<unknown[]> {
  return [(await getDriver(driverId)).vehicle_id, (await getVehicle(vehicleId)).driver_id];
}

/** Assigns a driver, which must succeed. */
async function assigned(driverId: number, vehicleId: number, more: object = {}): Promise<DriverAssignment> {
  const { status, body } = await assign(driverId, vehicleId, more);
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.data;
}

const times = ({ started_at, ended_at }: DriverAssignment): unknown[] => [started_at, ended_at];
/** A conflict with these assignments. */
const inTheWay = (ids: readonly number[]) => ({
  code: "assignment_overlap",
  existing_id: ids[0],
  references: [{ resource: "driver_assignments", ids, count: ids.length }],
});

describe("POST /drivers/assignments", () => {
  it("assigns a driver from now on, and both sides show it", async () => {
    const [anna, van] = [await driver(), await vehicle()];
    const { status, headers, body } = await assign(anna, van);
    expect([status, headers.get("location")]).toEqual([201, `/api/v1/drivers/assignments/listing?driver_id=${anna}`]);
    expect(body.data).toEqual({
      id: expect.any(Number),
      client_id: 1,
      driver_id: anna,
      vehicle_id: van,
      role: "primary",
      started_at: at(0),
      ended_at: null,
      source: "manual",
      start_odometer_m: null,
      end_odometer_m: null,
      version: 1,
      created_at: at(0),
      updated_at: at(0),
    });
    const [{ full_name }, { name, plate_number }] = [await getDriver(anna), await getVehicle(van)];
    expect(await getVehicle(van)).toMatchObject({ driver_id: anna, driver: { id: anna, full_name } });
    expect(await getDriver(anna)).toMatchObject({ vehicle_id: van, vehicle: { id: van, name, plate_number } });
  });

  it("records what was and what will be, which changes nothing about the present until the clock does", async () => {
    const [anna, ben, van] = [await driver(), await driver(), await vehicle()];
    await assigned(anna, van, { started_at: at(-9 * DAY), ended_at: at(-DAY), source: "import" });
    await assigned(anna, van, { started_at: at(2 * HOUR), ended_at: at(3 * HOUR), source: "schedule" });
    await assigned(ben, van, { started_at: at(3 * HOUR) });
    expect([await sides(anna, van), (await getDriver(ben)).vehicle_id]).toEqual([[null, null], null]);
    service.clock.advance(2 * HOUR - 1);
    expect(await sides(anna, van)).toEqual([null, null]);
    service.clock.advance(1);
    expect(await sides(anna, van)).toEqual([van, anna]);
    service.clock.advance(HOUR);
    expect([await sides(ben, van), (await getDriver(anna)).vehicle_id]).toEqual([[van, ben], null]);
  });

  it("has any number of co-drivers, whom the vehicle does not show, and each of them once at a time", async () => {
    const [anna, ben, van, truck] = [await driver(), await driver(), await vehicle(), await vehicle()];
    await assigned(anna, van);
    const { id } = await assigned(ben, van, { role: "co_driver", started_at: at(-DAY) });
    await assigned(await driver(), van, { role: "co_driver" });
    await assigned(ben, truck, { role: "co_driver" });
    const drove = await assigned(ben, truck, { started_at: at(-2 * DAY), ended_at: at(-DAY) });
    expect([await sides(anna, van), await sides(ben, truck)]).toEqual([
      [van, anna],
      [null, null],
    ]);
    for (const [role, ids] of [
      ["co_driver", [id]],
      ["primary", [id, drove.id]],
    ] as const) {
      const answer = await assign(ben, van, { role, started_at: at(-2 * DAY), ended_at: at(-DAY + 1) });
      expect([answer.status, answer.body]).toMatchObject([409, inTheWay(ids)]);
    }
  });

  it("422 at /driver_id and /vehicle_id: unknown, deleted, of another client, or outside of the scope", async () => {
    const [anna, van, left, sold] = [await driver(), await vehicle(), await driver(), await vehicle()];
    const [foreign, theirs] = [await driver(3), await vehicle(3)];
    expect((await call("DELETE", `/drivers/${left}`)).status).toBe(200);
    expect((await call("DELETE", `/vehicles/${sold}`)).status).toBe(200);
    for (const more of [{}, { end_current: true }, { started_at: at(-2 * DAY), ended_at: at(-DAY) }]) {
      for (const id of [left, 999_999]) {
        expect(findings(await assign(id, van, more))).toEqual([422, ["/driver_id", "invalid"]]);
      }
      for (const id of [sold, theirs, 999_999]) {
        expect(findings(await assign(anna, id, more))).toEqual([422, ["/vehicle_id", "invalid"]]);
      }
    }
    await assigned(foreign, theirs);
    token = await service.login("demo-client-north");
    expect(findings(await assign(foreign, theirs, { end_current: true }))).toEqual([422, ["/driver_id", "invalid"]]);
    expect(findings(await assign(anna, theirs, { end_current: true }))).toEqual([422, ["/vehicle_id", "invalid"]]);
    token = await service.login();
    expect(await sides(foreign, theirs)).toEqual([theirs, foreign]);
  });

  it("422: a time without length, odometers that go backwards, and what is no instant", async () => {
    const [anna, van] = [await driver(), await vehicle()];
    const day = { started_at: at(-2 * DAY), ended_at: at(-DAY) };
    await assigned(anna, van, { started_at: at(-9 * DAY), ended_at: at(-8 * DAY) });
    for (const end_current of [false, true]) {
      const refusals: [body: object, pointer: string, code?: string][] = [
        [{ started_at: at(0), ended_at: at(0) }, "/ended_at"],
        [{ started_at: at(0), ended_at: at(-1) }, "/ended_at"],
        [{ ended_at: at(-DAY) }, "/ended_at"],
        [{ ...day, start_odometer_m: 6, end_odometer_m: 5 }, "/end_odometer_m"],
        [{ end_odometer_m: 5 }, "/end_odometer_m"],
      ];
      for (const [body, pointer] of refusals) {
        expect(findings(await assign(anna, van, { ...body, end_current }))).toEqual([422, [pointer, "invalid"]]);
      }
    }
    for (const started_at of ["infinity", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", at(0).slice(0, 10), null]) {
      expect(outcome(await assign(anna, van, { started_at }))).toEqual([422, "validation_failed"]);
    }
    const { start_odometer_m, end_odometer_m } = await assigned(anna, van, {
      ...day,
      start_odometer_m: Number.MAX_SAFE_INTEGER,
      end_odometer_m: Number.MAX_SAFE_INTEGER,
    });
    expect([start_odometer_m, end_odometer_m]).toEqual([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
  });

  it("takes any instant of the years 1 to 9999, and a leap second as the next second", async () => {
    const [anna, van] = [await driver(), await vehicle()];
    const [first, last] = ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"];
    const { id } = await assigned(anna, van, { started_at: first, ended_at: last });
    expect(await sides(anna, van)).toEqual([van, anna]);
    expect((await assign(anna, van)).body).toMatchObject(inTheWay([id]));
    await assigned(anna, van, { started_at: last });
    expect((await list(`vehicle_id=${van}&at=${last}`)).body.data.map(times)).toEqual([[last, null]]);
    expect((await undo(id)).status).toBe(200);
    const leap = await assigned(anna, van, { started_at: first, ended_at: "2016-12-31T23:59:60Z" });
    expect(times(leap)).toEqual([first, "2017-01-01T00:00:00.000Z"]);
    await assigned(anna, van, { started_at: "2017-01-01T01:00:00+01:00", ended_at: at(0) });
  });

  it("403: without the right, and for a client that is suspended", async () => {
    const [client] = await service.server.db.query<{ id: number }>("select id from clients where status = 'suspended'");
    const [anna, van] = [await driver(client?.id), await vehicle(client?.id)];
    const id = await requests.insert("driver_assignments", { driver_id: anna, vehicle_id: van, started_at: at(-DAY) });
    const refused = [403, "client_suspended"];
    for (const end_current of [false, true]) {
      expect(outcome(await assign(anna, van, { end_current }))).toEqual(refused);
    }
    expect(outcome(await correct(id, { ended_at: at(0) }))).toEqual(refused);
    expect(outcome(await correct(id, { source: "app" }))).toEqual(refused);
    expect(outcome(await undo(id))).toEqual(refused);
    expect(await sides(anna, van)).toEqual([van, anna]);
    token = await service.login("demo-read-only");
    const denied = [403, "permission_denied"];
    expect(outcome(await assign(await driver(), await vehicle()))).toEqual(denied);
    expect([outcome(await correct(id, { source: "app" })), outcome(await undo(id))]).toEqual([denied, denied]);
  });

  it("409 assignment_overlap: has every assignment that is in the way, and the end does not count", async () => {
    const [anna, ben, van, truck] = [await driver(), await driver(), await vehicle(), await vehicle()];
    const before = await assigned(ben, van, { started_at: at(-9 * DAY), ended_at: at(-5 * DAY) });
    const after = await assigned(anna, truck, { started_at: at(-3 * DAY), ended_at: at(-DAY) });
    const answer = await assign(anna, van, { started_at: at(-7 * DAY) });
    expect([answer.status, answer.body]).toMatchObject([409, inTheWay([before.id, after.id])]);
    expect(answer.body.detail).toBe(
      `At that time the driver ${anna} or the vehicle ${van} has 2 other assignments. End, correct or delete them.`,
    );
    const touching = { started_at: at(-5 * DAY), ended_at: at(-3 * DAY) };
    for (const [body, ids] of [
      [{ ...touching, started_at: at(-5 * DAY - 1) }, [before.id]],
      [{ ...touching, ended_at: at(-3 * DAY + 1) }, [after.id]],
    ] as const) {
      expect((await assign(anna, van, body)).body).toMatchObject(inTheWay(ids));
    }
    await assigned(anna, van, touching);
  });

  it("409: of hundreds of assignments it has the first 200 and the number", async () => {
    const [anna, van] = [await driver(), await vehicle()];
    await service.server.db.query(
      `insert into driver_assignments (driver_id, vehicle_id, started_at, ended_at, created_at, updated_at)
       select $1, $2, $3::timestamptz - n * interval '2 hours', $3::timestamptz - n * interval '2 hours' + interval '1 hour', $3, $3
       from generate_series(1, 250) n`,
      [anna, van, at(0)],
    );
    const { body } = await assign(anna, van, { started_at: at(-900 * HOUR) });
    expect([body.references?.[0]?.ids.length, body.references?.[0]?.count]).toEqual([200, 250]);
  });
});

describe("end_current", () => {
  it("ends the assignments of both sides that began earlier", async () => {
    const [anna, ben, van, truck] = [await driver(), await driver(), await vehicle(), await vehicle()];
    const rests = await assigned(anna, van, { started_at: at(-9 * DAY), role: "co_driver" });
    await assigned(anna, truck, { started_at: at(-8 * DAY) });
    await assigned(ben, van, { started_at: at(-10 * DAY), ended_at: at(DAY) });
    await assigned(anna, van, { started_at: at(-2 * DAY), end_current: true });
    const all = [...(await list(`vehicle_id=${van}`)).body.data, ...(await list(`vehicle_id=${truck}`)).body.data];
    expect(all.map((one) => [one.driver_id, one.vehicle_id, ...times(one), one.version])).toEqual([
      [anna, van, at(-2 * DAY), null, 1],
      [anna, van, at(-9 * DAY), at(-2 * DAY), 2],
      [ben, van, at(-10 * DAY), at(-2 * DAY), 2],
      [anna, truck, at(-8 * DAY), at(-2 * DAY), 2],
    ]);
    expect(all[1]?.id).toBe(rests.id);
    expect([await sides(anna, van), await sides(ben, truck)]).toEqual([
      [van, anna],
      [null, null],
    ]);
  });

  it("names what it ends in a notice, and clears the odometer of the end", async () => {
    const [anna, ben, van] = [await driver(), await driver(), await vehicle()];
    const planned = await assigned(ben, van, { started_at: at(-DAY), ended_at: at(DAY), end_odometer_m: 9 });
    const answer = await assign(anna, van, { started_at: at(0), end_current: true });
    const notice = `assignments_ended: these assignments end when this one begins: ${planned.id}`;
    expect([answer.status, answer.body.notices]).toEqual([201, [notice]]);
    const [, cut] = (await list(`vehicle_id=${van}`)).body.data;
    expect([cut?.id, cut?.ended_at, cut?.end_odometer_m]).toEqual([planned.id, at(0), null]);
  });

  it("409: it does not shorten what has ended", async () => {
    const [anna, ben, van] = [await driver(), await driver(), await vehicle()];
    const { id } = await assigned(ben, van, { started_at: at(-9 * DAY), ended_at: at(-DAY) });
    const between = { started_at: at(-5 * DAY), ended_at: at(-4 * DAY), end_current: true };
    const answer = await assign(anna, van, between);
    expect([answer.status, answer.body]).toMatchObject([409, inTheWay([id])]);
  });

  it("409: it ends nothing that began at the same time or later, says so, and changes nothing", async () => {
    const [anna, ben, van, truck] = [await driver(), await driver(), await vehicle(), await vehicle()];
    await assigned(anna, truck, { started_at: at(-9 * DAY) });
    const { id } = await assigned(ben, van, { started_at: at(-DAY) });
    for (const started_at of [at(-DAY), at(-2 * DAY)]) {
      const answer = await assign(anna, van, { started_at, end_current: true });
      expect([answer.status, answer.body]).toMatchObject([409, inTheWay([id])]);
    }
    expect([await sides(anna, truck), await sides(ben, van)]).toEqual([
      [truck, anna],
      [van, ben],
    ]);
  });
});

describe("PATCH /drivers/assignments/{assignment_id}", () => {
  it("corrects times, role, source and odometers", async () => {
    const [anna, van] = [await driver(), await vehicle()];
    const { id } = await assigned(anna, van, { started_at: at(-5 * DAY) });
    for (const body of [
      { started_at: at(-9 * DAY), start_odometer_m: 5 },
      { ended_at: at(-DAY), end_odometer_m: 5, source: "app" },
      { ended_at: null, end_odometer_m: null },
      { role: "co_driver" },
    ] as const) {
      const { status, body: answer } = await correct(id, body);
      expect([status, answer.data]).toMatchObject([200, body]);
      const shown = "role" in body || body.ended_at != null ? [null, null] : [van, anna];
      expect(await sides(anna, van)).toEqual(shown);
    }
    const changes: [body: object, pointer: string][] = [
      [{ ended_at: at(-9 * DAY) }, "/ended_at"],
      [{ end_odometer_m: 6 }, "/end_odometer_m"],
      [{ ended_at: at(-DAY), end_odometer_m: 4 }, "/end_odometer_m"],
    ];
    for (const [body, pointer] of changes) {
      expect(findings(await correct(id, body))).toEqual([422, [pointer, "invalid"]]);
    }
    expect((await correct(id, { ended_at: at(-DAY), end_odometer_m: 6 })).status).toBe(200);
    expect(findings(await correct(id, { ended_at: null }))).toEqual([422, ["/end_odometer_m", "invalid"]]);
  });

  it("409: the role, the beginning or the end would be that of another assignment", async () => {
    const [anna, ben, van] = [await driver(), await driver(), await vehicle()];
    const past = await assigned(anna, van, { started_at: at(-9 * DAY), ended_at: at(-5 * DAY) });
    const present = await assigned(ben, van, { started_at: at(-5 * DAY) });
    const along = await assigned(anna, van, { role: "co_driver", started_at: at(-2 * DAY) });
    const both = inTheWay([present.id, along.id]);
    expect((await correct(past.id, { ended_at: null })).body).toMatchObject(both);
    expect((await correct(past.id, { ended_at: at(-5 * DAY + 1) })).body).toMatchObject(inTheWay([present.id]));
    expect((await correct(present.id, { started_at: at(-5 * DAY - 1) })).body).toMatchObject(inTheWay([past.id]));
    expect((await correct(along.id, { role: "primary" })).body).toMatchObject(inTheWay([present.id]));
    expect((await correct(present.id, { ended_at: at(-2 * DAY) })).status).toBe(200);
    expect((await correct(along.id, { role: "primary" })).status).toBe(200);
    expect([await sides(anna, van), (await getDriver(ben)).vehicle_id]).toEqual([[van, anna], null]);
  });

  it("409 invalid_state: an assignment of a deleted client is not deleted", async () => {
    const client = { agency_id: "demo-agency-1", name: "Short-lived", timezone: "UTC", currency: "EUR" };
    const { id: owner } = (await call<{ id: number }>("POST", "/clients", client)).body.data;
    const [anna, van] = [await driver(owner), await vehicle(owner)];
    const { id } = await assigned(anna, van, { started_at: at(-5 * DAY), ended_at: at(-DAY) });
    for (const path of [`/drivers/${anna}`, `/vehicles/${van}`, `/clients/${owner}`]) await call("DELETE", path);
    expect(outcome(await undo(id))).toEqual([409, "invalid_state"]);
  });

  it.each(["driver", "vehicle"])("409: the %s is deleted; what is past can be corrected and deleted", async (side) => {
    const [anna, van] = [await driver(), await vehicle()];
    const { id } = await assigned(anna, van, { started_at: at(-5 * DAY), ended_at: at(DAY) });
    const [path, other] = side === "driver" ? [`/drivers/${anna}`, van] : [`/vehicles/${van}`, anna];
    const refused = await call("DELETE", path);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: "in_use",
        references: [{ resource: side === "driver" ? "vehicles" : "drivers", ids: [other], count: 1 }],
      },
    ]);
    await correct(id, { ended_at: at(0) });
    expect((await call("DELETE", path)).status).toBe(200);
    for (const ended_at of [null, at(1)]) {
      expect(outcome(await correct(id, { ended_at }))).toEqual([409, "invalid_state"]);
    }
    for (const body of [
      { started_at: at(-6 * DAY) },
      { ended_at: at(-DAY) },
      { source: "app" },
      { role: "co_driver" },
    ]) {
      expect((await correct(id, body)).body.data).toMatchObject(body);
    }
    expect((await call("POST", `${path}/restore`)).status).toBe(200);
    expect((await correct(id, { ended_at: null })).status).toBe(200);
    await correct(id, { ended_at: at(0) });
    await call("DELETE", path);
    expect([(await undo(id)).status, (await list(`driver_id=${anna}`)).body.data]).toEqual([200, []]);
  });

  it("412: somebody changed it meanwhile; 404: it is unknown, deleted, or outside of the scope", async () => {
    const [anna, van] = [await driver(3), await vehicle(3)];
    const read = await assigned(anna, van);
    const current = (await correct(read.id, { source: "app" })).body.data;
    const stale = { "If-Match": tagOf(read) };
    expect(outcome(await correct(read.id, { ended_at: at(DAY) }, stale))).toEqual([412, "precondition_failed"]);
    expect(outcome(await undo(read.id, stale))).toEqual([412, "precondition_failed"]);
    token = await service.login("demo-client-north");
    expect([outcome(await correct(read.id, { source: "app" })), outcome(await undo(read.id))]).toEqual([
      [404, "not_found"],
      [404, "not_found"],
    ]);
    token = await service.login();
    expect([(await undo(read.id, { "If-Match": tagOf(current) })).status, await sides(anna, van)]).toEqual([
      200,
      [null, null],
    ]);
    for (const id of [read.id, 999_999]) {
      expect(outcome(await correct(id, { source: "app" }))).toEqual([404, "not_found"]);
      expect(outcome(await undo(id))).toEqual([404, "not_found"]);
    }
    await assigned(anna, van);
  });
});

describe("licence_expired", () => {
  const notice = (id: number): RegExp =>
    new RegExp(
      `^licence_expired: the driving licence of the driver ${id} (has expired|expires before the assignment begins)$`,
    );
  /** A driver whose licence is valid on 10 February, which ends in Nairobi at 21:00 UTC. */
  async function licensed(): Promise<{ anna: number; expired: (answer: { body: { notices?: string[] } }) => boolean }> {
    const anna = await driver();
    await call("PATCH", `/drivers/${anna}`, { licence_expires_on: "2026-02-10" });
    return { anna, expired: ({ body }) => body.notices?.some((text) => notice(anna).test(text)) === true };
  }

  it("is a notice of what lasts longer than the licence by the days of the client", async () => {
    const { anna, expired } = await licensed();
    const day = { started_at: "2026-02-10T06:00:00Z", ended_at: "2026-02-10T21:00:00Z" };
    const first = await assign(anna, await vehicle(), day);
    expect([first.status, expired(first)]).toEqual([201, false]);
    const { id } = first.body.data;
    expect(expired(await correct(id, { ended_at: "2026-02-10T21:00:00.001Z" }))).toBe(true);
    expect(expired(await correct(id, { ended_at: "2026-02-10T20:59:00Z" }))).toBe(false);
    expect(expired(await assign(anna, await vehicle(), { started_at: "2026-02-10T21:00:00Z" }))).toBe(true);
  });

  it("is a notice of a future assignment, and of a change of the driver who has one", async () => {
    const { anna, expired } = await licensed();
    await call("PATCH", `/drivers/${anna}`, { licence_expires_on: at(9 * DAY).slice(0, 10) });
    const early = await assign(anna, await vehicle(), { started_at: at(DAY), ended_at: at(2 * DAY) });
    const late = await assign(anna, await vehicle(), { started_at: at(11 * DAY) });
    expect([expired(early), expired(late)]).toEqual([false, true]);
    const change = (body: object) => call("PATCH", `/drivers/${anna}`, body);
    expect(expired(await change({ notes: "Renews it" }))).toBe(true);
    expect(expired(await change({ licence_expires_on: null }))).toBe(false);
  });
});
