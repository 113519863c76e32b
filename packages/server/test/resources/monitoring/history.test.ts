import type { PositionHistory } from "@fleet-api/contract/types/monitoring";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { simplifyTrack } from "../../../src/resources/monitoring/simplify.ts";
import { countCalls } from "../../kernel/support/count-calls.ts";
import { installationRequests } from "../../support/installations.ts";
import { positionRequests } from "../../support/positions.ts";
import { useService } from "../../support/service.ts";

const service = useService();
const DAY = 24 * 3_600_000;
const METRES_PER_DEGREE = (Math.PI * 6_371_008.8) / 180;
let token = "";

beforeEach(async () => {
  token = await service.login();
});

const sender = { call: service.call, clock: service.clock, db: () => service.server.db, token: () => token };
const { store, history, follow, get } = positionRequests(sender);
const { at, unit: newUnit, moveTo } = installationRequests(sender);

const base = "/monitoring/positions/history";
const refusal = async (query: string, path = base): Promise<unknown> => {
  const { status, body } = await service.call("GET", `${path}?${query}`, { token });
  return [status, ...(body.errors ?? []).map(({ name, code }) => `${name} ${code}`)];
};

describe("a history", () => {
  it("is of one unit, vehicle or driver and of at most 31 days", async () => {
    const day = `from=${at(-DAY)}&to=${at(0)}`;
    expect(await refusal(day)).toEqual([422, "unit_id invalid"]);
    expect(await refusal(`${day}&unit_id=1&vehicle_id=1`)).toEqual([422, "vehicle_id invalid"]);
    expect(await refusal(`${day}&unit_id=1&driver_id=1`)).toEqual([422, "driver_id invalid"]);
    expect(await refusal(`unit_id=1&from=${at(0)}&to=${at(0)}`)).toEqual([422, "to invalid"]);
    expect(await refusal(`unit_id=1&from=${at(0)}&to=${at(31 * DAY + 1)}`)).toEqual([422, "to invalid"]);
    expect(await refusal(`unit_id=1&from=${at(0)}`)).toEqual([422, "to required"]);
    expect(await refusal(`unit_id=1&from=${at(0)}&to=${at(31 * DAY)}`)).toEqual([200]);
    expect(await refusal(`unit_id=9999999&${day}`)).toEqual([200]);
  });

  it("by driver also needs the permission to see drivers", async () => {
    await service.server.db.query(
      `delete from role_permissions where resource = 'drivers' and action = 'view'
         and role_id = (select role_id from users where username = 'demo-read-only')`,
    );
    token = await service.login("demo-read-only");
    const period = `from=${at(-DAY)}&to=${at(0)}`;
    const { status, body } = await service.call("GET", `${base}?driver_id=1&${period}`, { token });
    expect([status, body.code, body.required_permission]).toMatchObject([
      403,
      "permission_denied",
      { resource: "drivers", action: "view" },
    ]);
    expect(await refusal(`vehicle_id=1&${period}`)).toEqual([200]);
  });

  it("ends for a client when a unit moves on, also of positions that came ahead of their time", async () => {
    const unit = await newUnit(1);
    await store(
      [-1, 1].map((hours) => ({ unit_id: unit, recorded_at: at((hours * DAY) / 24), latitude: 0, longitude: 0 })),
    );
    await moveTo("units", unit, 2, at(0));
    token = await service.login("demo-client-north");
    const found = await history(`unit_id=${unit}&from=${at(-DAY)}&to=${at(DAY)}`);
    expect(found.map(({ recorded_at }) => recorded_at)).toEqual([at(-DAY / 24)]);
  });

  it("continues only with the cursor of the same history, and the feed only with its own", async () => {
    const [unit, other] = [await newUnit(), await newUnit()];
    await store([0, 1, 2].map((ms) => ({ unit_id: unit, recorded_at: at(ms), latitude: 0, longitude: 0 })));
    const period = `from=${at(0)}&to=${at(DAY)}`;
    const first = await get<PositionHistory>(`${base}?unit_id=${unit}&${period}&per_page=1`);
    const cursor = first.next_cursor ?? "";
    const [, feed] = await follow(null);
    const [, ofClient] = await follow(null, "client_id=1");
    expect(await refusal(`unit_id=${unit}&${period}&cursor=${cursor}&per_page=2`)).toEqual([200]);
    const changed = [
      `unit_id=${other}&${period}`,
      `vehicle_id=${unit}&${period}`,
      `unit_id=${unit}&from=${at(1)}&to=${at(DAY)}`,
      `unit_id=${unit}&from=${at(0)}&to=${at(DAY - 1)}`,
    ].map((query) => `${query}&cursor=${cursor}`);
    const text = Buffer.from(cursor, "base64url").toString();
    const forged = [
      text.slice(0, -1),
      "[]",
      "{}",
      text.replace(/\d+\]$/, "1]"),
      text.replace(/\d+\]$/, '"1"]'),
      "\u0000",
    ];
    const wrong = ["x", feed, ...forged.map((each) => Buffer.from(each).toString("base64url"))];
    for (const query of [...changed, ...wrong.map((each) => `unit_id=${unit}&${period}&cursor=${each}`)]) {
      expect([query, await refusal(query)]).toEqual([query, [422, "cursor invalid"]]);
    }
    const ofFeed = [
      `cursor=${cursor}`,
      "cursor=x",
      `cursor=${ofClient}`,
      `cursor=${feed}&client_id=1`,
      `cursor=${ofClient}&client_id=2`,
    ];
    for (const query of ofFeed) expect(await refusal(query, "/monitoring/feed")).toEqual([422, "cursor invalid"]);
  });

  it("leaves out what lies on the line, of each page but its first and last position", async () => {
    const unit = await newUnit();
    const corner = (index: number): number => (index < 6 ? 0 : (index - 5) / 1000);
    const items = Array.from({ length: 11 }, (_, index) => ({
      unit_id: unit,
      recorded_at: at(index),
      latitude: corner(index),
      longitude: Math.min(index, 5) / 1000,
    }));
    await store(items);
    const read = async (more: string): Promise<number[]> => {
      const found = await history(`unit_id=${unit}&from=${at(0)}&to=${at(100)}${more}`);
      return found.map(({ recorded_at }) => Date.parse(recorded_at) - service.clock.now().getTime());
    };
    expect(await read("&tolerance_m=1")).toEqual([0, 5, 10]);
    expect(await read("&tolerance_m=10000")).toEqual([0, 10]);
    expect(await read("&tolerance_m=1&per_page=4")).toEqual([0, 3, 4, 5, 7, 8, 10]);
    expect(await read("")).toEqual(items.map((_, index) => index));
  });
});

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Metres from a point to the line between two others, on a map around the point itself. */
function distanceToLine(point: Point, start: Point, end: Point): number {
  const onMap = ({ latitude, longitude }: Point): [x: number, y: number] => {
    const east = ((((longitude - point.longitude) % 360) + 540) % 360) - 180;
    return [
      east * Math.cos((point.latitude * Math.PI) / 180) * METRES_PER_DEGREE,
      (latitude - point.latitude) * METRES_PER_DEGREE,
    ];
  };
  const [[x1, y1], [x2, y2]] = [onMap(start), onMap(end)];
  const squared = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / squared));
  return Math.hypot(x1 + along * (x2 - x1), y1 + along * (y2 - y1));
}

