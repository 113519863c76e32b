import type { UnitAssignment, Vehicle } from "@fleet-api/contract/types/vehicles";
import type { Unit } from "@fleet-api/contract/types/units";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { runs } from "../support/db.ts";
import { installationRequests } from "../support/installations.ts";
import type { Answer } from "../support/service.ts";
import { useService } from "../support/service.ts";

const service = useService();
const HOUR = 3_600_000;
const COUNT = 3;
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
const { call, assign, unassign, correct, undo } = requests;

/** An installation in the model: times in hours, its end null while it lasts. */
interface Interval {
  id: number;
  readonly vehicle: number;
  readonly unit: number;
  from: number;
  to: number | null;
}

/** What the service should have. Vehicles and units are numbered from 0. */
class Model {
  readonly intervals: Interval[] = [];
  readonly deleted = { vehicles: new Set<number>(), units: new Set<number>() };
  hour = 0;

  open(side: "vehicle" | "unit", index: number): Interval | undefined {
    return this.intervals.find((one) => one.to === null && one[side] === index);
  }

  /** Whether another installation of the unit or of the vehicle lasts at some time of this one. */
  overlaps({ vehicle, unit, from, to }: Interval, except: readonly Interval[] = []): boolean {
    const until = to ?? Infinity;
    return this.intervals.some((other) => {
      const end = other.to ?? Infinity;
      if (except.includes(other) || (other.vehicle !== vehicle && other.unit !== unit)) return false;
      return from < until && other.from < end && from < end && other.from < until;
    });
  }

  /** Which vehicle has which unit. */
  installed(): [vehicle: number, unit: number][] {
    return this.intervals.filter(({ to }) => to === null).map(({ vehicle, unit }) => [vehicle, unit]);
  }
}

/** A step; numbers are indexes of vehicles, units and installations, and hours before now. */
type Step =
  | {
      readonly kind: "assign";
      readonly vehicle: number;
      readonly unit: number;
      readonly ago: number;
      readonly force: boolean;
    }
  | { readonly kind: "unassign"; readonly vehicle: number; readonly ago: number }
  | {
      readonly kind: "correct";
      readonly which: number;
      readonly from: number | null;
      readonly to: number | "open" | null;
    }
  | { readonly kind: "undo"; readonly which: number }
  | { readonly kind: "delete" | "restore"; readonly side: "vehicles" | "units"; readonly index: number }
  | { readonly kind: "owner"; readonly side: "vehicles" | "units"; readonly index: number }
  | { readonly kind: "wait" };

const anyIndex = fc.nat(COUNT - 1);
const hoursAgo = fc.nat(4);
const anySide = fc.constantFrom("vehicles" as const, "units" as const);
const assigning = fc.record({
  kind: fc.constant("assign" as const),
  vehicle: anyIndex,
  unit: anyIndex,
  ago: hoursAgo,
  force: fc.boolean(),
});
const steps: fc.Arbitrary<Step> = fc.oneof(
  assigning,
  assigning,
  fc.record({ kind: fc.constant("unassign" as const), vehicle: anyIndex, ago: hoursAgo }),
  fc.record({
    kind: fc.constant("correct" as const),
    which: fc.nat(5),
    from: fc.option(hoursAgo),
    to: fc.option(fc.oneof(hoursAgo, fc.constant("open" as const))),
  }),
  fc.record({ kind: fc.constant("undo" as const), which: fc.nat(5) }),
  fc.record({ kind: fc.constantFrom("delete" as const, "restore" as const), side: anySide, index: anyIndex }),
  fc.record({ kind: fc.constant("owner" as const), side: anySide, index: anyIndex }),
  fc.constant({ kind: "wait" as const }),
);

/** The vehicles and units of one run, with the model of them. */
class Fleet {
  readonly model = new Model();
  readonly vehicles: number[] = [];
  readonly units: number[] = [];
  readonly #start = service.clock.now().getTime();

  async create(): Promise<this> {
    for (let n = 0; n < COUNT; n += 1) {
      this.vehicles.push(await requests.vehicle());
      this.units.push(await requests.unit());
    }
    return this;
  }

  idOf(side: "vehicles" | "units", number: number): number {
    return this[side][number] ?? 0;
  }

