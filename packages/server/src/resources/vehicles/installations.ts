import type {
  UnitAssignment,
  UnitAssignmentCreate,
  UnitAssignmentEnd,
  UnitAssignmentUpdate,
  Vehicle,
  VehicleReading,
} from "@fleet-api/contract/types/vehicles";
import type { Query, Scope, Statement, UnitOfWork } from "../../db/index.ts";
import { firstRow, Params, rows, scopeCondition, workInside } from "../../db/index.ts";
import { ProblemError } from "../../kernel/problem.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ChangeHeaders, ReadingOperations, RecordReply, Rules } from "../../records/index.ts";
import {
  bodyRefusal,
  createRecordChanges,
  equals,
  hierarchy,
  instantOf,
  recordTable,
  refused,
  underRules,
  unknownRecord,
} from "../../records/index.ts";
import { ofVehicle, vehicles } from "./table.ts";

/** How far the clock of somebody who installs a unit may be ahead. */
const AHEAD_MS = 60_000;

/** The installations. Triggers write the vehicle and the unit, and exclusion constraints keep them apart in time. */
export const unitAssignments = recordTable({
  operations: "vehiclesUnitAssignments",
  table: "vehicle_unit_assignments",
  noun: "installation",
  record: "UnitAssignment",
  order: "t.installed_at desc, t.id desc",
  // The vehicle first, as whoever installs a unit locks it.
  lock: `select from vehicles
    where id = (select vehicle_id from vehicle_unit_assignments where id = $1::bigint) for no key update`,
  rules: {
    vehicle_unit_assignments_unit_once: overlap("unit_already_assigned", "unit_id", "vehicle_id"),
    vehicle_unit_assignments_vehicle_once: overlap("assignment_overlap", "vehicle_id", "unit_id"),
    vehicle_unit_assignments_order: async () => bodyRefusal("removed_at", "must not be before installed_at"),
    vehicle_unit_assignments_owned_from: async () =>
      bodyRefusal("installed_at", "must be a time when the unit belonged to the client"),
    vehicle_unit_assignments_owned_to: async () =>
      bodyRefusal("removed_at", "must not be after the unit left the client"),
    vehicle_unit_assignments_reason: async () =>
      bodyRefusal("removal_reason", "needs a removed_at: the unit is still installed"),
    vehicle_unit_assignments_vehicle: refused("invalid_state", "The vehicle is deleted. Restore it first."),
    vehicle_unit_assignments_unit: refused("invalid_state", "The unit is deleted, or belongs to another client."),
  },
  filters: {
    ...hierarchy,
    vehicle_id: ofVehicle,
    unit_id: equals("unit_id", "bigint"),
    from: (value, params) => `coalesce(t.removed_at, 'infinity') > ${params.add(instantOf(value))}::timestamptz`,
    to: (value, params) => `t.installed_at < ${params.add(instantOf(value))}::timestamptz`,
  },
});

/** 409 with the installation that overlaps, and what it is of, if it is in the scope. */
function overlap(
  code: ProblemError["code"],
  same: "unit_id" | "vehicle_id",
  other: "unit_id" | "vehicle_id",
): Rules[string] {
  return async (work, { sql, params: given }) => {
    const params = new Params(given);
    const inScope = scopeCondition(work.scope, params, "client_id", "o.");
    const [found] = await work.read(
      firstRow<{ id: number; vehicle_id: number; unit_id: number }>(
        `select o.id, o.vehicle_id, o.unit_id from (${sql}) w join vehicle_unit_assignments o on o.${same} = w.${same}
         where o.id is distinct from w.id and o.deleted_at is null and ${inScope}
           and tstzrange(o.installed_at, o.removed_at) && tstzrange(w.installed_at, w.removed_at)
         order by o.installed_at limit 1`,
        params.values,
      ),
    );
    if (found === null) return new ProblemError(code, "There is another installation at that time.");
    const detail =
      same === "unit_id"
        ? `The unit ${found.unit_id} is installed in the vehicle ${found.vehicle_id} at that time.`
        : `The vehicle ${found.vehicle_id} has the unit ${found.unit_id} at that time.`;
    const resource = other === "vehicle_id" ? "vehicles" : "units";
    return new ProblemError(code, detail, {
      existing_id: found.id,
      references: [{ resource, ids: [found[other]], count: 1 }],
    });
  };
}

