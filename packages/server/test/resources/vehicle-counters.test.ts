import type { Vehicle, VehicleReading } from "@fleet-api/contract/types/vehicles";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { UnitReport } from "../../src/telemetry/unit-reports.ts";
import { reportUnitStates } from "../../src/telemetry/unit-reports.ts";
import { runs } from "../support/db.ts";
import { installationRequests } from "../support/installations.ts";
import { useService } from "../support/service.ts";
import { findings, outcome } from "../support/vehicle-requests.ts";

const service = useService();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MOST = Number.MAX_SAFE_INTEGER;
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
const { at, assign, unassign, correct, undo, newest, call, vehicle, unit, stateOf, moveTo } = requests;

/** Reports what a device sends now, or has sent that long ago. */
function report(id: number, more: Partial<UnitReport>, agoMs = 0): Promise<void> {
  const instant = new Date(service.clock.now().getTime() - agoMs);
  return reportUnitStates(service.server.db, [{ unit_id: id, received_at: instant, recorded_at: instant, ...more }]);
}

const gps = (value: number): Partial<UnitReport> => ({ odometer: { value, source: "gps" } });
const engine = (value: number): Partial<UnitReport> => ({ engine_hours: { value, source: "can" } });

function read(id: number, reading: object, headers?: Record<string, string>) {
  return call<VehicleReading>("POST", `/vehicles/${id}/readings`, { read_at: at(0), ...reading }, headers);
}

async function readings(id: number): Promise<unknown[]> {
  const { body } = await call<VehicleReading[]>("GET", `/vehicles/readings/listing?vehicle_id=${id}`);
  return body.data.map((one) => [one.source, one.odometer_m ?? one.engine_hours_s, one.read_at, one.is_correction]);
}

const odometer = async (id: number): Promise<number | null> => (await stateOf(id)).odometer_m;

/** A vehicle with a unit that was installed 10 days ago, and both of them. */
async function fitted(more: object = {}): Promise<[vehicle: number, unit: number]> {
  const [van, tracker] = [await vehicle(), await unit()];
  expect((await assign(van, tracker, { installed_at: at(-10 * DAY), ...more })).status).toBe(200);
  return [van, tracker];
}

