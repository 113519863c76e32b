import type { UnitAssignment } from "@fleet-api/contract/types/vehicles";
import { beforeEach, describe, expect, it } from "vitest";
import { installationRequests } from "../support/installations.ts";
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

const requests = installationRequests({
  call: service.call,
  clock: service.clock,
  db: () => service.server.db,
  token: () => token,
});
const { at, assign, unassign, correct, undo, list, newest, call, vehicle, unit, getVehicle, getUnit, moveTo } =
  requests;

/** Which unit is installed in a vehicle, and which vehicle the unit is in. */
async function sides(vehicleId: number, unitId: number): Promise<unknown[]> {
  return [(await getVehicle(vehicleId)).unit_id, (await getUnit(unitId)).vehicle_id];
}

const times = ({ installed_at, removed_at }: UnitAssignment): unknown[] => [installed_at, removed_at];

describe("POST /vehicles/{vehicle_id}/assign_unit", () => {
  it("installs a unit from now on, and both sides show it", async () => {
    const [van, tracker] = [await vehicle(), await unit()];
    const { status, body } = await assign(van, tracker);
    const { name, imei } = await getUnit(tracker);
    expect([status, body.data.unit_id, body.data.unit]).toEqual([200, tracker, { id: tracker, name, imei }]);
    expect(await getUnit(tracker)).toMatchObject({ vehicle_id: van, vehicle: { id: van, name: body.data.name } });
    expect(await newest(van)).toEqual({
      id: expect.any(Number),
      client_id: 1,
      vehicle_id: van,
      unit_id: tracker,
      installed_at: at(0),
      removed_at: null,
      removal_reason: null,
      version: 1,
      created_at: at(0),
      updated_at: at(0),
    });
  });

  it("installs a unit from an instant in the past on, and at most 1 minute ahead", async () => {
    const [van, tracker] = [await vehicle(), await unit()];
    expect((await assign(van, tracker, { installed_at: at(-10 * DAY) })).status).toBe(200);
    expect((await newest(van)).installed_at).toBe(at(-10 * DAY));
    const other = await vehicle();
    const ahead = await assign(other, await unit(), { installed_at: at(61 * SECOND) });
    expect(findings(ahead)).toEqual([422, ["/installed_at", "invalid"]]);
    expect((await assign(other, await unit(), { installed_at: at(60 * SECOND) })).status).toBe(200);
  });

  it("records an installation of the past before a current one, and changes nothing about the present", async () => {
    const [van, tracker, other] = [await vehicle(), await unit(), await unit()];
    expect((await assign(van, tracker, { installed_at: at(-5 * DAY) })).status).toBe(200);
    const past = { installed_at: at(-9 * DAY), removed_at: at(-6 * DAY) };
    const { status, body } = await assign(van, other, past);
    expect([status, body.data.unit_id]).toEqual([200, tracker]);
    expect((await getUnit(other)).vehicle_id).toBeNull();
    const all = (await list(`vehicle_id=${van}`)).body.data;
    expect(all.map(times)).toEqual([
      [at(-5 * DAY), null],
      [at(-9 * DAY), at(-6 * DAY)],
    ]);
    const overlapping = await assign(van, other, { installed_at: at(-7 * DAY), removed_at: at(-4 * DAY) });
    expect(outcome(overlapping)).toEqual([409, "unit_already_assigned"]);
    const backwards = await assign(van, other, { installed_at: at(-20 * DAY), removed_at: at(-21 * DAY) });
    expect(findings(backwards)).toEqual([422, ["/removed_at", "invalid"]]);
    const both = await assign(van, other, { ...past, force_reassign: true });
    expect(findings(both)).toEqual([422, ["/force_reassign", "invalid"]]);
  });

  it("403: an odometer is a reading, which needs a right of its own", async () => {
    const [van, tracker] = [await vehicle(), await unit()];
    token = await service.login("demo-client-north");
    const refused = await assign(van, tracker, { odometer_m: 5 });
    expect(outcome(refused)).toEqual([403, "permission_denied"]);
    expect(refused.body.required_permission).toMatchObject({
      action: "vehicles_technical_edit",
      fields: ["odometer_m"],
    });
    expect((await assign(van, tracker)).status).toBe(200);
  });

  it("422: the unit did not belong to the client yet", async () => {
    const [van, tracker] = [await vehicle(), await unit(2)];
    await moveTo("units", tracker, 1, at(-DAY));
    const early = await assign(van, tracker, { installed_at: at(-DAY - 1) });
    expect(findings(early)).toEqual([422, ["/installed_at", "invalid"]]);
    expect((await assign(van, tracker, { installed_at: at(-DAY) })).status).toBe(200);
  });

  it("422 at /unit_id: the unit is unknown, deleted, or belongs to another client", async () => {
    const [van, foreign, deleted] = [await vehicle(), await unit(2), await unit()];
    expect((await call("DELETE", `/units/${deleted}`)).status).toBe(200);
    for (const id of [foreign, deleted, 999_999]) {
      expect(findings(await assign(van, id))).toEqual([422, ["/unit_id", "invalid"]]);
    }
  });

  it("404: the vehicle is unknown, deleted, or lies outside of the scope", async () => {
    const [deleted, foreign, tracker] = [await vehicle(), await vehicle(2), await unit()];
    expect((await call("DELETE", `/vehicles/${deleted}`)).status).toBe(200);
    for (const id of [deleted, 999_999]) {
      expect(outcome(await assign(id, tracker))).toEqual([404, "not_found"]);
      expect(outcome(await unassign(id))).toEqual([404, "not_found"]);
    }
    token = await service.login("demo-client-north");
    expect(outcome(await assign(foreign, tracker))).toEqual([404, "not_found"]);
    expect(outcome(await unassign(foreign))).toEqual([404, "not_found"]);
    expect((await assign(await vehicle(), tracker)).status).toBe(200);
  });

  it("409 unit_already_assigned: names the other vehicle and its installation", async () => {
    const [van, truck, tracker] = [await vehicle(), await vehicle(), await unit()];
    await assign(van, tracker);
    const { id } = await newest(van);
    const answer = await assign(truck, tracker);
    expect(outcome(answer)).toEqual([409, "unit_already_assigned"]);
    expect(answer.body).toMatchObject({
      detail: `The unit ${tracker} is installed in the vehicle ${van} at that time.`,
      existing_id: id,
      references: [{ resource: "vehicles", ids: [van], count: 1 }],
    });
    expect(await sides(van, tracker)).toEqual([tracker, van]);
    expect((await getVehicle(truck)).unit_id).toBeNull();
  });

  it("409 assignment_overlap: names the unit of the vehicle", async () => {
    const [van, tracker, spare] = [await vehicle(), await unit(), await unit()];
    await assign(van, tracker);
    const { id } = await newest(van);
    const answer = await assign(van, spare);
    expect(outcome(answer)).toEqual([409, "assignment_overlap"]);
    expect(answer.body).toMatchObject({
      detail: `The vehicle ${van} has the unit ${tracker} at that time.`,
      existing_id: id,
      references: [{ resource: "units", ids: [tracker], count: 1 }],
    });
  });

  it("409: an installation that is over is in the way of one that would begin before its end", async () => {
    const [van, truck, tracker, spare] = [await vehicle(), await vehicle(), await unit(), await unit()];
    await assign(van, tracker, { installed_at: at(-10 * DAY) });
    await unassign(van, { removed_at: at(-5 * DAY) });
    const { id } = await newest(van);
    for (const installed_at of [at(-20 * DAY), at(-10 * DAY), at(-5 * DAY - 1)]) {
      const [same, other] = [
        await assign(truck, tracker, { installed_at }),
        await assign(van, spare, { installed_at }),
      ];
      expect([...outcome(same), same.body.existing_id]).toEqual([409, "unit_already_assigned", id]);
      expect([...outcome(other), other.body.existing_id]).toEqual([409, "assignment_overlap", id]);
    }
    // The next one begins when the last one ends.
    expect((await assign(truck, tracker, { installed_at: at(-5 * DAY) })).status).toBe(200);
    expect((await assign(van, spare, { installed_at: at(-5 * DAY) })).status).toBe(200);
  });

  it("403 client_suspended: refused like every change of the client's records", async () => {
    const [client] = await service.server.db.query<{ id: number }>("select id from clients where status = 'suspended'");
    const [van, tracker] = [await vehicle(client?.id), await unit(client?.id)];
    const refused = [403, "client_suspended"];
    expect(outcome(await assign(van, tracker))).toEqual(refused);
    expect(outcome(await assign(van, tracker, { odometer_m: 1, force_reassign: true }))).toEqual(refused);
    expect(outcome(await unassign(van))).toEqual(refused);
    await service.server.db.query(
      `insert into vehicle_unit_assignments (client_id, vehicle_id, unit_id, installed_at, created_at, updated_at)
       values ($1, $2, $3, $4, $4, $4)`,
      [client?.id ?? 0, van, tracker, at(-DAY)],
    );
    const { id } = await newest(van);
    expect(outcome(await unassign(van))).toEqual(refused);
    expect(outcome(await correct(id, { removed_at: at(0) }))).toEqual(refused);
    expect(outcome(await undo(id))).toEqual(refused);
    expect(await sides(van, tracker)).toEqual([tracker, van]);
  });
});