  instant(hour: number): string {
    return new Date(this.#start + hour * HOUR).toISOString();
  }

  /** Does a step, and holds the answer to what the model says. */
  async take(step: Step): Promise<void> {
    const { model } = this;
    if (step.kind === "wait") {
      service.clock.advance(HOUR);
      model.hour += 1;
    } else if (step.kind === "assign") await this.#assign(step);
    else if (step.kind === "unassign") await this.#unassign(step);
    else if (step.kind === "correct") await this.#correct(step);
    else if (step.kind === "undo") await this.#undo(step.which);
    else if (step.kind === "owner") await this.#changeOwner(step.side, step.index);
    else await this.#deleteOrRestore(step.kind, step.side, step.index);
  }

  async #assign({ vehicle, unit, ago, force }: Extract<Step, { kind: "assign" }>): Promise<void> {
    const { model } = this;
    const from = model.hour - ago;
    const answer = await assign(this.idOf("vehicles", vehicle), this.idOf("units", unit), {
      installed_at: this.instant(from),
      force_reassign: force,
    });
    if (model.deleted.vehicles.has(vehicle)) return expectOutcome(answer, 404, "not_found");
    if (model.deleted.units.has(unit)) return expectOutcome(answer, 422, "validation_failed");
    const ended = [model.open("vehicle", vehicle), model.open("unit", unit)].filter(
      (one): one is Interval => force && one !== undefined && one.from < from,
    );
    const wanted: Interval = { id: 0, vehicle, unit, from, to: null };
    if (model.overlaps(wanted, ended)) {
      return expectConflict(answer);
    }
    expectOutcome(answer, 200);
    for (const one of ended) one.to = from;
    const listed = await call<UnitAssignment[]>("GET", this.listing(vehicle));
    wanted.id = listed.body.data.find((one) => one.removed_at === null)?.id ?? 0;
    model.intervals.push(wanted);
  }

  async #unassign({ vehicle, ago }: Extract<Step, { kind: "unassign" }>): Promise<void> {
    const { model } = this;
    const to = model.hour - ago;
    const answer = await unassign(this.idOf("vehicles", vehicle), { removed_at: this.instant(to) });
    const open = model.open("vehicle", vehicle);
    if (model.deleted.vehicles.has(vehicle)) return expectOutcome(answer, 404, "not_found");
    if (open === undefined) return expectOutcome(answer, 200);
    if (to < open.from) return expectOutcome(answer, 422, "validation_failed");
    expectOutcome(answer, 200);
    open.to = to;
  }

  async #correct({ which, ...change }: Extract<Step, { kind: "correct" }>): Promise<void> {
    const { model } = this;
    const one = model.intervals[which];
    if (one === undefined || (change.from === null && change.to === null)) return;
    const from = change.from === null ? one.from : model.hour - change.from;
    const to = change.to === null ? one.to : change.to === "open" ? null : model.hour - change.to;
    const answer = await correct(one.id, {
      ...(change.from !== null && { installed_at: this.instant(from) }),
      ...(change.to !== null && { removed_at: to === null ? null : this.instant(to) }),
    });
    const isDeleted = model.deleted.vehicles.has(one.vehicle) || model.deleted.units.has(one.unit);
    if (to === null && isDeleted) return expectOutcome(answer, 409, "invalid_state");
    if (to !== null && to < from) return expectOutcome(answer, 422, "validation_failed");
    if (model.overlaps({ ...one, from, to }, [one])) return expectConflict(answer);
    expectOutcome(answer, 200);
    [one.from, one.to] = [from, to];
  }

  async #undo(which: number): Promise<void> {
    const [one] = this.model.intervals.slice(which, which + 1);
    if (one === undefined) return;
    expectOutcome(await undo(one.id), 200);
    this.model.intervals.splice(which, 1);
    expectOutcome(await undo(one.id), 404, "not_found");
  }

  async #deleteOrRestore(kind: "delete" | "restore", side: "vehicles" | "units", number: number): Promise<void> {
    const deleted = this.model.deleted[side];
    const path = `/${side}/${this.idOf(side, number)}`;
    if (kind === "restore") {
      expectOutcome(await call("POST", `${path}/restore`), 200);
      deleted.delete(number);
      return;
    }
    const answer = await call("DELETE", path);
    if (deleted.has(number)) return expectOutcome(answer, 404, "not_found");
    if (this.model.open(side === "vehicles" ? "vehicle" : "unit", number) !== undefined) {
      return expectOutcome(answer, 409, "in_use");
    }
    expectOutcome(answer, 200);
    deleted.add(number);
  }

  /** Another client, in another agency, gets a vehicle or a unit and gives it back, so that the other steps still apply. */
  async #changeOwner(side: "vehicles" | "units", number: number): Promise<void> {
    if (this.model.deleted[side].has(number)) return;
    const id = this.idOf(side, number);
    const open = this.model.open(side === "vehicles" ? "vehicle" : "unit", number);
    await requests.moveTo(side, id, 3, this.instant(this.model.hour));
    await requests.moveTo(side, id, 1, this.instant(this.model.hour));
    // The client had the unit all the time, so that installations may lie in the past as before.
    await service.server.db.query(
      `delete from unit_ownerships o using unit_ownerships later where o.unit_id = $1 and later.unit_id = $1 and later.id > o.id
         and $2 = 'units'`,
      [id, side],
    );
    await service.server.db.query(`update unit_ownerships set "from" = 'epoch' where unit_id = $1 and $2 = 'units'`, [
      id,
      side,
    ]);
    if (open !== undefined) {
      const { unit_id } = await requests.getVehicle(this.idOf("vehicles", open.vehicle));
      if (unit_id !== null) throw new Error("The change of the owner did not end the installation.");
      // A record that changes twice in a millisecond is one ahead: the model counts in hours.
      await correct(open.id, { removed_at: this.instant(Math.max(this.model.hour, open.from)) });
      open.to = Math.max(this.model.hour, open.from);
    }
  }

  listing(vehicle: number): string {
    return `/vehicles/unit_assignments/listing?per_page=200&vehicle_id=${this.idOf("vehicles", vehicle)}`;
  }
}