describe("the state of a vehicle", () => {
  it("has no counters at first, and is not shown without include=state", async () => {
    const van = await vehicle();
    expect(await stateOf(van)).toEqual({
      movement_status: "unknown",
      odometer_m: null,
      odometer_source: null,
      odometer_read_at: null,
      engine_hours_s: null,
      engine_hours_source: null,
      engine_hours_read_at: null,
    });
    expect((await call("GET", `/vehicles/${van}`)).body.data).not.toHaveProperty("state");
  });

  it("takes over the counters of its first unit, and whether that moves", async () => {
    const [van, tracker] = [await vehicle(), await unit()];
    await report(tracker, { ...gps(5000), movement_status: "moving" }, HOUR);
    await assign(van, tracker);
    expect(await stateOf(van)).toMatchObject({
      movement_status: "moving",
      odometer_m: 5000,
      odometer_source: "gps",
      odometer_read_at: at(-HOUR),
      engine_hours_s: null,
    });
    await report(tracker, { ...gps(5100), ...engine(60), movement_status: "parked" });
    const { name } = await requests.getVehicle(van);
    for (const path of ["listing?client_id=1&per_page=200&sort=-id", `find?q=${encodeURIComponent(name)}`]) {
      const { body } = await call<Vehicle[]>("GET", `/vehicles/${path}&include=state`);
      expect(body.data.find(({ id }) => id === van)?.state).toEqual(await stateOf(van));
    }
    expect(await stateOf(van)).toMatchObject({
      movement_status: "parked",
      odometer_m: 5100,
      odometer_read_at: at(0),
      engine_hours_s: 60,
      engine_hours_source: "can",
      engine_hours_read_at: at(0),
    });
  });

  it("continues from the odometer at the installation, and the unit advances it", async () => {
    const [van, tracker] = [await vehicle(), await unit()];
    await report(tracker, gps(300), HOUR);
    const installed_at = at(-MINUTE);
    expect((await assign(van, tracker, { installed_at, odometer_m: 120_000 })).status).toBe(200);
    expect(await stateOf(van)).toMatchObject({
      odometer_m: 120_000,
      odometer_source: "manual",
      odometer_read_at: installed_at,
    });
    await report(tracker, gps(350));
    expect(await stateOf(van)).toMatchObject({ odometer_m: 120_050, odometer_source: "gps", odometer_read_at: at(0) });
    expect(await readings(van)).toEqual([["manual", 120_000, installed_at, false]]);
  });

  it("waits for the first report of a unit that has no counter yet", async () => {
    const [van, tracker] = await fitted({ odometer_m: 1000 });
    await report(tracker, { movement_status: "parked" }, HOUR);
    expect(await odometer(van)).toBe(1000);
    await report(tracker, gps(77), MINUTE);
    expect(await stateOf(van)).toMatchObject({
      odometer_m: 1000,
      odometer_source: "gps",
      odometer_read_at: at(-MINUTE),
    });
    await report(tracker, gps(80));
    expect(await odometer(van)).toBe(1003);
    // Each counter of its own: the engine hours were read before they were reported.
    await read(van, { read_at: at(-HOUR), engine_hours_s: 3600 });
    expect((await stateOf(van)).engine_hours_s).toBe(3600);
    await report(tracker, engine(9));
    await report(tracker, engine(19), -MINUTE);
    expect(await stateOf(van)).toMatchObject({ engine_hours_s: 3610, odometer_m: 1003 });
  });

  it("is null where no unit ever had a counter, and follows a reading of the unit", async () => {
    const [van, tracker] = await fitted();
    expect(await odometer(van)).toBeNull();
    await call("POST", `/units/${tracker}/readings`, { read_at: at(-HOUR), odometer_m: 42 });
    expect(await stateOf(van)).toMatchObject({
      odometer_m: 42,
      odometer_source: "manual",
      odometer_read_at: at(-HOUR),
    });
  });

  it("never exceeds what JSON numbers hold", async () => {
    const [van, tracker] = await fitted({ odometer_m: MOST - 5 });
    await report(tracker, gps(0), HOUR);
    await report(tracker, gps(100));
    expect(await odometer(van)).toBe(MOST);
    expect((await unassign(van)).status).toBe(200);
    expect(await odometer(van)).toBe(MOST);
  });

  it("follows the reports of a suspended client, which may change nothing", async () => {
    const [client] = await service.server.db.query<{ id: number }>("select id from clients where status = 'suspended'");
    const [van, tracker] = [await vehicle(client?.id), await unit(client?.id)];
    await service.server.db.query(
      `insert into vehicle_unit_assignments (client_id, vehicle_id, unit_id, installed_at, created_at, updated_at)
       values ($1, $2, $3, $4, $4, $4)`,
      [client?.id ?? 0, van, tracker, at(-DAY)],
    );
    await report(tracker, gps(10));
    expect(await odometer(van)).toBe(10);
    expect(outcome(await read(van, { odometer_m: 20 }))).toEqual([403, "client_suspended"]);
    await report(tracker, gps(30), -MINUTE);
    expect(await odometer(van)).toBe(30);
  });
});