/** The operations that install units and remove them; each ends with the vehicle, which `get` reads. */
export function installationOperations({ clock, readings, get }: InstallationParts) {
  const changes = createRecordChanges<UnitAssignment>(unitAssignments, clock);
  return {
    assign: async (work: UnitOfWork, call: OfVehicle & { readonly body: UnitAssignmentCreate }) => {
      const now = clock.now();
      const { vehicle_id: vehicleId } = call.path;
      const { unit_id: unitId, odometer_m, removed_at, force_reassign: isForced = false } = call.body;
      if (isForced && removed_at !== undefined) {
        throw bodyRefusal(
          "force_reassign",
          "cannot be combined with removed_at: an installation of the past ends no other one",
        );
      }
      const installation: Installation = {
        vehicleId,
        unitId,
        installedAt: pastInstant("installed_at", call.body.installed_at, now),
        removedAt: removed_at === undefined ? null : pastInstant("removed_at", removed_at, now),
      };
      const { installedAt } = installation;
      return underRules(unitAssignments.rules, wantedInstallation(installation), () =>
        work.transaction(async (tx) => {
          const [, found] = await tx.run(lockVehicles(vehicleId, unitId), clientOf(work.scope, installation, isForced));
          if (found === null) throw unknownRecord(vehicles);
          if (!found.has_unit) throw bodyRefusal("unit_id", "names no unit of the client of the vehicle");
          // Before another unit is removed: what somebody read takes precedence over the counter of that unit. If another
          // installation stays, this one is refused, and not because of its reading.
          if (odometer_m !== undefined && found.is_free) {
            const body = { read_at: installedAt.toISOString(), odometer_m };
            await readings.create(workInside(work, tx), { ...call, body });
          }
          if (isForced) await tx.run(endCurrent(installation, now));
          await tx.run(insertInstallation(found.client_id, installation, now));
          return get(workInside(work, tx), call);
        }),
      );
    },
    unassign: async (work: UnitOfWork, call: OfVehicle & { readonly body: UnitAssignmentEnd }) => {
      const now = clock.now();
      const { vehicle_id: vehicleId } = call.path;
      const body = {
        removed_at: pastInstant("removed_at", call.body.removed_at, now).toISOString(),
        removal_reason: call.body.reason ?? null,
      };
      const nothing = { vehicleId, unitId: 0, installedAt: now, removedAt: null };
      return underRules(unitAssignments.rules, wantedInstallation(nothing), () =>
        work.transaction(async (tx) => {
          const [vehicle] = await tx.run(currentOf(work.scope, vehicleId));
          if (vehicle === null) throw unknownRecord(vehicles);
          const { unit_id: expected = vehicle.unit_id } = call.body;
          if (expected !== vehicle.unit_id) {
            const present = vehicle.unit_id === null ? "No unit" : `The unit ${vehicle.unit_id}`;
            const detail = `${present} is installed in the vehicle, and not the unit ${expected}.`;
            throw new ProblemError("invalid_state", detail);
          }
          const inside = workInside(work, tx);
          if (vehicle.assignment_id !== null) await changes.update(inside, vehicle.assignment_id, body, {});
          return get(inside, call);
        }),
      );
    },
    update: (work: UnitOfWork, { path, body, headers }: Correction<UnitAssignmentUpdate>) => {
      const now = clock.now();
      for (const member of ["installed_at", "removed_at"] as const) {
        if (body[member] != null) pastInstant(member, body[member], now);
      }
      return changes.update(work, path.unit_assignment_id, body, headers);
    },
    delete: (work: UnitOfWork, { path, headers }: Correction<unknown>) =>
      changes.delete(work, path.unit_assignment_id, headers),
  };
}

interface InstallationParts {
  readonly clock: Clock;
  readonly readings: Pick<ReadingOperations<"vehicle", VehicleReading>, "create">;
  readonly get: (work: UnitOfWork, call: OfVehicle) => Promise<RecordReply<Vehicle>>;
}

/** A request about a vehicle. */
export interface OfVehicle {
  readonly path: { readonly vehicle_id: number };
  readonly request: { readonly path: string };
}

/** A request about an installation. */
export interface Correction<Body> {
  readonly path: { readonly unit_assignment_id: number };
  readonly body: Body;
  readonly headers: ChangeHeaders;
}

