import type { Finding } from "@fleet-api/contract";
import type { PositionIngest, PositionIngestResult, PositionReport } from "@fleet-api/contract/types/monitoring";
import type { Bus } from "../../bus/index.ts";
import type { Db, Query, UnitOfWork } from "../../db/index.ts";
import { DbError, makePartitions, MAX_CLOCK_AHEAD_MS, Params, rows, scopeCheck } from "../../db/index.ts";
import type { ItemFindings } from "../../kernel/findings.ts";
import { bodyFinding, FindingList } from "../../kernel/findings.ts";
import { ProblemError } from "../../kernel/problem.ts";
import { validationFailed } from "../../kernel/problems.ts";
import type { Clock } from "../../platform/clock.ts";
import { bulkProblem, instantOf } from "../../records/index.ts";
import type { UnitPosition, Unstored } from "../../telemetry/positions.ts";
import { lockUnits, lockUnitStates, storePositions, takeBatch } from "../../telemetry/positions.ts";
import type { UnitReport } from "../../telemetry/unit-reports.ts";
import { readingsOf, unitStateQueries, unitsToRead } from "../../telemetry/unit-reports.ts";

/** From this speed on a unit moves: GNSS receivers report a few km/h while they stand still. */
const MOVES_FROM_KMH = 5;

/** A unit that positions are sent for. */
interface Unit {
  readonly id: number;
  readonly identifier: string;
  /** Since when it belongs to its client. */
  readonly since: string;
  /** Since when it belongs to clients in the scope. */
  readonly owned_from: string;
}

/** What of a service an ingest works with. */
interface IngestParts {
  readonly clock: Clock;
  /** Makes partitions that nobody expected. */
  readonly owner: Db;
  /** Hears of each batch. */
  readonly bus: Bus;
}

/** Stores positions, and what units are known by. Nothing of a request is stored if it is answered with an error. */
export async function ingest(
  work: UnitOfWork,
  { body, itemFindings }: { readonly body: PositionIngest; readonly itemFindings: ItemFindings },
  { clock, owner, bus }: IngestParts,
): Promise<PositionIngestResult> {
  const items = body.items.map((item, index) => ({ item, index })).filter(({ index }) => !itemFindings.has(index));
  const failed = new Map([...itemFindings].map(([index, findings]) => [index, validationFailed(findings)]));
  const units = await findUnits(work, items);
  const receivedAt = clock.now();
  const positions = items.flatMap(({ item, index }): UnitPosition[] => {
    const placed = placeItem(item, index, units, receivedAt);
    if (!(placed instanceof ProblemError)) return [placed];
    failed.set(index, placed);
    return [];
  });
  const stored = positions.length === 0 ? 0 : await store(positions);
  const failures = [...failed].toSorted(([one], [other]) => one - other);
  return {
    stored,
    duplicates: body.items.length - failed.size - stored,
    failed: failed.size,
    failures: failures.map(([index, problem]) => ({ index, problem: bulkProblem(problem) })),
  };

  async function store(all: readonly UnitPosition[]): Promise<number> {
    const ids = [...new Set(all.map(({ unit_id }) => unit_id))];
    const reports = all
      .filter(({ unit_id, recorded_at }) => recorded_at >= new Date(units.named(unit_id)[0]?.since ?? 0))
      .map((position) => reportOf(position, receivedAt));
    const toRead = unitsToRead(reports);
    const [readings] = toRead.length === 0 ? [[]] : await work.read(readingsOf(toRead));
    const append = async () => {
      const [, , [taken], result] = await work.append(
        lockUnits(ids),
        lockUnitStates(ids),
        takeBatch,
        storePositions(all, { scope: work.scope, receivedAt }),
        ...unitStateQueries(reports, { readings, storedAt: receivedAt }),
      );
      if (taken !== undefined && result.stored > 0) bus.publish(taken.batch);
      return result;
    };
    const result = await append().catch(async (error: unknown) => {
      if (!isWithoutPartition(error)) throw error;
      const instants = all.map(({ recorded_at }) => recorded_at);
      await makePartitions(owner, receivedAt, instants);
      return append();
    });
    for (const each of result.unstored) failed.set(each.index, refusalOf(each));
    return result.stored;
  }
}

/** Jobs make partitions ahead of time, but not those of positions that arrive months late, and not while no server runs. */
function isWithoutPartition(error: unknown): boolean {
  return error instanceof DbError && error.code === "23514" && error.fields.constraint === undefined;
}

interface Item {
  readonly item: PositionReport;
  readonly index: number;
}

/** Units by what names them, and by their ids: an identifier may be that of several ones of different types. */
interface Units {
  named(name: number | string): readonly Unit[];
}

