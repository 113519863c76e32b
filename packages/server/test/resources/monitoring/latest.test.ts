import type { MonitoringSummary, NearestUnits, Position } from "@fleet-api/contract/types/monitoring";
import type { UnitSummary } from "@fleet-api/contract/types/units";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { inBatch } from "../../../src/maintenance/start-jobs.ts";
import { runs } from "../../support/db.ts";
import { installationRequests } from "../../support/installations.ts";
import { positionRequests } from "../../support/positions.ts";
import { allJobs } from "../../support/run-jobs.ts";
import { useService } from "../../support/service.ts";

const service = useService();
const DAY = 24 * 3_600_000;
const STATUSES = ["moving", "idling", "parked", "unknown"] as const;
let token = "";

const sender = { call: service.call, clock: service.clock, db: () => service.server.db, token: () => token };
const { store, get, latest } = positionRequests(sender);
const { at, insert, unit: newUnit, vehicle: newVehicle } = installationRequests(sender);

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** One unit of the fleet, with the only position that it sent. */
interface Placed extends Point {
  readonly id: number;
  readonly client: number;
  readonly vehicle: number | null;
  readonly isInGroups: boolean;
  readonly status: string;
  readonly ageS: number;
}

type Degrees = readonly [north: number, east: number];
const centres: readonly Degrees[] = JSON.parse(
  "[[0,-30],[10,180],[10,-180],[89.9,0],[-89.9,100],[50,10],[90,0],[-90,0]]",
);
const offsets: readonly Degrees[] = JSON.parse("[[0,0],[0.05,0.05],[-0.05,0.02],[1,-1],[-2,3]]");

function shift([latitude, longitude]: Degrees, [north, east]: Degrees): Point {
  const shifted = longitude + east;
  return {
    latitude: Math.min(90, Math.max(-90, latitude + north)),
    longitude: Math.abs(shifted) > 180 ? shifted - 360 * Math.sign(longitude) : shifted,
  };
}

const points = centres.flatMap((centre) => offsets.map((offset) => shift(centre, offset)));
const fleet: Placed[] = [];
const groups = { unit: 0, vehicle: 0 };

beforeAll(async () => {
  token = await service.login();
  await service.server.db.query("delete from latest_positions");
  for (const [index, point] of points.entries()) {
    const client = index % 3 === 0 ? 3 : 6;
    const id = await newUnit(client);
    const vehicle = index % 2 === 0 ? await newVehicle(client) : null;
    const isInGroups = client === 6 && index % 4 === 0;
    fleet.push({ id, client, vehicle, isInGroups, ...point, status: STATUSES[index % 4] ?? "", ageS: index * 60 });
    if (vehicle === null) continue;
    const installation = { client_id: client, unit_id: id, vehicle_id: vehicle, installed_at: at(0) };
    await insert("vehicle_unit_assignments", installation);
  }
  const members = fleet.filter(({ isInGroups }) => isInGroups);
  const ids = { unit: members.map(({ id }) => id), vehicle: members.map(({ vehicle }) => vehicle) };
  for (const key of ["unit", "vehicle"] as const) {
    groups[key] = await insert(`${key}_groups`, { client_id: 6, name: "Placed" });
    const body = { [`${key}_ids`]: ids[key] };
    await service.call("POST", `/${key}_groups/${groups[key]}/add_${key}s`, { token, body });
  }
  const report = ({ id: unit_id, latitude, longitude, status: movement_status, ageS }: Placed) => {
    const recorded_at = at(-ageS * 1000);
    return { unit_id, recorded_at, latitude, longitude, movement_status };
  };
  await store(fleet.map(report));
});

beforeEach(async () => {
  token = await service.login();
});

