import type { Position, PositionIngestResult } from "@fleet-api/contract/types/monitoring";
import type { Unit } from "@fleet-api/contract/types/units";
import fc from "fast-check";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { partitionJob } from "../../../src/maintenance/jobs.ts";
import { runs } from "../../support/db.ts";
import { installationRequests } from "../../support/installations.ts";
import type { AnyReport } from "../../support/positions.ts";
import { positionRequests } from "../../support/positions.ts";
import type { Answer } from "../../support/service.ts";
import { resolveSchema } from "../../support/contract-operations.ts";
import { useService } from "../../support/service.ts";
import { typesOf, valuesOf } from "../../support/values-of-schema.ts";

const service = useService();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let token = "";

beforeEach(async () => {
  token = await service.login();
});

const sender = { call: service.call, clock: service.clock, db: () => service.server.db, token: () => token };
const { send, store, history, latest, follow, get } = positionRequests(sender);
const { at, unit: newUnit, insert, moveTo, getUnit } = installationRequests(sender);

const place = { latitude: 1, longitude: 2 };
const report = (unit_id: number, offsetMs = 0, more: AnyReport = {}): AnyReport => ({
  unit_id,
  recorded_at: at(offsetMs),
  ...place,
  ...more,
});

/** Which items failed, with the code of the problem and the places of its findings. */
function failuresOf({ status, body }: Answer<PositionIngestResult>): unknown[] {
  expect(status).toBe(200);
  return body.data.failures.map(({ index, problem: { code, errors = [] } }) => [
    index,
    code,
    ...errors.map((finding) => `${finding.pointer} ${finding.code}`),
  ]);
}

const countsOf = ({ body: { data } }: Answer<PositionIngestResult>): number[] => [
  data.stored,
  data.duplicates,
  data.failed,
];

/** Changes for how many days a client keeps history. */
async function keepDays(client: number, history_retention_days: number): Promise<void> {
  const limits = { max_units: null, max_vehicles: null, max_users: null, history_retention_days };
  expect((await service.call("PATCH", `/clients/${client}`, { token, body: { limits } })).status).toBe(200);
}

const stateOf = async (unit: number) => (await get<Unit>(`/units/${unit}?include=state`)).state;

const historyOf = (unit: number, days = 31, aheadDays = 2): Promise<Position[]> =>
  history(`unit_id=${unit}&from=${at((aheadDays - days) * DAY)}&to=${at(aheadDays * DAY)}`);

const instants = (positions: readonly Position[]): string[] => positions.map(({ recorded_at }) => recorded_at);

describe("the unit of a position", () => {
  it("is named by its id or its identifier; every other item fails, and those next to it are stored", async () => {
    const named = await newUnit();
    const identifier = (await getUnit(named)).identifier;
    const twins = [];
    for (const identifier_type of ["serial", "custom"]) {
      twins.push(await insert("units", { client_id: 1, name: "Twin", identifier: "twin", identifier_type }));
    }
    const deleted = await newUnit();
    const deletedIdentifier = (await getUnit(deleted)).identifier;
    expect((await service.call("DELETE", `/units/${deleted}`, { token })).status).toBe(200);
    const foreign = await newUnit(3);
    const { unit_id: _unit, ...anonymous } = report(0);
    const items = [
      report(named),
      { ...anonymous, identifier, recorded_at: at(1) },
      { ...anonymous, identifier: "twin" },
      report(twins[1] ?? 0),
      report(foreign),
      { ...anonymous, identifier: (await getUnit(foreign)).identifier },
      report(deleted),
      { ...anonymous, identifier: deletedIdentifier },
      report(9_999_999),
      { ...report(named), identifier },
      anonymous,
      { ...report(named, 2), latitude: 91, speed: 1 },
      "no object",
      report(named, 2),
    ];
    const answer = await send(items as AnyReport[], await service.login("demo-agency-admin-1"));
    expect(countsOf(answer)).toEqual([4, 0, 10]);
    expect(failuresOf(answer)).toEqual([
      [2, "validation_failed", "/items/2/identifier invalid"],
      ...[4, 5, 6, 7, 8].map((index) => [index, "not_found"]),
      [9, "validation_failed", "/items/9 invalid"],
      [10, "validation_failed", "/items/10 invalid"],
      [11, "validation_failed", "/items/11/speed unknown_property", "/items/11/latitude maximum"],
      [12, "validation_failed", "/items/12 type"],
    ]);
    expect(instants(await historyOf(named))).toEqual([at(0), at(1), at(2)]);
    const units = [named, ...twins, foreign, deleted];
    expect((await latest(`unit_ids=${units}`)).map(({ unit_id }) => unit_id)).toEqual([named, twins[1]]);
  });

  it("belonged to a client in the scope at that time, and may belong to another one since", async () => {
    const unit = await newUnit(1);
    await moveTo("units", unit, 3, at(-20 * DAY));
    await moveTo("units", unit, 2, at(-10 * DAY));
    const borders = [-100, -20, -10].flatMap((day) => [day * DAY - 1, day * DAY]);
    const items = borders.map((offset) => report(unit, offset));
    const own = await send(items, await service.login("demo-agency-admin-1"));
    const notOwned = (index: number) => [index, "validation_failed", `/items/${index}/recorded_at minimum`];
    expect(failuresOf(own)).toEqual([0, 3, 4].map(notOwned));
    expect(failuresOf(await send(items, await service.login("demo-agency-admin-2")))).toEqual(
      items.map((_, index) => [index, "not_found"]),
    );
    expect([failuresOf(await send(items)), countsOf(await send(items))]).toEqual([[notOwned(0)], [0, 5, 1]]);
    const owners = (await historyOf(unit)).map(({ client_id }) => client_id);
    expect(owners).toEqual([1, 3, 3, 2]);
  });

  it("may be of a suspended client, and be sent by its own user, with the permission", async () => {
    const unit = await newUnit(5);
    await service.server.db.query(
      `update users set role_id = (select role_id from users where username = 'demo-partner-admin')
       where username = 'demo-client-suspended'`,
    );
    const suspended = await service.login("demo-client-suspended");
    expect(await store([report(unit)], suspended)).toBe(1);
    expect(await latest(`unit_ids=${unit}`, suspended)).toHaveLength(1);
    const { status, body } = await send([report(1)], await service.login("demo-client-north"));
    expect([status, body.required_permission]).toMatchObject([403, { resource: "monitoring", action: "ingest" }]);
  });
});