const shown = ({
  id,
  unit_id,
  installed_at,
  removed_at,
}: Pick<UnitAssignment, "id" | "unit_id" | "installed_at" | "removed_at">): string =>
  JSON.stringify([id, unit_id, installed_at, removed_at]);

/** Compares everything that the service shows with the model. */
async function check(fleet: Fleet): Promise<void> {
  const { model } = fleet;
  const installed = model.installed();
  expect(new Set(installed.map(([vehicle]) => vehicle)).size).toBe(installed.length);
  expect(new Set(installed.map(([, unit]) => unit)).size).toBe(installed.length);
  for (let n = 0; n < COUNT; n += 1) {
    const [vehicle, unit] = [
      await call<Vehicle>("GET", `/vehicles/${fleet.idOf("vehicles", n)}?include_deleted=true`),
      await call<Unit>("GET", `/units/${fleet.idOf("units", n)}?include_deleted=true`),
    ];
    const [inVehicle, ofUnit] = [model.open("vehicle", n), model.open("unit", n)];
    expect(vehicle.body.data.unit_id).toBe(inVehicle === undefined ? null : fleet.idOf("units", inVehicle.unit));
    expect(unit.body.data.vehicle_id).toBe(ofUnit === undefined ? null : fleet.idOf("vehicles", ofUnit.vehicle));
    expect(vehicle.body.data.unit?.id ?? null).toBe(vehicle.body.data.unit_id);
    expect(unit.body.data.vehicle?.id ?? null).toBe(unit.body.data.vehicle_id);
    expect([vehicle.body.data.deleted_at !== null, unit.body.data.deleted_at !== null]).toEqual([
      model.deleted.vehicles.has(n),
      model.deleted.units.has(n),
    ]);
    const listed = (await call<UnitAssignment[]>("GET", fleet.listing(n))).body.data;
    const expected = model.intervals.filter((one) => one.vehicle === n);
    expect(listed.map(shown).toSorted()).toEqual(
      expected
        .map(({ id, unit: number, from, to }) =>
          shown({
            id,
            unit_id: fleet.idOf("units", number),
            installed_at: fleet.instant(from),
            removed_at: to === null ? null : fleet.instant(to),
          }),
        )
        .toSorted(),
    );
  }
}

/** Another installation is in the way. */
function expectConflict({ status, body }: Answer<unknown>): void {
  expect([status, body.code]).toEqual([409, expect.stringMatching(/^(unit_already_assigned|assignment_overlap)$/)]);
}

function expectOutcome({ status, body }: Answer<unknown>, expected: number, code?: string): void {
  expect([status, body.code, body.detail]).toEqual([expected, code, expected === 200 ? undefined : expect.any(String)]);
}

describe("installations", () => {
  it("are never two at a time, and both records show them, after any requests in any order", async () => {
    const reach = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 20 }), async (taken) => {
        const fleet = await new Fleet().create();
        for (const step of taken) {
          await fleet.take(step);
          await check(fleet);
          reach.set(step.kind, (reach.get(step.kind) ?? 0) + 1);
        }
      }),
      { numRuns: runs(60) },
    );
    expect(reach.size).toBe(8);
  });
});