const readers = {
  "demo-partner-admin": [3, 6],
  "demo-agency-admin-1": [] as number[],
  "demo-agency-admin-2": [3, 6],
  "demo-client-east": [3],
} as const;
const anyReader = fc.constantFrom(...(Object.keys(readers) as (keyof typeof readers)[]));
const anyPlaced = fc.nat(points.length - 1);
const somePlaced = fc.uniqueArray(anyPlaced, { minLength: 1, maxLength: 10 });
const anyAge = fc.tuple(anyPlaced, fc.constantFrom(-1, 0, 1)).map(([index, more]) => Math.max(1, index * 60 + more));

/** The edge of a box: that of a position, or any. */
const anyEdge = (of: "latitude" | "longitude", most: number): fc.Arbitrary<number> =>
  fc.oneof(
    anyPlaced.map((index) => points[index]?.[of] ?? 0),
    fc.integer({ min: -most, max: most }),
  );

/** A parameter: its value, and what it demands. */
interface Filter {
  readonly value: unknown;
  readonly holds: (one: Placed) => boolean;
}

const idsOf =
  (of: "id" | "vehicle") =>
  (places: readonly number[]): Filter => {
    const value = [...new Set(places.map((index) => fleet[index]?.[of] ?? 9_999_999))];
    return { value, holds: (one) => value.some((id) => id === one[of]) };
  };

const filters: Readonly<Record<string, fc.Arbitrary<Filter>>> = {
  partner_id: fc.constantFrom("demo-partner", "nobody").map((value) => ({ value, holds: () => value !== "nobody" })),
  agency_id: fc
    .constantFrom("demo-agency-1", "demo-agency-2")
    .map((value) => ({ value, holds: () => value === "demo-agency-2" })),
  client_id: fc.constantFrom(3, 6, 1).map((value) => ({ value, holds: ({ client }) => client === value })),
  unit_ids: somePlaced.map(idsOf("id")),
  vehicle_ids: somePlaced.map(idsOf("vehicle")),
  unit_group_id: fc.constant(null).map(() => ({ value: groups.unit, holds: ({ isInGroups }) => isInGroups })),
  vehicle_group_id: fc.constant(null).map(() => ({ value: groups.vehicle, holds: ({ isInGroups }) => isInGroups })),
  movement_status: fc
    .subarray([...STATUSES], { minLength: 1 })
    .map((value) => ({ value, holds: ({ status }) => value.some((one) => one === status) })),
  max_age_s: anyAge.map((value) => ({ value, holds: ({ ageS }) => ageS <= value })),
  bbox: fc
    .tuple(anyEdge("longitude", 180), anyEdge("longitude", 180), anyEdge("latitude", 90), anyEdge("latitude", 90))
    .map(([west, east, one, other]) => {
      const [south, north] = [Math.min(one, other), Math.max(one, other)];
      const [isEast, isWest] = [(longitude: number) => longitude >= west, (longitude: number) => longitude <= east];
      return {
        value: [west, south, east, north],
        holds: ({ latitude, longitude }) =>
          latitude >= south &&
          latitude <= north &&
          (west <= east ? isEast(longitude) && isWest(longitude) : isEast(longitude) || isWest(longitude)),
      };
    }),
};
const queries = fc
  .subarray(Object.entries(filters), { maxLength: 3 })
  .chain((chosen) => fc.tuple(...chosen.map(([name, filter]) => filter.map((each) => ({ name, ...each })))));

const shown = ({ unit_id, vehicle_id, client_id, latitude, longitude }: Position): string =>
  [unit_id, vehicle_id, client_id, latitude, longitude].join(" ");
const show = ({ id, vehicle, client, latitude, longitude }: Placed): string =>
  [id, vehicle, client, latitude, longitude].join(" ");

/** Metres, from the angle between vectors. */
function distanceM(one: Point, other: Point): number {
  const vector = ({ latitude, longitude }: Point): readonly [number, number, number] => {
    const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  };
  const [[x1, y1, z1], [x2, y2, z2]] = [vector(one), vector(other)];
  const across = Math.hypot(y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2);
  return 6_371_008.8 * Math.atan2(across, x1 * x2 + y1 * y2 + z1 * z2);
}