describe("the time of a position", () => {
  it("lies within what the client keeps, and at most 24 hours ahead, to the millisecond", async () => {
    const unit = await newUnit(2);
    await keepDays(2, 40);
    const items = [-40 * DAY - 1, -40 * DAY, DAY, DAY + 1].map((offset) => report(unit, offset));
    const answer = await send(items);
    expect(failuresOf(answer)).toEqual([
      [0, "validation_failed", "/items/0/recorded_at minimum"],
      [3, "validation_failed", "/items/3/recorded_at maximum"],
    ]);
    expect(answer.body.data.failures[0]?.problem.errors?.[0]?.detail).toContain("40 days");
    expect(instants(await historyOf(unit, 10))).toEqual([at(DAY)]);
    expect(instants(await historyOf(unit, 31, -15))).toEqual([at(-40 * DAY)]);
  });

  it("may have an offset, any number of digits and a leap second, and is kept in milliseconds", async () => {
    const unit = await insert("units", { client_id: 1, name: "Leap", identifier: "leap", identifier_type: "custom" });
    const good = {
      "2026-03-01T14:00:00.123456789+02:00": "2026-03-01T12:00:00.123Z",
      "2026-02-28t18:59:60.999999999-05:00": "2026-03-01T00:00:00.999Z",
      "2026-02-27T23:59:60Z": "2026-02-28T00:00:00.000Z",
      "2026-02-26T23:59:59.9999Z": "2026-02-26T23:59:59.999Z",
    };
    const again = ["2026-03-01T12:00:00.123999Z", "2026-02-28T00:00:00Z"];
    const bad = ["2026-02-28T22:59:60Z", "2026-02-30T00:00:00Z", "2026-02-28 00:00:00", "2026-02-28T00:00:00", 1, null];
    const answer = await send(
      [...Object.keys(good), ...again, ...bad].map((recorded_at) => report(unit, 0, { recorded_at })),
    );
    expect(countsOf(answer)).toEqual([4, 2, bad.length]);
    expect(instants(await historyOf(unit))).toEqual(Object.values(good).toSorted());
  });

  it("is not removed after it was acknowledged, even if its client kept less when it was recorded", async () => {
    const unit = await newUnit(3);
    const before = service.clock.now();
    onTestFinished(() => service.clock.set(before));
    await keepDays(3, 20);
    service.clock.advance(120 * DAY);
    token = await service.login();
    await keepDays(3, 365);
    const { body } = await send([report(unit, -65 * DAY)]);
    await partitionJob.runWhole(service.server.db, service.clock.now());
    expect(await historyOf(unit, 1, -64.5)).toHaveLength(body.data.stored);
    expect((await stateOf(unit))?.last_seen_at).toBe(body.data.stored === 0 ? null : at(0));
  });

  it("needs no partition that was made ahead of time, years later and for positions that are as late as they may be", async () => {
    const unit = await newUnit(1);
    const before = service.clock.now();
    onTestFinished(() => service.clock.set(before));
    for (const years of [3, 9]) {
      service.clock.set(new Date(before.getTime() + years * 365 * DAY));
      token = await service.login();
      const [, cursor] = await follow(null);
      const ages = [364, 200, 40, 0, -1];
      const items = ages.map((days) => report(unit, -days * DAY));
      // At the same time, so that they want the same partitions.
      const stored = await Promise.all([1, 2, 3, 4].map(() => store(items)));
      expect(stored.reduce((sum, count) => sum + count)).toBe(ages.length);
      const seen = await Promise.all(ages.map(async (days) => instants(await historyOf(unit, 1, 1 - days))));
      expect(seen).toEqual(ages.map((days) => [at(-days * DAY)]));
      expect(instants((await follow(cursor))[0])).toEqual(ages.map((days) => at(-days * DAY)));
    }
  });
});

