import type { Driver, DriverAssignment } from "@fleet-api/contract/types/drivers";
import type { Vehicle } from "@fleet-api/contract/types/vehicles";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { ChangesPage } from "../changes/support/mirror.ts";
import { allVisible } from "../changes/support/mirror.ts";
import { assignmentRequests } from "../support/assignments.ts";
import { runs } from "../support/db.ts";
import { runJobs } from "../support/run-jobs.ts";
import type { Answer } from "../support/service.ts";
import { useService } from "../support/service.ts";

const service = useService();
const HOUR = 3_600_000;
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
const { call, assign, correct, undo, list } = requests;

type Side = "driver" | "vehicle";
const sides = ["driver", "vehicle"] as const;
const otherSide = (side: Side): Side => (side === "driver" ? "vehicle" : "driver");

/** An assignment in the model: drivers and vehicles are numbered from 0, times are hours, the end null while none is known. */
interface Interval {
  id: number;
  readonly driver: number;
  readonly vehicle: number;
  readonly role: DriverAssignment["role"];
  readonly from: number;
  readonly to: number | null;
}

/** What the service should have. */
class Model {
  intervals: Interval[] = [];
  readonly deleted = { driver: new Set<number>(), vehicle: new Set<number>() };
  hour = 0;

  /** The assignments that cannot be there together with a wanted one. */
  inTheWayOf(wanted: Interval): Interval[] {
    return this.intervals.filter((other) => {
      const sameSides = sides.filter((side) => other[side] === wanted[side]).length;
      const bothPrimary = other.role === "primary" && wanted.role === "primary";
      const meet = wanted.from < (other.to ?? Infinity) && other.from < (wanted.to ?? Infinity);
      return other.id !== wanted.id && meet && (sameSides === 2 || (sameSides === 1 && bothPrimary));
    });
  }

  at(hour: number): Interval[] {
    return this.intervals.filter(({ from, to }) => from <= hour && (to === null || to > hour));
  }

  /** What a record shows now: its number on the other side. */
  shown(side: Side, number: number): number | null {
    const one = this.at(this.hour).find((each) => each.role === "primary" && each[side] === number);
    return one?.[otherSide(side)] ?? null;
  }

  /** The current and future assignments of a record. */
  lasting(side: Side, number: number): Interval[] {
    return this.intervals.filter((one) => one[side] === number && this.lasts(one));
  }

  lasts({ to }: Pick<Interval, "to">): boolean {
    return to === null || to > this.hour;
  }

  replace(old: Interval, next: Partial<Interval>): void {
    this.intervals = this.intervals.map((one) => (one === old ? { ...one, ...next } : one));
  }
}

/** A step; numbers are indexes of drivers, vehicles and assignments, and hours from now on. */
type Step =
  | (Pick<Interval, "driver" | "vehicle" | "role" | "from" | "to"> & {
      readonly kind: "assign";
      readonly endCurrent: boolean;
    })
  | {
      readonly kind: "correct";
      readonly which: number;
      readonly from?: number;
      readonly to?: number | null;
      readonly role?: Interval["role"];
    }
  | { readonly kind: "undo"; readonly which: number }
  | { readonly kind: "delete" | "restore"; readonly side: Side; readonly number: number }
  | { readonly kind: "wait"; readonly jobs: boolean };

const anyHour = fc.integer({ min: -4, max: 4 });
const anyRole = fc.constantFrom("primary" as const, "primary" as const, "co_driver" as const);
const anyEnd = fc.option(anyHour, { nil: null, freq: 2 });

/** Steps of so many drivers and vehicles. */
function stepsOf(count: number): fc.Arbitrary<Step[]> {
  const anyNumber = fc.nat(count - 1);
  const which = fc.nat(2 * count - 1);
  const assigning = fc.record({
    kind: fc.constant("assign" as const),
    driver: anyNumber,
    vehicle: anyNumber,
    role: anyRole,
    from: anyHour,
    to: anyEnd,
    endCurrent: fc.boolean(),
  });
  const correcting = fc
    .record(
      { kind: fc.constant("correct" as const), which, from: anyHour, to: anyEnd, role: anyRole },
      { requiredKeys: ["kind", "which"] },
    )
    .filter((step) => Object.keys(step).length > 2);
  const deleting = fc.record({
    kind: fc.constantFrom("delete" as const, "restore" as const),
    side: fc.constantFrom(...sides),
    number: anyNumber,
  });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: assigning },
    { weight: 3, arbitrary: correcting },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("undo" as const), which }) },
    { weight: 4, arbitrary: deleting },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("wait" as const), jobs: fc.boolean() }) },
  );
  return fc.array(step, { minLength: 10, maxLength: 25 });
}

/** What one of the feeds says of the records on its side: the id on the other side, or that they are deleted. */
class Follower {
  readonly records = new Map<number, number | null | "deleted">();
  #cursor = "";
  readonly #path: string;
  readonly #shown: (record: unknown) => number | null;