describe("the latest positions", () => {
  it("are those in the scope that meet all filters, in pages", async () => {
    let found = 0;
    const size = fc.integer({ min: 1, max: 7 });
    await fc.assert(
      fc.asyncProperty(anyReader, queries, size, fc.nat(3), async (reader, query, perPage, pageBefore) => {
        const own = await service.login(reader);
        const expected = fleet
          .filter(({ client }) => readers[reader].some((id) => id === client))
          .filter((one) => query.every(({ holds }) => holds(one)));
        const parameters = query.map(({ name, value }) => `${name}=${value}`).join("&");
        expect((await latest(parameters, own)).map(shown)).toEqual(expected.map(show));
        const page = `page=${pageBefore + 1}&per_page=${perPage}&${parameters}`;
        const { body } = await service.call<Position[]>("GET", `/monitoring/positions/latest?${page}`, { token: own });
        const [from, to] = [pageBefore * perPage, (pageBefore + 1) * perPage];
        expect(body.data.map(shown)).toEqual(expected.slice(from, to).map(show));
        expect(body.pagination).toEqual({ page: pageBefore + 1, per_page: perPage, total: expected.length });
        found += expected.length;
      }),
      { numRuns: runs(240) },
    );
    expect(found).toBeGreaterThan(0);
  });

  it("422: a box has four edges, the south of which is not greater than the north", async () => {
    const wrong = "0,1,1,0 0,-91,1,0 0,0,1,91 0,91,1,92 -181,0,1,1 0,0,181,1 0,0,1 0,0,1,1,1 a,0,1,1";
    for (const bbox of wrong.split(" ")) {
      const { status, body } = await service.call("GET", `/monitoring/positions/latest?bbox=${bbox}`, { token });
      expect([bbox, status, body.errors?.[0]?.name]).toEqual([bbox, 422, expect.stringContaining("bbox")]);
    }
  });

  it("are not those of deleted units", async () => {
    const unit = await newUnit(6);
    await store([{ unit_id: unit, recorded_at: at(0), latitude: -70, longitude: 70 }]);
    const look = async (): Promise<number[]> => {
      const { units } = await get<NearestUnits>("/monitoring/nearest?latitude=-70&longitude=70");
      return [...(await latest(`unit_ids=${unit}`)), ...units.map(({ position }) => position)].map(
        ({ unit_id }) => unit_id,
      );
    };
    expect(await look()).toEqual([unit, unit]);
    expect((await service.call("DELETE", `/units/${unit}`, { token })).status).toBe(200);
    expect(await look()).toEqual([]);
  });

  it("end when their client does not keep them any more, and a job removes them", async () => {
    const [old, fresh] = [await newUnit(2), await newUnit(2)];
    const place = { latitude: 70, longitude: 70 };
    await store([
      { unit_id: old, recorded_at: at(-9 * DAY), ...place },
      { unit_id: fresh, recorded_at: at(-8 * DAY), ...place },
    ]);
    const limits = { max_units: null, max_vehicles: null, max_users: null, history_retention_days: 8 };
    const query = `unit_ids=${old},${fresh}`;
    const ids = async (): Promise<number[]> => (await latest(query)).map(({ unit_id }) => unit_id);
    expect(await ids()).toEqual([old, fresh]);
    expect((await service.call("PATCH", "/clients/2", { token, body: { limits } })).status).toBe(200);
    expect(await ids()).toEqual([fresh]);
    const near = await get<NearestUnits>("/monitoring/nearest?latitude=70&longitude=70");
    expect(near.units.map(({ position }) => position.unit_id)).toEqual([fresh]);
    const job = allJobs.find(({ name }) => name === "latest_positions");
    const run = () => inBatch(service.server.db, async (tx) => job?.runBatch(tx, service.clock.now()));
    expect([await run(), await run(), await ids()]).toEqual([1, 0, [fresh]]);
    service.clock.advance(1);
    onTestFinished(() => service.clock.advance(-1));
    expect([await ids(), await run(), await run()]).toEqual([[], 1, 0]);
  });
});