/** The largest distance of a point that does not stay to the line between its neighbours that do. */
function largestError(track: readonly Point[], stays: readonly boolean[]): number {
  const errors = track.map((point, index) => {
    if (stays[index] === true) return 0;
    const [before, after] = [track[stays.lastIndexOf(true, index)], track[stays.indexOf(true, index)]];
    return before === undefined || after === undefined ? Infinity : distanceToLine(point, before, after);
  });
  return Math.max(0, ...errors);
}

/** A track that goes so many metres to the east and north at each step. */
function trackOf(start: Point, steps: readonly (readonly [east: number, north: number])[]): Point[] {
  let { latitude, longitude } = start;
  const after = steps.map(([east, north]) => {
    latitude += north / METRES_PER_DEGREE;
    longitude += east / METRES_PER_DEGREE / Math.cos((latitude * Math.PI) / 180);
    return { latitude, longitude: ((longitude + 540) % 360) - 180 };
  });
  return [start, ...after];
}

describe("the positions of a simplified track", () => {
  it("are as near to its line as was asked for, with the first and the last, also across the antimeridian", () => {
    const step = fc.integer({ min: -300, max: 300 });
    const start = fc.record({
      latitude: fc.integer({ min: -70, max: 70 }),
      longitude: fc.constantFrom(-180, -179.999, 0, 30, 179.999, 180),
    });
    const tracks = fc.tuple(start, fc.array(fc.tuple(step, step), { maxLength: 40, size: "max" }));
    fc.assert(
      fc.property(tracks, fc.integer({ min: 1, max: 500 }), ([from, steps], tolerance) => {
        const track = trackOf(from, steps);
        const stays = simplifyTrack(track, tolerance);
        expect([stays.length, stays[0], stays.at(-1)]).toEqual([track.length, true, true]);
        expect(largestError(track, stays)).toBeLessThan(tolerance * 1.01);
      }),
      { numRuns: 500 },
    );
    expect(simplifyTrack([], 1)).toEqual([]);
  });

  it("are as near on a track that leads far to the north", () => {
    const track = [50, 50.5, 51, 70].map((latitude, index) => ({ latitude, longitude: index === 1 ? 10.0178 : 10 }));
    const error = largestError(track, simplifyTrack(track, 1000));
    expect(error).toBeLessThan(1010);
  });

  it("are few where a unit stands still or drives straight on", () => {
    const still = trackOf(
      { latitude: 1, longitude: 180 },
      Array.from({ length: 4999 }, () => [0, 0] as const),
    );
    const straight = trackOf(
      { latitude: 0, longitude: 179 },
      Array.from({ length: 4999 }, () => [30, 0] as const),
    );
    for (const track of [still, straight]) {
      const stays = simplifyTrack(track, 1).flatMap((stay, index) => (stay ? [index] : []));
      expect(stays).toEqual([0, 4999]);
    }
  });

  it("take at most 100 distances for each of 5,000 to find", async () => {
    const tracks: Record<string, (index: number) => readonly [east: number, north: number]> = {
      straight: () => [30, 0],
      laps: (index) => [100 * Math.cos(index / 10), 100 * Math.sin(index / 10)],
      furrows: (index) => (index % 41 === 40 ? [5, 0] : [0, Math.floor(index / 41) % 2 === 0 ? 10 : -10]),
    };
    for (const [name, step] of Object.entries(tracks)) {
      const track = trackOf(
        { latitude: 0, longitude: 0 },
        Array.from({ length: 4999 }, (_, index) => step(index)),
      );
      const count = await countCalls(Math, "sqrt", () => void simplifyTrack(track, 2));
      expect([name, count >= 4998, count < 500_000]).toEqual([name, true, true]);
    }
  });
});