  constructor(path: string, shown: (record: unknown) => number | null) {
    this.#path = path;
    this.#shown = shown;
  }

  async read(): Promise<void> {
    await allVisible(service.server.db);
    for (let hasMore = true; hasMore;) {
      const at = this.#cursor === "" ? "from=now" : `cursor=${this.#cursor}`;
      const { data } = (await call<ChangesPage>("GET", `${this.#path}?${at}`)).body;
      for (const one of data.changes) {
        this.records.set(one.id, one.change === "upserted" ? this.#shown(one.record) : "deleted");
      }
      [this.#cursor, hasMore] = [data.next_cursor, data.has_more];
    }
  }
}

/** The drivers and vehicles of one run, with the model of them and readers of both feeds. */
class Fleet {
  readonly model = new Model();
  readonly ids: Record<Side, number[]> = { driver: [], vehicle: [] };
  readonly feeds: Record<Side, Follower> = {
    driver: new Follower("/drivers/changes", (record) => (record as Driver).vehicle_id),
    vehicle: new Follower("/vehicles/changes", (record) => (record as Vehicle).driver_id),
  };
  readonly #start = service.clock.now().getTime();
  /** Whether the jobs have run since the clock moved. */
  isAnnounced = true;

  async create(count: number): Promise<this> {
    for (const side of sides) await this.feeds[side].read();
    for (let n = 0; n < count; n += 1) {
      this.ids.driver.push(await requests.driver());
      this.ids.vehicle.push(await requests.vehicle());
    }
    return this;
  }

  readonly idOf = (side: Side, number: number): number => this.ids[side][number] ?? 0;
  readonly instant = (hour: number): string => new Date(this.#start + hour * HOUR).toISOString();

  /** Does a step, and holds the answer to what the model says. */
  async take(step: Step): Promise<void> {
    if (step.kind === "wait") {
      service.clock.advance(HOUR);
      this.model.hour += 1;
      this.isAnnounced = step.jobs;
      if (step.jobs) await runJobs(service.server.db, service.clock.now());
    } else if (step.kind === "assign") await this.#assign(step);
    else if (step.kind === "correct") await this.#correct(step);
    else if (step.kind === "undo") await this.#undo(step.which);
    else await this.#deleteOrRestore(step.kind, step.side, step.number);
  }

  async #assign({ driver, vehicle, role, endCurrent, ...hours }: Extract<Step, { kind: "assign" }>): Promise<void> {
    const { model } = this;
    const [from, to] = [model.hour + hours.from, hours.to === null ? null : model.hour + hours.to];
    const answer = await assign(this.idOf("driver", driver), this.idOf("vehicle", vehicle), {
      role,
      started_at: this.instant(from),
      ended_at: to === null ? null : this.instant(to),
      end_current: endCurrent,
    });
    if (model.deleted.driver.has(driver)) return expectOutcome(answer, 422, "/driver_id");
    if (model.deleted.vehicle.has(vehicle)) return expectOutcome(answer, 422, "/vehicle_id");
    if (to !== null && to <= from) return expectOutcome(answer, 422, "/ended_at");
    const wanted: Interval = { id: answer.body.data?.id ?? 0, driver, vehicle, role, from, to };
    const others = model.inTheWayOf(wanted);
    const stay = others.filter((one) => !endCurrent || one.from >= from || !model.lasts(one));
    if (stay.length > 0) return expectConflict(answer, stay);
    expectOutcome(answer, 201);
    for (const one of others) model.replace(one, { to: from });
    model.intervals.push(wanted);
  }

  async #correct({ which, ...change }: Extract<Step, { kind: "correct" }>): Promise<void> {
    const { model } = this;
    const one = model.intervals[which];
    if (one === undefined) return;
    const next = {
      ...one,
      ...(change.role !== undefined && { role: change.role }),
      ...(change.from !== undefined && { from: model.hour + change.from }),
      ...(change.to !== undefined && { to: change.to === null ? null : model.hour + change.to }),
    };
    const answer = await correct(one.id, {
      ...(change.role !== undefined && { role: next.role }),
      ...(change.from !== undefined && { started_at: this.instant(next.from) }),
      ...(change.to !== undefined && { ended_at: next.to === null ? null : this.instant(next.to) }),
    });
    const isDeleted = sides.some((side) => model.deleted[side].has(one[side]));
    if (isDeleted && model.lasts(next)) return expectOutcome(answer, 409, "invalid_state");
    if (next.to !== null && next.to <= next.from) return expectOutcome(answer, 422, "/ended_at");
    const others = model.inTheWayOf(next);
    if (others.length > 0) return expectConflict(answer, others);
    expectOutcome(answer, 200);
    model.replace(one, next);
  }

  async #undo(which: number): Promise<void> {
    const one = this.model.intervals[which];
    if (one === undefined) return;
    expectOutcome(await undo(one.id), 200);
    this.model.intervals.splice(which, 1);
    expectOutcome(await undo(one.id), 404, "not_found");
  }