describe("a request", () => {
  it("has 1 to 500 positions in at most 1 MiB", async () => {
    const unit = await newUnit();
    const items = Array.from({ length: 501 }, (_, index) => report(unit, -index));
    for (const wrong of [[], items]) expect((await send(wrong)).status).toBe(422);
    expect(await store(items.slice(1))).toBe(500);
    const large = [report(unit, 0, { event_type: "x".repeat(1_048_576) })];
    const { status, body } = await send(large);
    expect([status, body.code]).toEqual([413, "payload_too_large"]);
    expect((await historyOf(unit)).length).toBe(500);
  });

  it("may fail as a whole and is 200; the feed then has nothing new", async () => {
    const [, cursor] = await follow(null);
    const answer = await send([report(1, 2 * DAY), { unit_id: 1 }, report(9_999_999)]);
    expect([countsOf(answer), failuresOf(answer).length]).toEqual([[0, 0, 3], 3]);
    expect((await follow(cursor))[0]).toEqual([]);
  });

  it("stores the first of equal instants, and ignores the others, also for the state of the unit", async () => {
    const unit = await newUnit();
    const first = report(unit, -HOUR, { odometer_m: 1, engine_hours_s: 1, speed_kmh: 50, satellites: 1 });
    const other = report(unit, -HOUR, { odometer_m: 2, engine_hours_s: 2, speed_kmh: 0, satellites: 2 });
    expect(countsOf(await send([first, other, other]))).toEqual([1, 2, 0]);
    expect(countsOf(await send([other]))).toEqual([0, 1, 0]);
    expect((await historyOf(unit)).map(({ satellites }) => satellites)).toEqual([1]);
    expect(await latest(`unit_ids=${unit}`)).toMatchObject([{ satellites: 1, movement_status: "moving" }]);
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 1, engine_hours_s: 1, movement_status: "moving" });
  });

  it("changes nothing of a unit if its positions are refused", async () => {
    await keepDays(2, 40);
    const unit = await newUnit(2);
    const before = await stateOf(unit);
    const late = report(unit, -99 * DAY, { odometer_m: 7, speed_kmh: 30 });
    expect(countsOf(await send([late, { ...late, recorded_at: at(DAY + 1) }]))).toEqual([0, 0, 2]);
    expect(await stateOf(unit)).toEqual(before);
  });

  it("is in no audit log, moves no version, and is in no feed of changes", async () => {
    const unit = await newUnit();
    const audited = () => service.server.db.query("select count(*), max(id) from audit_log");
    const look = async () => [
      await audited(),
      await getUnit(unit),
      await get(`/units/listing?updated_after=${at(-1)}&client_id=1`),
    ];
    const before = await look();
    service.clock.advance(1000);
    await store([report(unit, 0, { odometer_m: 1 }), report(unit, -1000)]);
    expect(await look()).toEqual([...before.slice(0, 2), []]);
  });
});

const contract = resolveSchema({ $ref: "#/components/schemas/PositionReport" });
const { unit_id: _unit, identifier: _identifier, recorded_at: _at, ...reported } = contract.properties ?? {};
const { exclusiveMaximum: _north, ...heading } = resolveSchema(reported["heading_deg"] ?? {});
const properties = { ...reported, heading_deg: { ...heading, maximum: 359.9999 } };
const anyReport = valuesOf(
  { ...contract, properties, required: ["latitude", "longitude"] },
  { resolve: resolveSchema, choices: {} },
);
const isReal = (name: string): boolean =>
  typesOf(resolveSchema(properties[name as keyof typeof properties] ?? {})).includes("number") &&
  !["latitude", "longitude"].includes(name);
const empty = Object.fromEntries(Object.keys(properties).map((name) => [name, null]));

/** A position as it must be shown, or is: measures as the reals that they are nearest to, strings in their normal form. */
function comparable(values: object): unknown {
  const all = Object.entries(values).map(([name, value]: [string, unknown]) => [
    name,
    isReal(name) && typeof value === "number" ? Math.fround(value) : value,
  ]);
  return JSON.parse(JSON.stringify(Object.fromEntries(all)).normalize("NFC"));
}