describe("a reading of a vehicle", () => {
  it("sets the counter if it is the latest one, and the unit advances it from then on", async () => {
    const [van, tracker] = await fitted();
    await report(tracker, gps(100), HOUR);
    expect((await read(van, { read_at: at(-MINUTE), odometer_m: 50_000 })).status).toBe(201);
    expect(await stateOf(van)).toMatchObject({
      odometer_m: 50_000,
      odometer_source: "manual",
      odometer_read_at: at(-MINUTE),
    });
    await report(tracker, gps(110));
    expect(await stateOf(van)).toMatchObject({ odometer_m: 50_010, odometer_source: "gps" });
    // An older one changes nothing, nor does one of the other counter.
    expect((await read(van, { read_at: at(-DAY), odometer_m: 40_000 })).status).toBe(201);
    expect((await read(van, { engine_hours_s: 7 })).status).toBe(201);
    expect(await stateOf(van)).toMatchObject({ odometer_m: 50_010, engine_hours_s: 7 });
  });

  it("422: goes back neither before nor after a neighbour, unless it is a correction", async () => {
    const [van, tracker] = await fitted({ odometer_m: 1000 });
    await report(tracker, gps(0), HOUR);
    expect((await read(van, { read_at: at(-DAY), odometer_m: 3000 })).status).toBe(201);
    for (const reading of [
      { read_at: at(-2 * DAY), odometer_m: 999 },
      { read_at: at(-2 * DAY), odometer_m: 3001 },
      { odometer_m: 2999 },
    ]) {
      expect(outcome(await read(van, reading))).toEqual([422, "odometer_rollback"]);
    }
    expect((await read(van, { read_at: at(-DAY), engine_hours_s: 30 })).status).toBe(201);
    expect(outcome(await read(van, { engine_hours_s: 29 }))).toEqual([422, "engine_hours_rollback"]);
    expect(outcome(await read(van, { read_at: at(-DAY), odometer_m: 3000 }))).toEqual([409, "duplicate"]);
    expect((await read(van, { read_at: at(-MINUTE), odometer_m: 2000, is_correction: true })).status).toBe(201);
    expect(await odometer(van)).toBe(2000);
    await report(tracker, gps(5));
    expect(await odometer(van)).toBe(2005);
    expect(findings(await read(van, { read_at: at(2 * MINUTE), odometer_m: 3000 }))).toEqual([
      422,
      ["/read_at", "invalid"],
    ]);
  });

  it("422 or 409 at an installation: the odometer would go back, or was read at that instant", async () => {
    const [van, tracker] = [await vehicle(), await unit()];
    const first = await read(van, { read_at: at(-DAY), odometer_m: 1000 });
    const early = await assign(van, tracker, { odometer_m: 999 });
    expect(outcome(early)).toEqual([422, "odometer_rollback"]);
    const same = await assign(van, tracker, { installed_at: at(-DAY), odometer_m: 1000 });
    expect([...outcome(same), same.body.existing_id]).toEqual([409, "duplicate", first.body.data.id]);
    expect((await requests.getVehicle(van)).unit_id).toBeNull();
    expect(await readings(van)).toHaveLength(1);
    // Where another installation is in the way, it is named, not its reading.
    const [truck, other] = await fitted({ odometer_m: 1000 });
    const installed_at = at(-10 * DAY);
    for (const odometer_m of [1000, 999]) {
      const taken = await assign(truck, tracker, { installed_at, odometer_m });
      expect([...outcome(taken), taken.body.references?.[0]?.ids]).toEqual([409, "assignment_overlap", [other]]);
    }
  });
});

