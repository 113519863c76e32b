import type { UnitReading, UnitReadingCreate } from "@fleet-api/contract/types/units";
import type { Query, Statement, UnitOfWork } from "../../db/index.ts";
import { firstRow, Params, scopeCondition } from "../../db/index.ts";
import { ProblemError } from "../../kernel/problem.ts";
import type { Page, PageQuery } from "../../records/index.ts";
import {
  bodyRefusal,
  conditions,
  equals,
  hierarchy,
  instantOf,
  projection,
  readPage,
  underRules,
  unknownRecord,
} from "../../records/index.ts";
import { units } from "./table.ts";

/** How far the clock of somebody who reads a counter may be ahead. */
const READ_AHEAD_MS = 60_000;

/** The query of the listing of readings. */
interface ReadingsQuery extends PageQuery {
  readonly unit_id?: number;
}

/** The readings of units in the scope, latest first. */
export async function listReadings(work: UnitOfWork, query: ReadingsQuery): Promise<Page<UnitReading>> {
  const params = new Params();
  const filters = {
    ...hierarchy,
    unit_id: equals("unit_id", "bigint"),
    from: (value: string, given: Params) => `t.read_at >= ${given.add(instantOf(value))}::timestamptz`,
    to: (value: string, given: Params) => `t.read_at < ${given.add(instantOf(value))}::timestamptz`,
  };
  const chosen = conditions(filters, query, params, new Date(0));
  const list = {
    from: "unit_readings t",
    where: [scopeCondition(work.scope, params), ...chosen].join(" and "),
    orderBy: () => "t.read_at desc, t.id desc",
    show: () => "unit_readings t",
    projection: projection("UnitReading", {}),
    params,
  };
  return readPage(work, query, list, { isSearch: query.unit_id === undefined });
}

/**
 * Records what somebody read from the counters of a unit.
 * @throws ProblemError `not_found`, `validation_failed`; the rules of readings as `ConstraintViolation`
 */
export async function createReading(
  work: UnitOfWork,
  unitId: number,
  body: UnitReadingCreate,
  now: Date,
): Promise<UnitReading> {
  if (body.odometer_m === undefined && body.engine_hours_s === undefined) {
    throw bodyRefusal("odometer_m", "is required, or engine_hours_s, or both", "required");
  }
  const readAt = instantOf(body.read_at);
  if (readAt.getTime() > now.getTime() + READ_AHEAD_MS) throw bodyRefusal("read_at", "must not be in the future");
  const values: ReadingValues = {
    unit_id: unitId,
    read_at: readAt,
    odometer_m: body.odometer_m ?? null,
    engine_hours_s: body.engine_hours_s ?? null,
    is_correction: body.is_correction ?? false,
    note: body.note ?? null,
  };
  const [reading] = await underRules(readingRules, wantedReading(values), () =>
    work.write(insertReading(work, values, now)),
  );
  if (reading === null) throw unknownRecord(units);
  return reading;
}

interface ReadingValues {
  readonly unit_id: number;
  readonly read_at: Date;
  readonly odometer_m: number | null;
  readonly engine_hours_s: number | null;
  readonly is_correction: boolean;
  readonly note: string | null;
}

const returned = `id, unit_id, client_id, read_at, odometer_m, engine_hours_s, source, is_correction, note, created_by_id,
  created_at`;

/** Null where the unit is not in the scope. */
function insertReading({ scope }: UnitOfWork, values: ReadingValues, now: Date): Query<UnitReading | null> {
  const { unit_id, read_at, odometer_m, engine_hours_s, is_correction, note } = values;
  const params = new Params([unit_id, read_at, odometer_m, engine_hours_s, is_correction, note, now]);
  return firstRow<UnitReading>(
    `insert into unit_readings
       (unit_id, client_id, read_at, odometer_m, engine_hours_s, source, is_correction, note, created_by_id, created_at)
     select id, client_id, $2::timestamptz, $3::bigint, $4::bigint, 'manual', $5::boolean, $6::text, request_user(),
       $7::timestamptz
     from units where id = $1::bigint and deleted_at is null and ${scopeCondition(scope, params)}
     returning ${returned}`,
    params.values,
  );
}

/** The reading as it would be. */
function wantedReading({ unit_id, read_at, odometer_m, engine_hours_s, is_correction }: ReadingValues): Statement {
  return {
    sql: `select $1::bigint as unit_id, $2::timestamptz as read_at, $3::bigint as odometer_m, $4::bigint as engine_hours_s,
      $5::boolean as is_correction`,
    params: [unit_id, read_at, odometer_m, engine_hours_s, is_correction],
  };
}

/** What the database refuses, by the names of its rules. */
const readingRules = {
  unit_readings_owner: async () => bodyRefusal("read_at", "is before the unit belonged to its client"),
  unit_readings_odometer: rollback("odometer_rollback", "odometer_m", "odometer", "m"),
  unit_readings_engine_hours: rollback("engine_hours_rollback", "engine_hours_s", "engine hours", "s"),
  unit_readings_odometer_once: sameInstant("odometer_m", "odometer"),
  unit_readings_engine_hours_once: sameInstant("engine_hours_s", "engine hours"),
};

type Counter = "odometer_m" | "engine_hours_s";
type ReadingRule = (work: UnitOfWork, wanted: Statement) => Promise<ProblemError>;

/** 422, with the reading before or after the wanted one that it does not fit. */
function rollback(code: ProblemError["code"], counter: Counter, noun: string, unit: string): ReadingRule {
  const latestBefore = `o.read_at < w.read_at and o.${counter} is not null order by o.read_at desc limit 1`;
  const firstAfter = `o.read_at > w.read_at and o.${counter} is not null order by o.read_at limit 1`;
  return async (work, wanted) => {
    const before = await otherReading(
      work,
      wanted,
      latestBefore,
      `o.${counter} > w.${counter} and not w.is_correction`,
    );
    const after = await otherReading(work, wanted, firstAfter, `o.${counter} < w.${counter} and not o.is_correction`);
    const other = before ?? after;
    const seen = other === null ? "" : `: the reading of ${other.read_at} has ${other[counter]} ${unit}`;
    // What is recorded never changes: only the wanted reading can become a correction.
    const advice = before === null ? "" : ", or mark this reading with is_correction";
    return new ProblemError(code, `The ${noun} would go back${seen}. Correct the value or read_at${advice}.`);
  };
}

/** 409: the counter has a reading at this instant. */
function sameInstant(counter: Counter, noun: string): ReadingRule {
  return async (work, wanted) => {
    const other = await otherReading(work, wanted, `o.read_at = w.read_at and o.${counter} is not null`);
    const detail = `The unit has a reading of the ${noun} at this read_at already.`;
    return new ProblemError("duplicate", detail, other === null ? {} : { existing_id: other.id });
  };
}

/**
 * The reading `o` of the present ownership of the unit that `which` chooses, if `condition` holds for it; `w` is the wanted one.
 */
async function otherReading(
  work: UnitOfWork,
  wanted: Statement,
  which: string,
  condition = "true",
): Promise<UnitReading | null> {
  const params = new Params(wanted.params);
  const inScope = scopeCondition(work.scope, params, "client_id", "o.");
  const [found] = await work.read(
    firstRow<UnitReading>(
      `select o.* from (${wanted.sql}) w cross join lateral (
         select o.* from unit_ownerships p
         join unit_readings o on o.ownership_id = p.id
         where p.unit_id = w.unit_id and p."to" is null and ${inScope} and ${which}) o
       where ${condition}`,
      params.values,
    ),
  );
  return found;
}
