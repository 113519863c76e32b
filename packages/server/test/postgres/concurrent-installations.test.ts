/** Installations that several requests change at once, behind two servers on one database. */
import { byTier } from "@fleet-api-tools/test-tier";
import { describe, expect, it } from "vitest";
import { reportUnitStates } from "../../src/telemetry/unit-reports.ts";
import type { FeedWorld } from "../changes/support/world.ts";
import { startFeedWorld } from "../changes/support/world.ts";
import { installationRequests } from "../support/installations.ts";
import type { Tx } from "../support/meet-with.ts";
import { meetWith } from "../support/meet-with.ts";
import { start, useService } from "../support/service.ts";
import { outcome } from "../support/vehicle-requests.ts";

const ROUNDS = byTier(60, 1000);

async function startWorld() {
  const world = await startFeedWorld();
  const token = await world.login();
  const { service, clock, db } = world;
  const requests = installationRequests({ call: service.call, clock, db: () => db, token: () => token });
  return { world, ...requests };
}

/** Rows that no order of requests may leave. */
async function violations({ db }: FeedWorld): Promise<object[]> {
  return db.query(
    `with open as (select * from vehicle_unit_assignments where removed_at is null and deleted_at is null)
     select 'vehicle' as side, v.id from vehicles v
       where v.unit_id is distinct from (select max(unit_id) from open where vehicle_id = v.id)
         or (v.unit_id is not null and v.deleted_at is not null)
         or (select count(*) from open where vehicle_id = v.id) > 1
     union all
     select 'unit', u.id from units u
       where u.vehicle_id is distinct from (select max(vehicle_id) from open where unit_id = u.id)
         or (u.vehicle_id is not null and u.deleted_at is not null)
         or (select count(*) from open where unit_id = u.id) > 1`,
  );
}

describe("two servers on one database", () => {
  it(`install one unit in one of two vehicles that get it at once, ${ROUNDS} times`, async () => {
    const { world, vehicle, unit, assign, newest } = await startWorld();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [vehicles, tracker] = [[await vehicle(), await vehicle()], await unit()];
      const answers = await Promise.all(vehicles.map((id) => assign(id, tracker)));
      const won = answers.findIndex(({ status }) => status === 200);
      const [winner = 0, lost] = [vehicles[won], answers[1 - won]];
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(answers[won]?.body.data.unit_id).toBe(tracker);
      expect(lost?.body).toMatchObject({
        code: "unit_already_assigned",
        existing_id: (await newest(winner)).id,
        references: [{ resource: "vehicles", ids: [winner], count: 1 }],
      });
    }
    expect(await violations(world)).toEqual([]);
  });

  it(`install one of two units in a vehicle that gets both at once, ${ROUNDS} times`, async () => {
    const { world, vehicle, unit, assign, newest } = await startWorld();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [van, units] = [await vehicle(), [await unit(), await unit()]];
      const answers = await Promise.all(units.map((id) => assign(van, id, { odometer_m: 10 })));
      const won = answers.findIndex(({ status }) => status === 200);
      const [winner = 0, lost] = [units[won], answers[1 - won]];
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(lost?.body).toMatchObject({
        code: "assignment_overlap",
        existing_id: (await newest(van)).id,
        references: [{ resource: "units", ids: [winner], count: 1 }],
      });
    }
    expect(await violations(world)).toEqual([]);
  });

  it.each(["vehicles", "units"] as const)("install nothing in or from %s that are deleted at once", async (side) => {
    const { world, vehicle, unit, assign, unassign, call, correct, newest } = await startWorld();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [van, tracker] = [await vehicle(), await unit()];
      const path = side === "vehicles" ? `/vehicles/${van}` : `/units/${tracker}`;
      const isAgain = round % 2 === 1;
      if (isAgain) {
        await assign(van, tracker);
        await unassign(van);
      }
      const install = isAgain ? correct((await newest(van)).id, { removed_at: null }) : assign(van, tracker);
      const [installed, deleted] = await Promise.all([install, call("DELETE", path)]);
      const refused = isAgain
        ? [409, "invalid_state"]
        : side === "vehicles"
          ? [404, "not_found"]
          : [422, "validation_failed"];
      expect([
        [200, undefined, 409, "in_use"],
        [...refused, 200, undefined],
      ]).toContainEqual([...outcome(installed), ...outcome(deleted)]);
    }
    expect(await violations(world)).toEqual([]);
  });

  it("leave nothing in two places when everybody moves the same units by force", async () => {
    const { world, vehicle, unit, assign, unassign, call } = await startWorld();
    const [vehicles, units] = [
      [await vehicle(), await vehicle()],
      [await unit(), await unit()],
    ];
    const [v = 0, w = 0] = vehicles;
    const [t = 0, u = 0] = units;
    const counts = new Map<number, number>();
    for (let round = 0; round < Math.ceil(ROUNDS / 4); round += 1) {
      world.clock.advance(1000);
      const force = { force_reassign: true };
      const answers = await Promise.all([
        assign(v, t, force),
        assign(w, u, force),
        assign(v, u, force),
        assign(w, t, force),
        unassign(v),
        call("DELETE", `/units/${t}`).then(() => call("POST", `/units/${t}/restore`)),
      ]);
      for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
      expect(await violations(world)).toEqual([]);
    }
    expect(counts.get(200)).toBeGreaterThan(ROUNDS / 4);
    expect([...counts.keys()].filter((status) => ![200, 404, 409, 422, 503].includes(status))).toEqual([]);
  });
});