describe("the counters of a vehicle whose unit is removed", () => {
  it("stay, as a reading with the source unit, and the next unit continues from there", async () => {
    const [van, tracker] = await fitted({ odometer_m: 1000 });
    await report(tracker, { ...gps(10), ...engine(5) }, 2 * HOUR);
    await report(tracker, { ...gps(60), ...engine(25) }, HOUR);
    await unassign(van);
    expect(await stateOf(van)).toMatchObject({
      movement_status: "unknown",
      odometer_m: 1050,
      odometer_source: "unit",
      odometer_read_at: at(-HOUR),
      engine_hours_s: 25,
      engine_hours_source: "unit",
    });
    expect(await readings(van)).toEqual([
      ["unit", 25, at(-HOUR), false],
      ["unit", 1050, at(-HOUR), false],
      ["manual", 1000, at(-10 * DAY), false],
    ]);
    const spare = await unit();
    await report(spare, { ...gps(90_000), ...engine(3) });
    await assign(van, spare);
    expect(await stateOf(van)).toMatchObject({ odometer_m: 1050, engine_hours_s: 25 });
    await report(spare, { ...gps(90_007), ...engine(4) }, -MINUTE);
    expect(await stateOf(van)).toMatchObject({ odometer_m: 1057, engine_hours_s: 26 });
    // The first unit reports on, without a vehicle.
    await report(tracker, gps(70), -MINUTE);
    expect(await odometer(van)).toBe(1057);
  });

  it("stay where the unit never reported after its installation", async () => {
    const [van, tracker, spare] = [await vehicle(), await unit(), await unit()];
    await report(tracker, gps(5000), HOUR);
    await assign(van, tracker);
    service.clock.advance(HOUR);
    await unassign(van);
    expect(await odometer(van)).toBe(5000);
    await report(spare, gps(10));
    await assign(van, spare);
    expect(await odometer(van)).toBe(5000);
  });

  it("stay at the removal where that was in the past, but for what was reported more than a day later", async () => {
    const [van, tracker] = await fitted({ odometer_m: 1000 });
    await report(tracker, gps(0), 9 * DAY);
    await report(tracker, gps(500));
    await unassign(van, { removed_at: at(-DAY) });
    expect(await readings(van)).toContainEqual(["unit", 1500, at(-DAY), false]);
    const [truck, other] = await fitted({ odometer_m: 1000 });
    await report(other, gps(0), 9 * DAY);
    await report(other, gps(500));
    await unassign(truck, { removed_at: at(-DAY - 1) });
    expect([await odometer(truck), await readings(truck)]).toEqual([1000, [["manual", 1000, at(-10 * DAY), false]]]);
  });

  it("stay with a force_reassign; an odometer that somebody read then takes precedence", async () => {
    const [van, tracker] = await fitted({ odometer_m: 1000 });
    await report(tracker, gps(0), HOUR);
    await report(tracker, gps(500));
    const spare = await unit();
    await report(spare, gps(7));
    expect((await assign(van, spare, { force_reassign: true })).status).toBe(200);
    expect(await odometer(van)).toBe(1500);
    service.clock.advance(HOUR);
    await report(spare, gps(107));
    expect((await assign(van, tracker, { force_reassign: true, odometer_m: 1590 })).status).toBe(200);
    expect(await odometer(van)).toBe(1590);
    await report(tracker, gps(501), -MINUTE);
    expect(await odometer(van)).toBe(1591);
  });

  it("are those of its latest reading where the installation is deleted, and continue where it is open again", async () => {
    const [van, tracker] = await fitted({ odometer_m: 1000 });
    await report(tracker, gps(0), HOUR);
    await report(tracker, gps(500));
    const { id } = await newest(van);
    await correct(id, { removed_at: at(0) });
    expect(await odometer(van)).toBe(1500);
    await correct(id, { removed_at: null });
    await report(tracker, gps(510), -MINUTE);
    expect(await odometer(van)).toBe(1510);
    await undo(id);
    expect(await odometer(van)).toBe(1500);
  });

  it("belong to the client: another one that gets the vehicle or the unit sees none of them", async () => {
    const [van, tracker] = await fitted({ odometer_m: 1000 });
    await report(tracker, gps(0), HOUR);
    await report(tracker, gps(5));
    await moveTo("units", tracker, 3);
    expect(await odometer(van)).toBe(1005);
    const [truck, other] = await fitted({ odometer_m: 2000 });
    await report(other, gps(0), HOUR);
    await report(other, gps(5));
    await moveTo("vehicles", truck, 3);
    expect([await odometer(truck), (await requests.getUnit(other)).vehicle_id]).toEqual([null, null]);
    const inNewClient = await read(truck, { odometer_m: 9 });
    expect([inNewClient.status, inNewClient.body.data.client_id, await odometer(truck)]).toEqual([201, 3, 9]);
    await moveTo("vehicles", truck, 1);
    const back = await read(truck, { read_at: at(MINUTE), odometer_m: 3000 });
    expect([back.status, await odometer(truck)]).toEqual([201, 3000]);
  });
});