  async #deleteOrRestore(kind: "delete" | "restore", side: Side, number: number): Promise<void> {
    const deleted = this.model.deleted[side];
    const path = `/${side}s/${this.idOf(side, number)}`;
    if (kind === "restore") {
      expectOutcome(await call("POST", `${path}/restore`), 200);
      deleted.delete(number);
      return;
    }
    const answer = await call("DELETE", path);
    if (deleted.has(number)) return expectOutcome(answer, 404, "not_found");
    const lasting = this.model.lasting(side, number);
    if (lasting.length > 0) {
      const other = otherSide(side);
      const users = lasting.map((one) => this.idOf(other, one[other]));
      return expectInUse(answer, `${other}s`, users);
    }
    expectOutcome(answer, 200);
    deleted.add(number);
  }
}

/** The answer has a status, and the code of a problem or the place of its only finding. */
function expectOutcome({ status, body }: Answer<unknown>, expected: number, problem?: string): void {
  expect([status, body.errors?.[0]?.pointer ?? body.code, body.detail]).toEqual([
    expected,
    problem,
    problem === undefined ? undefined : expect.any(String),
  ]);
}

/** These assignments are in the way. */
function expectConflict({ status, body }: Answer<unknown>, others: readonly Interval[]): void {
  const ids = others.map(({ id }) => id).toSorted((one, next) => one - next);
  const references = [{ resource: "driver_assignments", ids, count: ids.length }];
  expect([status, body]).toMatchObject([409, { code: "assignment_overlap", existing_id: ids[0], references }]);
}

/** Records of the other side have a current or future assignment. */
function expectInUse({ status, body }: Answer<unknown>, resource: string, users: readonly number[]): void {
  const ids = [...new Set(users)].toSorted((one, next) => one - next);
  expect([status, body]).toMatchObject([409, { code: "in_use", references: [{ resource, ids, count: ids.length }] }]);
}

/** Compares what the records and the feeds show with the model. */
async function check({ model, ids, feeds, isAnnounced, idOf }: Fleet): Promise<void> {
  for (const side of sides) {
    const other = otherSide(side);
    if (isAnnounced) await feeds[side].read();
    for (const [n, id] of ids[side].entries()) {
      const { data } = (await call<Driver & Vehicle>("GET", `/${side}s/${id}?include_deleted=true`)).body;
      const number = model.shown(side, n);
      const expected = number === null ? null : idOf(other, number);
      expect([data[`${other}_id`], data[other]?.id ?? null]).toEqual([expected, expected]);
      const isDeleted = model.deleted[side].has(n);
      expect([data.deleted_at !== null, isDeleted && model.lasting(side, n).length > 0]).toEqual([isDeleted, false]);
      if (isAnnounced) expect(feeds[side].records.get(id) ?? null).toBe(isDeleted ? "deleted" : expected);
    }
  }
  const path = `/drivers/listing?ids=${ids.driver.join(",")}&has_vehicle=true`;
  const listed = (await call<Driver[]>("GET", path)).body.data.map(({ id }) => id);
  expect(listed).toEqual(ids.driver.filter((_, number) => model.shown("driver", number) !== null));
}

/** Compares who drove each vehicle at an instant with the model. */
async function checkAt({ model, ids, idOf, instant }: Fleet, hour: number): Promise<void> {
  for (const [n, vehicleId] of ids.vehicle.entries()) {
    const { body } = await list(`vehicle_id=${vehicleId}&at=${instant(hour)}`);
    const shown = body.data.map((one) => [one.id, one.driver_id, one.role]);
    const expected = model.at(hour).filter(({ vehicle }) => vehicle === n);
    expect(shown.toSorted()).toEqual(
      expected.map(({ id, driver, role }) => [id, idOf("driver", driver), role]).toSorted(),
    );
  }
}

describe("assignments", () => {
  it.each([
    ["of three drivers and vehicles", 3, runs(32)],
    ["of a driver and a vehicle that are deleted and restored all the time", 1, runs(48)],
  ])("%s are what both sides, their feeds and the history show, after any requests", async (_name, count, numRuns) => {
    const taken = new Map<Step["kind"], number>();
    await fc.assert(
      fc.asyncProperty(stepsOf(count), async (steps) => {
        const fleet = await new Fleet().create(count);
        for (const step of steps) {
          await fleet.take(step);
          await check(fleet);
          taken.set(step.kind, (taken.get(step.kind) ?? 0) + 1);
        }
        for (let hour = -5; hour < fleet.model.hour + 5; hour += 1) await checkAt(fleet, hour);
      }),
      { numRuns },
    );
    expect(taken.size).toBe(6);
  });
});