describe("force_reassign", () => {
  it("ends the installations of both sides when the new one begins", async () => {
    const [van, truck, tracker, spare] = [await vehicle(), await vehicle(), await unit(), await unit()];
    await assign(van, tracker, { installed_at: at(-10 * DAY) });
    await assign(truck, spare, { installed_at: at(-8 * DAY) });
    const answer = await assign(van, spare, { installed_at: at(-2 * DAY), force_reassign: true });
    expect([answer.status, answer.body.data.unit_id]).toEqual([200, spare]);
    const all = [...(await list(`vehicle_id=${van}`)).body.data, ...(await list(`vehicle_id=${truck}`)).body.data];
    expect(all.map((one) => [one.vehicle_id, one.unit_id, ...times(one)])).toEqual([
      [van, spare, at(-2 * DAY), null],
      [van, tracker, at(-10 * DAY), at(-2 * DAY)],
      [truck, spare, at(-8 * DAY), at(-2 * DAY)],
    ]);
    expect([await sides(van, spare), await sides(truck, tracker)]).toEqual([
      [spare, van],
      [null, null],
    ]);
  });

  it("409: it ends nothing that began at the same time or later, and then changes nothing", async () => {
    const [van, truck, tracker, spare] = [await vehicle(), await vehicle(), await unit(), await unit()];
    await assign(van, tracker, { installed_at: at(-DAY) });
    await assign(truck, spare, { installed_at: at(-9 * DAY) });
    for (const installed_at of [at(-DAY), at(-2 * DAY)]) {
      const answer = await assign(truck, tracker, { installed_at, force_reassign: true });
      expect(outcome(answer)).toEqual([409, "unit_already_assigned"]);
    }
    expect([await sides(van, tracker), await sides(truck, spare)]).toEqual([
      [tracker, van],
      [spare, truck],
    ]);
  });
});