/** The instant of a member, or now; a 422 finding if it is in the future. */
function pastInstant(member: string, text: string | undefined, now: Date): Date {
  const at = text === undefined ? now : instantOf(text);
  if (at.getTime() > now.getTime() + AHEAD_MS) throw bodyRefusal(member, "must not be in the future");
  return at;
}

interface Installation {
  readonly vehicleId: number;
  readonly unitId: number;
  readonly installedAt: Date;
  /** Null while the unit is installed. */
  readonly removedAt: Date | null;
}

/** Selects the installation that a request would write. */
function wantedInstallation({ vehicleId, unitId, installedAt, removedAt }: Installation): Statement {
  return {
    sql: `select null::bigint as id, $1::bigint as vehicle_id, $2::bigint as unit_id, $3::timestamptz as installed_at,
      $4::timestamptz as removed_at`,
    params: [vehicleId, unitId, installedAt, removedAt],
  };
}

interface Found {
  readonly client_id: number;
  /** Whether the client has the unit. */
  readonly has_unit: boolean;
  /** Whether neither the vehicle nor the unit has another installation at that time, besides those that the request ends. */
  readonly is_free: boolean;
}

/** Locks the vehicle, and the one in which the unit is installed, in the order of their ids: otherwise requests could deadlock. */
function lockVehicles(vehicleId: number, unitId: number): Query<unknown> {
  return rows("select from vehicles where id = $1::bigint or unit_id = $2::bigint order by id for no key update", [
    vehicleId,
    unitId,
  ]);
}

/** What is known of a live vehicle; null outside of the scope. */
function clientOf(
  scope: Scope,
  { vehicleId, unitId, installedAt, removedAt }: Installation,
  isForced: boolean,
): Query<Found | null> {
  const params = new Params([vehicleId, unitId, installedAt, removedAt, isForced]);
  const inScope = scopeCondition(scope, params, "client_id", "t.");
  return firstRow(
    `select t.client_id, exists (select from units u
       where u.id = $2::bigint and u.client_id = t.client_id and u.deleted_at is null) as has_unit,
       not exists (select from vehicle_unit_assignments a where (a.vehicle_id = $1::bigint or a.unit_id = $2::bigint)
         and a.deleted_at is null and not ($5::boolean and a.removed_at is null and a.installed_at < $3::timestamptz)
         and tstzrange(a.installed_at, a.removed_at) && tstzrange($3::timestamptz,
           case when $4::timestamptz is not null then greatest($3, $4) end)) as is_free
     from vehicles t where t.id = $1::bigint and t.deleted_at is null and ${inScope}`,
    params.values,
  );
}

/** Locks a live vehicle; the installation that lasts in it. */
function currentOf(
  scope: Scope,
  vehicleId: number,
): Query<{ readonly assignment_id: number | null; readonly unit_id: number | null } | null> {
  const params = new Params([vehicleId]);
  return firstRow(
    `select a.id as assignment_id, t.unit_id, require_active_client(t.client_id) from vehicles t left join vehicle_unit_assignments a
       on a.vehicle_id = t.id and a.removed_at is null and a.deleted_at is null
     where t.id = $1::bigint and t.deleted_at is null and ${scopeCondition(scope, params, "client_id", "t.")}
     for no key update of t`,
    params.values,
  );
}

/** Ends the current installations of the vehicle and of the unit, if they began earlier. */
function endCurrent({ vehicleId, unitId, installedAt }: Installation, now: Date): Query<unknown> {
  return rows(
    `update vehicle_unit_assignments set removed_at = $3::timestamptz, updated_at = $4::timestamptz
     where (vehicle_id = $1::bigint or unit_id = $2::bigint) and removed_at is null and deleted_at is null
       and installed_at < $3::timestamptz`,
    [vehicleId, unitId, installedAt, now],
  );
}

function insertInstallation(
  clientId: number,
  { vehicleId, unitId, installedAt, removedAt }: Installation,
  now: Date,
): Query<unknown> {
  return rows(
    `insert into vehicle_unit_assignments
       (client_id, vehicle_id, unit_id, installed_at, removed_at, created_at, updated_at)
     values ($1::bigint, $2::bigint, $3::bigint, $4::timestamptz, $5::timestamptz, $6::timestamptz, $6::timestamptz)`,
    [clientId, vehicleId, unitId, installedAt, removedAt, now],
  );
}