describe("a unit", () => {
  const service = useService();
  let token = "";
  const requests = installationRequests({
    call: service.call,
    clock: service.clock,
    db: () => service.server.db,
    token: () => token,
  });
  const reportIn = (id: number, value: number, agoMs: number) => (tx: Pick<Tx, "query">) => {
    const instant = new Date(start.getTime() - agoMs);
    const counters = { odometer: { value, source: "gps" }, engine_hours: { value, source: "can" } };
    return reportUnitStates(tx, [{ unit_id: id, received_at: instant, recorded_at: instant, ...counters }]);
  };

  it.each(["installation", "reading"])("sets the counters with a first report that meets this: %s", async (kind) => {
    token = await service.login();
    const { vehicle, unit, assign, call, stateOf, at } = requests;
    const [van, tracker] = [await vehicle(), await unit()];
    const readings = `/vehicles/${van}/readings`;
    if (kind === "installation") {
      await call("POST", readings, { read_at: at(-86_400_000), odometer_m: 1000, engine_hours_s: 1000 });
    } else await assign(van, tracker);
    const { status } = await meetWith(service, reportIn(tracker, 7, 2000), () =>
      kind === "installation"
        ? assign(van, tracker)
        : call("POST", readings, { read_at: at(-2000), odometer_m: 1000, engine_hours_s: 1000 }),
    );
    expect([200, 201]).toContain(status);
    expect(await stateOf(van)).toMatchObject({ odometer_m: 1000, engine_hours_s: 1000 });
    await reportIn(tracker, 17, 1000)(service.server.db);
    expect(await stateOf(van)).toMatchObject({ odometer_m: 1010, engine_hours_s: 1010 });
  });

  it("counts for the vehicle what it reports while it is removed", async () => {
    token = await service.login();
    const { vehicle, unit, assign, unassign, stateOf, at } = requests;
    const [van, tracker] = [await vehicle(), await unit()];
    await assign(van, tracker, { installed_at: at(-86_400_000), odometer_m: 1000 });
    await reportIn(tracker, 7, 2000)(service.server.db);
    expect((await meetWith(service, reportIn(tracker, 17, 1000), () => unassign(van))).status).toBe(200);
    expect(await stateOf(van)).toMatchObject({ odometer_m: 1010, odometer_source: "unit", engine_hours_s: 17 });
  });

  it("is not installed for the client that it leaves at the same time", async () => {
    token = await service.login();
    const { vehicle, unit, assign, correct, unassign, newest, getVehicle } = requests;
    const [van, tracker] = [await vehicle(), await unit()];
    await assign(van, tracker);
    await unassign(van);
    const { id } = await newest(van);
    for (const request of [() => assign(van, tracker), () => correct(id, { removed_at: null })]) {
      const leave = (client: number) => (tx: Pick<Tx, "query">) =>
        tx.query("update units set client_id = $2, updated_at = $3 where id = $1", [tracker, client, start]);
      const answer = await meetWith<{ status: number }>(service, leave(3), request);
      expect([409, 422]).toContain(answer.status);
      expect((await getVehicle(van)).unit_id).toBeNull();
      await leave(1)(service.server.db);
    }
  });
});