describe("POST /vehicles/{vehicle_id}/unassign_unit", () => {
  it("409 invalid_state: another unit than the named one is installed", async () => {
    const [van, tracker, other] = [await vehicle(), await unit(), await unit()];
    await assign(van, tracker);
    expect(outcome(await unassign(van, { unit_id: other }))).toEqual([409, "invalid_state"]);
    expect(await sides(van, tracker)).toEqual([tracker, van]);
    expect((await unassign(van, { unit_id: tracker })).status).toBe(200);
  });

  it("ends the installation now or in the past, with a reason", async () => {
    const [van, tracker] = [await vehicle(), await unit()];
    await assign(van, tracker, { installed_at: at(-10 * DAY) });
    const { status, body } = await unassign(van, { removed_at: at(-DAY), reason: "Broken" });
    expect([status, body.data.unit_id, body.data.unit]).toEqual([200, null, null]);
    expect(await newest(van)).toMatchObject({ removed_at: at(-DAY), removal_reason: "Broken", version: 2 });
    expect(await sides(van, tracker)).toEqual([null, null]);
    await assign(van, tracker);
    await unassign(van);
    expect(await newest(van)).toMatchObject({ installed_at: at(0), removed_at: at(0), removal_reason: null });
  });

  it("422: before the installation, or in the future", async () => {
    const [van, tracker] = [await vehicle(), await unit()];
    await assign(van, tracker, { installed_at: at(-DAY) });
    for (const removed_at of [at(-DAY - 1), at(61 * SECOND)]) {
      expect(findings(await unassign(van, { removed_at }))).toEqual([422, ["/removed_at", "invalid"]]);
    }
    expect(await sides(van, tracker)).toEqual([tracker, van]);
  });

  it("changes nothing where no unit is installed", async () => {
    const van = await vehicle();
    await assign(van, await unit());
    const { body } = await unassign(van);
    const again = await unassign(van);
    expect([again.status, again.body.data]).toEqual([200, body.data]);
  });
});