describe("the nearest units", () => {
  it("are those within the radius, nearest first, also around the poles and across the antimeridian", async () => {
    const near = fc.record(
      {
        centre: fc.constantFrom(...centres),
        north: fc.double({ min: -3, max: 3, noNaN: true }),
        east: fc.oneof(fc.double({ min: -3, max: 3, noNaN: true }), fc.constantFrom(0, 90, 180)),
        radius_m: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 1_000_000 })),
        reader: anyReader,
        client_id: fc.constantFrom(3, 6),
        max_age_s: anyAge,
        limit: fc.integer({ min: 1, max: 8 }),
      },
      { requiredKeys: ["centre", "north", "east", "radius_m", "reader"] },
    );
    let found = 0;
    await fc.assert(
      fc.asyncProperty(near, async ({ centre, north, east, reader, ...query }) => {
        const point = shift(centre, [north, east]);
        const { radius_m, client_id, max_age_s = Infinity, limit = 20 } = query;
        const distances = new Map(fleet.map((one) => [one.id, distanceM(point, one)]));
        fc.pre([...distances.values()].every((distance) => Math.abs(distance - radius_m) > 0.1));
        const expected = fleet
          .filter(({ client }) => readers[reader].some((id) => id === client) && (client_id ?? client) === client)
          .filter(({ ageS }) => ageS <= max_age_s)
          .flatMap(({ id }) => distances.get(id) ?? [])
          .filter((distance) => distance <= radius_m)
          .toSorted((one, other) => one - other)
          .slice(0, limit);
        const parameters = Object.entries({ ...point, ...query }).map(([name, value]) => `${name}=${value}`);
        const { units } = await get<NearestUnits>(
          `/monitoring/nearest?${parameters.join("&")}`,
          await service.login(reader),
        );
        expect(units.length).toBe(expected.length);
        for (const [index, { distance_m, position }] of units.entries()) {
          expect(Math.abs(distance_m - (expected[index] ?? NaN))).toBeLessThan(0.06);
          expect(Math.abs(distance_m - (distances.get(position.unit_id) ?? NaN))).toBeLessThan(0.06);
        }
        expect(new Set(units.map(({ position }) => position.unit_id)).size).toBe(units.length);
        found += units.length;
      }),
      // PostgreSQL refuses the square of a number that is too small.
      {
        numRuns: runs(240),
        examples: [[{ centre: [0, -30], north: 1e-200, east: 0, radius_m: 1, reader: "demo-partner-admin" }]],
      },
    );
    expect(found).toBeGreaterThan(0);
  });
});

describe("the summary", () => {
  it("counts what a list of the units shows one by one, for each scope and filter", async () => {
    const parts = [
      "",
      "client_id=3",
      "agency_id=demo-agency-1",
      "partner_id=demo-partner",
      "client_id=1&agency_id=none",
    ];
    for (const reader of [...Object.keys(readers), "demo-read-only"]) {
      const own = await service.login(reader);
      for (const filter of parts) {
        const units = await get<UnitSummary[]>(`/units/listing?include=state&per_page=200&${filter}`, own);
        expect(units.length).toBeLessThan(200);
        const count = (of: "connection_status" | "movement_status", value: string): number =>
          units.filter(({ state }) => state?.[of] === value).length;
        const counts = (of: "connection_status" | "movement_status", values: readonly string[]) =>
          Object.fromEntries(values.map((value) => [value, count(of, value)]));
        expect(await get<MonitoringSummary>(`/monitoring/summary?${filter}`, own)).toEqual({
          units: units.length,
          connection_status: counts("connection_status", ["online", "idle", "offline", "never_connected"]),
          movement_status: counts("movement_status", STATUSES),
        });
      }
    }
  });
});