describe("two vehicles", () => {
  it("keep counters of their own where one unit is in them in turn", async () => {
    const [van, truck, tracker] = [await vehicle(), await vehicle(), await unit()];
    await read(van, { read_at: at(-DAY), odometer_m: 100 });
    await read(truck, { read_at: at(-DAY), odometer_m: 9000 });
    const expected = { [van]: 100, [truck]: 9000 };
    let counter = 0;
    await report(tracker, gps(counter));
    for (const [turn, current] of [van, truck, van, truck, van].entries()) {
      service.clock.advance(HOUR);
      await assign(current, tracker, { force_reassign: true });
      service.clock.advance(HOUR);
      await report(tracker, gps((counter += turn + 1)));
      expected[current] = (expected[current] ?? 0) + turn + 1;
      expect({ [van]: await odometer(van), [truck]: await odometer(truck) }).toEqual(expected);
    }
  });

  it("never go back while their units only advance and nobody corrects, and nothing is driven without them", async () => {
    const step = fc.record({
      kind: fc.constantFrom("report", "report", "assign", "unassign", "read"),
      vehicle: fc.nat(1),
      unit: fc.nat(1),
      metres: fc.nat(100),
      force: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const [vehicles, units] = [
          [await vehicle(), await vehicle()],
          [await unit(), await unit()],
        ];
        const counters: (number | null)[] = [null, null];
        const last: (number | null)[] = [null, null];
        const driven = [0, 0];
        for (const { kind, vehicle: v, unit: u, metres, force } of steps) {
          service.clock.advance(MINUTE);
          const [van = 0, tracker = 0] = [vehicles[v], units[u]];
          if (kind === "assign") await assign(van, tracker, { force_reassign: force });
          else if (kind === "unassign") await unassign(van);
          else if (kind === "read") await read(van, { odometer_m: (last[v] ?? 0) + metres });
          else {
            counters[u] = (counters[u] ?? 1000 * u) + metres;
            await report(tracker, gps(counters[u] ?? 0));
          }
          for (const [n, id] of vehicles.entries()) {
            const now = await odometer(id);
            expect(now ?? -1).toBeGreaterThanOrEqual(last[n] ?? -1);
            // After the first value, only a reading or a report of the unit in the vehicle moves it, by at most its metres.
            if (last[n] !== null) {
              const moved = (now ?? 0) - (last[n] ?? 0);
              expect(moved).toBeLessThanOrEqual(kind === "read" || kind === "report" ? metres : 0);
              driven[n] = (driven[n] ?? 0) + moved;
            }
            last[n] = now;
          }
        }
      }),
      { numRuns: runs(80) },
    );
  });
});

describe("a report of the unit", () => {
  it("leaves version and tag of the vehicle as they are, and changes the tag of what includes its state", async () => {
    const [van, tracker] = await fitted({ odometer_m: 1000 });
    await report(tracker, gps(0), HOUR);
    const [record, withState] = [`/vehicles/${van}`, `/vehicles/${van}?include=state`];
    const get = (path: string, etag?: string) =>
      call<Vehicle>("GET", path, undefined, etag === undefined ? {} : { "If-None-Match": etag });
    const [plain, shown] = [await get(record), await get(withState)];
    const tags = [plain, shown].map(({ headers }) => headers.get("etag") ?? "");
    expect((await get(withState, tags[1])).status).toBe(304);
    await report(tracker, gps(10));
    expect((await get(record, tags[0])).status).toBe(304);
    expect((await get(record)).body.data).toEqual(plain.body.data);
    const after = await get(withState, tags[1]);
    expect([after.status, after.body.data.state?.odometer_m]).toEqual([200, 1010]);
    expect((await get(withState, after.headers.get("etag") ?? "")).status).toBe(304);
    await read(van, { odometer_m: 1011 });
    expect((await get(record, tags[0])).status).toBe(304);
    const afterReading = await get(withState, after.headers.get("etag") ?? "");
    expect([afterReading.status, afterReading.body.data.state?.odometer_m]).toEqual([200, 1011]);
  });
});