describe("PATCH /vehicles/unit_assignments/{unit_assignment_id}", () => {
  async function installed(more: object = {}) {
    const [van, tracker] = [await vehicle(), await unit()];
    expect((await assign(van, tracker, more)).status).toBe(200);
    return { van, tracker, id: (await newest(van)).id };
  }

  it("moves the beginning and the end of an installation, and neither side changes", async () => {
    const { van, tracker, id } = await installed({ installed_at: at(-5 * DAY) });
    const before = await getVehicle(van);
    const moved = await correct(id, { installed_at: at(-9 * DAY) });
    expect([moved.status, ...times(moved.body.data)]).toEqual([200, at(-9 * DAY), null]);
    expect([await getVehicle(van), (await getUnit(tracker)).vehicle_id]).toEqual([before, van]);
    const ended = await correct(id, { installed_at: at(-8 * DAY), removed_at: at(-DAY), removal_reason: "Sold" });
    expect(ended.body.data).toMatchObject({ installed_at: at(-8 * DAY), removed_at: at(-DAY), removal_reason: "Sold" });
    expect(await sides(van, tracker)).toEqual([null, null]);
    for (const body of [{ removed_at: at(-2 * DAY) }, { installed_at: at(-3 * DAY) }, { installed_at: at(-9 * DAY) }]) {
      expect((await correct(id, body)).body.data).toMatchObject(body);
    }
    expect(await sides(van, tracker)).toEqual([null, null]);
  });

  it("installs the unit again with removed_at: null, without the reason why it was removed", async () => {
    const { van, tracker, id } = await installed({ installed_at: at(-5 * DAY) });
    await unassign(van, { reason: "By mistake" });
    const { status, body } = await correct(id, { removed_at: null });
    expect([status, body.data.removed_at, body.data.removal_reason]).toEqual([200, null, null]);
    expect(await sides(van, tracker)).toEqual([tracker, van]);
  });

  it("409 invalid_state: an installation of a deleted client is not deleted", async () => {
    const client = { agency_id: "demo-agency-1", name: "Short-lived", timezone: "UTC", currency: "EUR" };
    const { id: owner } = (await call<{ id: number }>("POST", "/clients", client)).body.data;
    const [van, tracker] = [await vehicle(owner), await unit(owner)];
    await assign(van, tracker);
    await unassign(van);
    const { id } = await newest(van);
    for (const path of [`/vehicles/${van}`, `/units/${tracker}`, `/clients/${owner}`]) await call("DELETE", path);
    expect(outcome(await undo(id))).toEqual([409, "invalid_state"]);
  });

  it("409: another installation of the unit or of the vehicle is in the way", async () => {
    const { van, tracker, id } = await installed({ installed_at: at(-9 * DAY) });
    await unassign(van, { removed_at: at(-5 * DAY) });
    const truck = await vehicle();
    await assign(truck, tracker, { installed_at: at(-4 * DAY) });
    await unassign(truck, { removed_at: at(-3 * DAY) });
    const other = (await newest(truck)).id;
    for (const removed_at of [null, at(-4 * DAY + 1), at(-DAY)]) {
      const answer = await correct(id, { removed_at });
      expect([...outcome(answer), answer.body.existing_id]).toEqual([409, "unit_already_assigned", other]);
      expect(answer.body.references).toEqual([{ resource: "vehicles", ids: [truck], count: 1 }]);
    }
    expect((await correct(id, { removed_at: at(-4 * DAY) })).status).toBe(200);
    const spare = await unit();
    await assign(van, spare, { installed_at: at(-DAY) });
    const begin = await correct((await newest(van)).id, { installed_at: at(-4 * DAY - 1) });
    expect([...outcome(begin), begin.body.existing_id]).toEqual([409, "assignment_overlap", id]);
    expect(begin.body.references).toEqual([{ resource: "units", ids: [tracker], count: 1 }]);
  });

  it("422: an instant in the future, or a removal before the installation", async () => {
    const { van, tracker, id } = await installed({ installed_at: at(-2 * DAY) });
    expect(findings(await correct(id, { installed_at: at(61 * SECOND) }))).toEqual([422, ["/installed_at", "invalid"]]);
    expect(findings(await correct(id, { removed_at: at(61 * SECOND) }))).toEqual([422, ["/removed_at", "invalid"]]);
    expect(findings(await correct(id, { removed_at: at(-3 * DAY) }))).toEqual([422, ["/removed_at", "invalid"]]);
    expect((await correct(id, { removed_at: at(-DAY) })).status).toBe(200);
    const [status] = findings(await correct(id, { installed_at: at(-DAY + 1) }));
    expect(status).toBe(422);
    expect(await sides(van, tracker)).toEqual([null, null]);
  });

  it("422: the unit belonged to another client before and after", async () => {
    const [van, tracker] = [await vehicle(), await unit(2)];
    await moveTo("units", tracker, 1, at(-20 * DAY));
    await assign(van, tracker, { installed_at: at(-10 * DAY) });
    service.clock.advance(DAY);
    await moveTo("units", tracker, 2);
    const left = Date.parse(at(0));
    service.clock.advance(DAY);
    const { id, removed_at } = await newest(van);
    expect([removed_at, await sides(van, tracker)]).toEqual([new Date(left).toISOString(), [null, null]]);
    const late = await correct(id, { removed_at: new Date(left + 1).toISOString() });
    expect(findings(late)).toEqual([422, ["/removed_at", "invalid"]]);
    const early = await correct(id, { installed_at: at(-22 * DAY - 1) });
    expect(findings(early)).toEqual([422, ["/installed_at", "invalid"]]);
    expect(outcome(await correct(id, { removed_at: null }))).toEqual([409, "invalid_state"]);
    // What lies within the time of the client can still be corrected.
    for (const body of [
      { removed_at: at(-6 * DAY) },
      { removed_at: removed_at },
      { installed_at: at(-22 * DAY) },
      { removal_reason: "Sold" },
    ]) {
      expect((await correct(id, body)).body.data).toMatchObject(body);
    }
    await moveTo("units", tracker, 1);
    expect(findings(await correct(id, { removed_at: null }))).toEqual([422, ["/removed_at", "invalid"]]);
  });

  it.each(["vehicle", "unit"])(
    "409 invalid_state: the %s is deleted; times of the past can be corrected",
    async (side) => {
      const { van, tracker, id } = await installed({ installed_at: at(-5 * DAY) });
      await unassign(van, { removed_at: at(-DAY) });
      const path = side === "vehicle" ? `/vehicles/${van}` : `/units/${tracker}`;
      expect((await call("DELETE", path)).status).toBe(200);
      expect(outcome(await correct(id, { removed_at: null }))).toEqual([409, "invalid_state"]);
      for (const body of [{ installed_at: at(-6 * DAY) }, { removed_at: at(-2 * DAY) }, { removal_reason: "Sold" }]) {
        expect((await correct(id, body)).body.data).toMatchObject(body);
      }
      await call("POST", `${path}/restore`);
      expect(await sides(van, tracker)).toEqual([null, null]);
      expect((await correct(id, { removed_at: null })).status).toBe(200);
      expect(await sides(van, tracker)).toEqual([tracker, van]);
    },
  );

  it("412: somebody changed the installation meanwhile; 404: it does not exist", async () => {
    const { van, id } = await installed({ installed_at: at(-5 * DAY) });
    const read = await newest(van);
    await correct(id, { installed_at: at(-6 * DAY) });
    const stale = { "If-Match": tagOf(read) };
    expect(outcome(await correct(id, { removed_at: at(0) }, stale))).toEqual([412, "precondition_failed"]);
    expect(outcome(await undo(id, stale))).toEqual([412, "precondition_failed"]);
    const current = { "If-Match": tagOf(await newest(van)) };
    expect(findings(await correct(id, { removal_reason: "Sold" }))).toEqual([422, ["/removal_reason", "invalid"]]);
    expect((await correct(id, { removed_at: at(0), removal_reason: "Sold" }, current)).status).toBe(200);
    expect(outcome(await correct(999_999, { removed_at: at(0) }))).toEqual([404, "not_found"]);
  });
});

