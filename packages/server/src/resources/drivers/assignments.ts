import type {
  DriverAssignment,
  DriverAssignmentCreate,
  DriverAssignmentUpdate,
} from "@fleet-api/contract/types/drivers";
import type { Query, Transaction, UnitOfWork } from "../../db/index.ts";
import { firstRow, Params, rows, scopeCondition, workInside } from "../../db/index.ts";
import { ProblemError } from "../../kernel/problem.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ChangeHeaders, Rules } from "../../records/index.ts";
import {
  bodyRefusal,
  createRecordChanges,
  equals,
  hierarchy,
  instantOf,
  newRow,
  oneOf,
  partOf,
  recordTable,
  refused,
  underRules,
  unknownReference,
  withNotices,
} from "../../records/index.ts";
import { licenceNotices } from "./driving-licence.ts";
import { ofDriver } from "./table.ts";

/** The most ids of other assignments in a problem. */
const MAX_IDS = 200;

/** SQL of the condition that the assignment `o` cannot be there together with `w`. */
const conflicts = `o.deleted_at is null and o.id is distinct from w.id
  and tstzrange(o.started_at, o.ended_at) && tstzrange(w.started_at, w.ended_at)
  and (o.driver_id = w.driver_id or o.vehicle_id = w.vehicle_id)
  and (o.role = 'primary' and coalesce(w.role, 'primary') = 'primary'
    or o.driver_id = w.driver_id and o.vehicle_id = w.vehicle_id)`;

/** The assignments of drivers to vehicles. Exclusion constraints keep them apart in time, and triggers announce both sides. */
export const assignments = recordTable({
  operations: "driversAssignments",
  table: "driver_assignments",
  noun: "assignment",
  record: "DriverAssignment",
  // History stays when its driver is deleted.
  owner: { ...partOf("driver"), inPath: false, isLive: "t.deleted_at is null" },
  order: "t.started_at desc, t.id desc",
  // The vehicle first, as whoever assigns a driver locks it.
  lock: `select from vehicles
    where id = (select vehicle_id from driver_assignments where id = $1::bigint) for no key update`,
  rules: {
    ...overlapRules(conflicts),
    driver_assignments_order: async () => bodyRefusal("ended_at", "must be after started_at"),
    driver_assignments_odometers: async () => bodyRefusal("end_odometer_m", "must not be less than start_odometer_m"),
    driver_assignments_end_odometer: async () =>
      bodyRefusal("end_odometer_m", "needs an ended_at; send both, or set both to null"),
    driver_assignments_driver: unknownReference("driver_id", "names no driver that exists in your scope"),
    driver_assignments_vehicle: unknownReference("vehicle_id", "names no vehicle of the client of the driver"),
    driver_assignments_live_driver: refused("invalid_state", "The driver is deleted. Restore the driver first."),
    driver_assignments_live_vehicle: refused("invalid_state", "The vehicle is deleted. Restore it first."),
  },
  filters: {
    ...hierarchy,
    driver_id: ofDriver,
    vehicle_id: equals("vehicle_id", "bigint"),
    role: equals("role", "text"),
    source: oneOf("source"),
    at: (value, params) => {
      const at = `${params.add(instantOf(value))}::timestamptz`;
      return `t.started_at <= ${at} and coalesce(t.ended_at, 'infinity') > ${at}`;
    },
    from: (value, params) => `coalesce(t.ended_at, 'infinity') > ${params.add(instantOf(value))}::timestamptz`,
    to: (value, params) => `t.started_at < ${params.add(instantOf(value))}::timestamptz`,
  },
});

/** 409 with all assignments in the scope that are in the way. */
function overlapRules(inTheWay: string): Rules {
  const overlap: Rules[string] = async (work, { sql, params: given }) => {
    const params = new Params(given);
    const [found] = await work.read(
      firstRow<{ driver_id: number; vehicle_id: number; ids: number[] | null; count: number }>(
        `select w.driver_id, w.vehicle_id, (array_agg(o.id order by o.id))[1:${MAX_IDS}] as ids, count(o.id) as count
         from (${sql}) w left join driver_assignments o
           on ${inTheWay} and ${scopeCondition(work.scope, params, "client_id", "o.")}
         group by w.driver_id, w.vehicle_id`,
        params.values,
      ),
    );
    const [first] = found?.ids ?? [];
    // They may be gone by now.
    if (found === null || first == null) {
      return new ProblemError("assignment_overlap", "There is another assignment at that time.");
    }
    const { driver_id, vehicle_id, ids, count } = found;
    const [others, them] = count === 1 ? [`the assignment ${first}`, "it"] : [`${count} other assignments`, "them"];
    const detail = `At that time the driver ${driver_id} or the vehicle ${vehicle_id} has ${others}. End, correct or delete ${them}.`;
    return new ProblemError("assignment_overlap", detail, {
      existing_id: first,
      references: [{ resource: "driver_assignments", ids: ids ?? [], count }],
    });
  };
  return {
    driver_assignments_vehicle_once: overlap,
    driver_assignments_driver_once: overlap,
    driver_assignments_pair_once: overlap,
  };
}