/** The units in the scope that items name. */
async function findUnits(work: UnitOfWork, items: readonly Item[]): Promise<Units> {
  const ids = new Set(items.flatMap(({ item }) => item.unit_id ?? []));
  const identifiers = new Set(items.flatMap(({ item }) => item.identifier ?? []));
  const [all] = items.length === 0 ? [[]] : await work.read(unitsNamed(work, [...ids], [...identifiers]));
  const named = new Map<number | string, Unit[]>();
  for (const unit of all) {
    named.set(unit.id, [unit]);
    named.set(unit.identifier, [...(named.get(unit.identifier) ?? []), unit]);
  }
  return { named: (name) => named.get(name) ?? [] };
}

function unitsNamed({ scope }: UnitOfWork, ids: readonly number[], identifiers: readonly string[]): Query<Unit[]> {
  const params = new Params([ids, identifiers]);
  return rows(
    `select u.id, u.identifier, o.since, o.owned_from
     from units u
     join lateral (select max(o."from") filter (where o."to" is null) as since, min(o."from") as owned_from
       from unit_ownerships o where o.unit_id = u.id and ${scopeCheck(scope, params, "client_id", "o.")}) o
       on o.since is not null
     where u.deleted_at is null and ${scopeCheck(scope, params, "client_id", "u.")} and u.id = any(array(
       select unnest($1::bigint[]) union select id from units where identifier = any($2::text[]) and deleted_at is null))`,
    params.values,
  );
}

/** The position of an item, or why it cannot be stored. */
function placeItem(item: PositionReport, index: number, units: Units, now: Date): UnitPosition | ProblemError {
  const { unit_id, identifier, recorded_at } = item;
  const at = instantOf(recorded_at);
  if ((unit_id === undefined) === (identifier === undefined)) {
    return refusal(`/items/${index}`, "invalid", "must have either unit_id or identifier");
  }
  const [unit, other] = units.named(unit_id ?? identifier ?? "");
  if (other !== undefined) {
    return refusal(`/items/${index}/identifier`, "invalid", "is that of several units; send unit_id instead");
  }
  if (unit === undefined) return noSuchUnit();
  const pointer = `/items/${index}/recorded_at`;
  if (at.getTime() > now.getTime() + MAX_CLOCK_AHEAD_MS) {
    return refusal(pointer, "maximum", "is more than 24 hours in the future");
  }
  if (at < new Date(unit.owned_from)) return notOwned(pointer);
  const movement_status = item.movement_status ?? movementOf(item);
  const { is_valid = true, fix_type = "gnss", attributes = {}, heading_deg = null } = item;
  // As it is stored: what is nearer to 360 than to the number before it is north.
  const heading = heading_deg === null ? null : Math.fround(heading_deg) % 360;
  return {
    index,
    unit_id: unit.id,
    recorded_at: at,
    values: { ...item, is_valid, fix_type, attributes, movement_status, heading_deg: heading },
  };
}

function movementOf({ speed_kmh = null, ignition = null }: Pick<PositionReport, "speed_kmh" | "ignition">): string {
  if (speed_kmh === null && ignition === null) return "unknown";
  if (speed_kmh !== null && speed_kmh >= MOVES_FROM_KMH) return "moving";
  return ignition === true ? "idling" : "parked";
}

/** What a position says of the state of its unit. */
function reportOf({ unit_id, recorded_at, values }: UnitPosition, received_at: Date): UnitReport {
  const { movement_status, odometer_m, engine_hours_s } = values;
  return {
    unit_id,
    received_at,
    recorded_at,
    has_position: true,
    ...(movement_status !== undefined && movement_status !== "unknown" && { movement_status }),
    ...(odometer_m != null && { odometer: { value: odometer_m, source: "device" } }),
    ...(engine_hours_s != null && { engine_hours: { value: engine_hours_s, source: "device" } }),
  };
}

function refusalOf({ index, reason, days }: Unstored): ProblemError {
  if (reason === "unknown_unit") return noSuchUnit();
  const pointer = `/items/${index}/recorded_at`;
  if (reason === "not_owned") return notOwned(pointer);
  return refusal(pointer, "minimum", `is further back than the ${days} days for which the client keeps history`);
}

function notOwned(pointer: string): ProblemError {
  return refusal(pointer, "minimum", "is at a time when the unit belonged to no client in your scope");
}

function noSuchUnit(): ProblemError {
  return new ProblemError("not_found", "There is no such unit.");
}

function refusal(pointer: string, code: Finding["code"], detail: string): ProblemError {
  const findings = new FindingList();
  findings.add(() => bodyFinding(pointer, code, detail));
  return validationFailed(findings);
}