describe("DELETE /vehicles/unit_assignments/{unit_assignment_id}", () => {
  it("deletes the current installation, and the unit is no longer installed", async () => {
    const [van, tracker] = [await vehicle(), await unit()];
    await assign(van, tracker);
    const { id } = await newest(van);
    expect([(await undo(id)).status, await sides(van, tracker)]).toEqual([200, [null, null]]);
    expect([(await list(`vehicle_id=${van}`)).body.data, outcome(await undo(id))]).toEqual([[], [404, "not_found"]]);
    expect(outcome(await correct(id, { removed_at: null }))).toEqual([404, "not_found"]);
    expect((await assign(van, tracker)).status).toBe(200);
  });

  it("deletes an installation that is over, and the current one stays", async () => {
    const [van, tracker, spare] = [await vehicle(), await unit(), await unit()];
    await assign(van, tracker, { installed_at: at(-9 * DAY) });
    await unassign(van, { removed_at: at(-5 * DAY) });
    const { id } = await newest(van);
    await assign(van, spare, { installed_at: at(-DAY) });
    expect((await undo(id)).status).toBe(200);
    expect(await sides(van, spare)).toEqual([spare, van]);
    expect((await correct((await newest(van)).id, { installed_at: at(-7 * DAY) })).status).toBe(200);
  });
});