/** What the contract derives from speed and ignition. */
function movementOf({ speed_kmh = null, ignition = null, movement_status }: AnyReport): unknown {
  if (movement_status !== undefined) return movement_status;
  if (typeof speed_kmh === "number" && speed_kmh >= 5) return "moving";
  if (ignition === true) return "idling";
  return speed_kmh === null && ignition === null ? "unknown" : "parked";
}

describe("what a device reports", () => {
  it("is what history returns, measures to the precision of a real", async () => {
    const unit = await newUnit();
    const defaults = { is_valid: true, fix_type: "gnss", attributes: {} };
    await fc.assert(
      fc.asyncProperty(fc.array(anyReport, { minLength: 1, maxLength: 50, size: "max" }), async (reports) => {
        service.clock.advance(1000);
        const sent = reports.map((values, ms): AnyReport => ({
          unit_id: unit,
          recorded_at: at(ms),
          ...Object(values),
        }));
        expect(await store(sent)).toBe(sent.length);
        const found = await history(`unit_id=${unit}&from=${at(0)}&to=${at(1000)}`);
        const also = { vehicle_id: null, driver_id: null, client_id: 1, received_at: at(0) };
        const expected = sent.map((item) => ({
          ...empty,
          ...also,
          ...defaults,
          movement_status: movementOf(item),
          ...item,
        }));
        expect(found.map(comparable)).toEqual(expected.map(comparable));
      }),
      { numRuns: runs(40) },
    );
  });

  it("may be smaller than any real, or be nearest to one that the contract does not allow", async () => {
    const unit = await newUnit();
    expect(await store([report(unit, 0, { hdop: 1e-60 }), report(unit, 1, { heading_deg: 359.999999999 })])).toBe(2);
    const [small, north] = await historyOf(unit);
    expect(small?.hdop).toBeCloseTo(0);
    expect([0, 360]).toContain(Math.round(north?.heading_deg ?? -1));
    expect(north?.heading_deg).toBeLessThan(360);
  });

  it("may arrive in any order: state and latest position are the newest of each", async () => {
    const items = fc.uniqueArray(
      fc.record({
        second: fc.integer({ min: -100, max: 100 }),
        batch: fc.nat(2),
        more: fc.record(
          {
            speed_kmh: fc.constantFrom(null, 0, 4.99, 5, 80),
            ignition: fc.constantFrom(null, true, false),
            movement_status: fc.constantFrom("moving", "idling", "parked", "unknown"),
            odometer_m: fc.option(fc.nat(9)),
            engine_hours_s: fc.option(fc.nat(9)),
          },
          { requiredKeys: [] },
        ),
      }),
      { selector: ({ second }) => second, minLength: 1, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(items, async (all) => {
        const unit = await newUnit();
        const begun = service.clock.now().getTime();
        const instant = (second: number): string => new Date(begun + second * 1000).toISOString();
        let seen = "";
        for (const batch of [0, 1, 2]) {
          const sent = all.filter((item) => item.batch === batch);
          if (sent.length === 0) continue;
          service.clock.advance(1000);
          seen = at(0);
          const reports = sent.map(({ second, more }) => report(unit, 0, { ...more, recorded_at: instant(second) }));
          expect(await store(reports)).toBe(sent.length);
        }
        const oldestFirst = all.toSorted((one, other) => one.second - other.second);
        const newest = (has: (more: AnyReport) => boolean) => oldestFirst.findLast(({ more }) => has(more));
        const moved = newest((more) => movementOf(more) !== "unknown");
        const counter = (name: "odometer" | "engine_hours", of: "odometer_m" | "engine_hours_s") => {
          const read = newest((more) => (more[of] ?? null) !== null);
          return {
            [of]: read?.more[of] ?? null,
            [`${name}_source`]: read === undefined ? null : "device",
            [`${name}_read_at`]: read === undefined ? null : instant(read.second),
          };
        };
        const last = instant(oldestFirst.at(-1)?.second ?? 0);
        expect(await stateOf(unit)).toEqual({
          connection_status: "online",
          movement_status: moved === undefined ? "unknown" : movementOf(moved.more),
          last_seen_at: seen,
          last_position_at: last,
          ...counter("odometer", "odometer_m"),
          ...counter("engine_hours", "engine_hours_s"),
        });
        const shown = (await historyOf(unit)).map(({ recorded_at, movement_status }) => [recorded_at, movement_status]);
        expect(shown).toEqual(oldestFirst.map(({ second, more }) => [instant(second), movementOf(more)]));
        expect(instants(await latest(`unit_ids=${unit}`))).toEqual([last]);
      }),
      { numRuns: runs(60) },
    );
  });
});