/** The operations that assign drivers, and correct that. */
export function assignmentOperations({ clock }: { readonly clock: Clock }) {
  const changes = createRecordChanges<DriverAssignment>(assignments, clock);
  return {
    create: async (work: UnitOfWork, { body, request }: Creation) => {
      const { end_current: endsCurrent = false, ...given } = body;
      const beginning = (at: Date) => ({ ...given, started_at: given.started_at ?? at.toISOString() });
      return work.transaction(async (tx) => {
        const inside = workInside(work, tx);
        await tx.run(lockVehicles(beginning(clock.now())));
        // Read after the lock, so that a request that had to wait starts later than the one it waited for.
        const now = clock.now();
        const assignment = beginning(now);
        const ended = endsCurrent ? await endCurrent(tx, assignment, now) : [];
        const isInTheWay = endsCurrent ? `${conflicts} and not (${isCurrent(now)})` : conflicts;
        const table = { ...assignments, rules: { ...assignments.rules, ...overlapRules(isInTheWay) } };
        const reply = await createRecordChanges<DriverAssignment>(table, clock).create(
          inside,
          assignment,
          request.path,
        );
        const location = `${request.path}/listing?driver_id=${assignment.driver_id}`;
        const notices = await licenceNotices(inside, { assignmentId: reply.recordId }, now);
        return withNotices({ ...reply, headers: { ...reply.headers, location } }, [...endNotices(ended), ...notices]);
      });
    },
    update: async (work: UnitOfWork, { path, body, headers }: Correction<DriverAssignmentUpdate>) => {
      const reply = await changes.update(work, path.assignment_id, body, headers);
      const notices = await licenceNotices(work, { assignmentId: reply.recordId }, clock.now());
      return withNotices(reply, notices);
    },
    delete: (work: UnitOfWork, { path, headers }: Correction<unknown>) =>
      changes.delete(work, path.assignment_id, headers),
  };
}

/** A request that records an assignment. */
export interface Creation {
  readonly body: DriverAssignmentCreate;
  readonly request: { readonly path: string };
}

/** A request about an assignment. */
export interface Correction<Body> {
  readonly path: { readonly assignment_id: number };
  readonly body: Body;
  readonly headers: ChangeHeaders;
}

type Wanted = Pick<DriverAssignmentCreate, "driver_id" | "vehicle_id" | "role" | "ended_at"> & {
  readonly started_at: string;
};

/** Locks the vehicles that the request is about, in the order of their ids, so that requests cannot deadlock. */
function lockVehicles({ driver_id, vehicle_id, started_at }: Wanted): Query<unknown> {
  return rows(
    `select from vehicles where id = $2::bigint
       or id in (select vehicle_id from driver_assignments where driver_id = $1::bigint and deleted_at is null
         and (ended_at is null or ended_at > $3::timestamptz))
     order by id for no key update`,
    [driver_id, vehicle_id, instantOf(started_at)],
  );
}

/** SQL of the condition that the assignment `o` is current or to come, and begins before `w`. */
function isCurrent(now: Date): string {
  return `o.started_at < w.started_at and (o.ended_at is null or o.ended_at > '${now.toISOString()}'::timestamptz)`;
}

/**
 * Ends the assignments in the way that are current; their ids. One that would end before it begins overlaps with none, and is refused
 * later.
 */
async function endCurrent(tx: Transaction, wanted: Wanted, now: Date): Promise<number[]> {
  const { driver_id, vehicle_id, role = "primary", started_at, ended_at } = wanted;
  const end = rows<{ id: number }>(
    `update driver_assignments o set ended_at = w.started_at, end_odometer_m = null, updated_at = $6::timestamptz
     from (select $1::bigint as driver_id, $2::bigint as vehicle_id, $3::text as role, $4::timestamptz as started_at,
       case when $5::timestamptz is not null then greatest($4, $5) end as ended_at, null::bigint as id) w
     where ${conflicts} and ${isCurrent(now)} returning o.id`,
    [driver_id, vehicle_id, role, instantOf(started_at), ended_at == null ? null : instantOf(ended_at), now],
  );
  const [ended] = await underRules(assignments.rules, newRow(assignments, wanted), () => tx.run(end));
  return ended.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** The notice of the assignments that `end_current` ended. */
function endNotices(ids: readonly number[]): string[] {
  return ids.length === 0 ? [] : [`assignments_ended: these assignments end when this one begins: ${ids.join(", ")}`];
}
